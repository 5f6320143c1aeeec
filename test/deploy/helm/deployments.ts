import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Manifest } from '../../support/kubernetes-tools.js'

/* The Deployments of a rendered chart, as processes see them. */

const COMPONENT = 'app.kubernetes.io/component'

const deployments = (manifests: Manifest[]) => manifests.filter(({ kind }) => kind === 'Deployment')

const workloads = (manifests: Manifest[]) => manifests.filter(({ kind }) => kind === 'Deployment' || kind === 'Job')

/** The roles that have a Deployment, in the order of the chart. */
export const rolesOf = (manifests: Manifest[]): string[] => {
  const roles = deployments(manifests).map(({ metadata }) => metadata.labels[COMPONENT]!)
  // Helm sorts by name.
  return ['api', 'worker', 'scheduler', 'smtp'].filter((role) => roles.includes(role))
}

export const containerOf = (deployment: Manifest) => deployment.spec.template.spec.containers[0]

/** The Deployment of a role, or the Job `migration`. */
export function deploymentOf(manifests: Manifest[], role: string): Manifest {
  const found = workloads(manifests).find(({ metadata }) => metadata.labels[COMPONENT] === role)
  if (!found) throw new Error(`no Deployment or Job of ${role}`)
  return found
}

interface Mounts {
  /** Where the files of the mounted volumes are, instead of `/run/secrets/postline` and `/etc/postline`. */
  folder: string
  /** The Secret with the settings. */
  secrets: Record<string, string>
}

/**
 * The environment of the container of a role. Writes the files that the Secret would be mounted as.
 * @throws if a mounted key is not in the Secret: the pod would not start
 */
export function environmentOf(
  manifests: Manifest[],
  role: string,
  { folder, secrets }: Mounts,
): Record<string, string> {
  const deployment = deploymentOf(manifests, role)
  const { env, envFrom } = containerOf(deployment)
  const configMap = manifests.find(
    ({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === envFrom?.[0].configMapRef.name,
  )
  mkdirSync(join(folder, 'secrets'), { recursive: true })
  const volume = deployment.spec.template.spec.volumes.find(({ name }: { name: string }) => name === 'secrets')
  for (const { key, path } of volume.secret.items) {
    if (secrets[key] !== undefined) writeFileSync(join(folder, 'secrets', path), secrets[key])
  }
  const variables: [string, string][] = env.map(({ name, value }: { name: string; value: string }) => [
    name,
    value.replace('/run/secrets/postline/', `${folder}/secrets/`).replace('/etc/postline/', `${folder}/`),
  ])
  return { ...configMap?.data, ...Object.fromEntries(variables) }
}
