import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { parseAllDocuments } from 'yaml'
import { installedTools } from './installed-tools.js'

/*
 * The programs of scripts/install-kubernetes-tools.sh, and what they make of the Helm chart.
 */

export const CHART = 'deploy/helm/postline'
/** A build by Go names an old version by itself. */
const AS_OF_KUBERNETES = ['--kube-version', '1.37.0']

const run = promisify(execFile)

const folderOf = installedTools('kubernetes-tools-1')
function programOf(tool: string): string | null {
  const folder = folderOf(`${tool}-`)
  return folder && join(folder, tool)
}

export const helm = programOf('helm')
export const kubeconform = programOf('kubeconform')
export const actionlint = programOf('actionlint')
/** The folder with the schemas of each version of Kubernetes. */
export const kubernetesSchemas = folderOf('schemas-')

/** An object of Kubernetes. Only the fields that tests read. */
export interface Manifest {
  apiVersion: string
  kind: string
  metadata: { name: string; labels: Record<string, string>; annotations?: Record<string, string> }
  // biome-ignore lint/suspicious/noExplicitAny: the schemas of Kubernetes are checked by kubeconform
  spec: any
  data?: Record<string, string>
  stringData?: Record<string, string>
}

/** Runs Helm. @throws with what it has printed, if it fails. */
export async function runHelm(command: string[], values: readonly string[]): Promise<string> {
  const args = [...command, CHART, ...AS_OF_KUBERNETES, ...values]
  return (await run(helm!, args, { maxBuffer: 16 * 2 ** 20 })).stdout
}

/** The manifests of the release `mail` in the namespace `apps`, as text. */
export const render = (values: readonly string[]): Promise<string> =>
  runHelm(['template', 'mail', '--namespace', 'apps'], values)

export function parseManifests(text: string): Manifest[] {
  return parseAllDocuments(text).flatMap((document) => (document.contents === null ? [] : [document.toJS()]))
}

/** Arguments for a file of values of the chart. */
export function valuesFile(name: 'minimal' | 'full'): string[] {
  const file = join(CHART, `ci/${name}-values.yaml`)
  if (!existsSync(file)) throw new Error(`${file} does not exist`)
  return ['--values', file]
}

/** Checks manifests with the schemas of a version of Kubernetes. @returns what kubeconform prints. */
export async function checkManifests(file: string, version: string): Promise<string> {
  const schemas = join(kubernetesSchemas!, version, '{{ .ResourceKind }}{{ .KindSuffix }}.json')
  // Their schemas are not part of Kubernetes.
  const foreign = ['HTTPRoute', 'PodMonitor', 'ScaledObject'].join()
  const args = ['-strict', '-summary', '-schema-location', schemas, '-skip', foreign, file]
  return run(kubeconform!, args).then(
    ({ stdout }) => stdout,
    ({ stdout }) => stdout,
  )
}
