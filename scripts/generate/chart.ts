import type { z } from 'zod'
import { SETTINGS } from '../../src/settings/settings.js'

/*
 * What the Helm chart knows of the settings: which exist, which are secret and for whom. The schema lets Helm refuse a wrong
 * value before anything is changed. It keeps to draft 7, which every Helm 3 understands.
 */

const CHART = 'deploy/helm/postline'

/** Settings that the chart sets by itself. It keeps the certificate of the SMTP listener in a Secret. */
const CHART_DECIDES = [
  ...['HOST', 'PORT', 'ROLES', 'DATA_DIR', 'EMBEDDED', 'METRICS_HOST', 'METRICS_PORT'],
  ...['SMTP_HOST', 'SMTP_PORT', 'SMTPS_PORT', 'SMTP_TLS_CERT', 'SMTP_TLS_KEY'],
]

type Schema = Record<string, unknown>

interface Described {
  doc: string
  schema: z.ZodType<unknown, string>
  fallback: string | null
  secretOf?: readonly string[]
}

const settings: [string, Described][] = Object.entries(SETTINGS)

const object = (properties: Record<string, Schema>, required?: string[]): Schema => ({
  type: 'object',
  additionalProperties: false,
  ...(required && { required }),
  properties,
})
const text = (pattern?: string): Schema => ({ type: 'string', ...(pattern && { pattern }) })
const whole = (minimum: number, maximum: number): Schema => ({ type: 'integer', minimum, maximum })
const oneOf = (...values: unknown[]): Schema => ({ enum: values })
const listOf = (items: Schema): Schema => ({ type: 'array', items })
const flag: Schema = { type: 'boolean' }
const texts: Schema = { type: 'object', additionalProperties: text() }
const objects = listOf({ type: 'object' })
const count = whole(1, 100_000)
const port = whole(1, 65_535)
/** Of an object of Kubernetes; or empty. */
const optionalName = text('^([a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?)?$')
const hosts = listOf(text('^(\\*\\.)?[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$'))
const ranges = listOf(text('^[0-9a-f.:]+/[0-9]{1,3}$'))
const tag = text('^([A-Za-z0-9_][A-Za-z0-9._-]{0,127})?$')
const annotated = object({ annotations: texts })
const serviceType = oneOf('ClusterIP', 'NodePort', 'LoadBalancer')

/** A setting. Its rule is checked at the start of a process; here, only the words that it may be. */
function settingSchema(name: string, { doc, schema }: Described): Schema {
  if (name === 'BASE_URL') return { description: doc, ...text('^https?://[^/]') }
  const words = (schema as { options?: readonly string[] }).options ?? flagWords(schema)
  return { description: doc, ...(words ? { enum: words } : { type: ['string', 'number', 'boolean'] }) }
}

/** `true` and `false`, also without quotation marks; null for a setting that is no flag. */
function flagWords(schema: Described['schema']): unknown[] | null {
  const accepts = (word: string) => schema.safeParse(word).success
  return accepts('true') && accepts('false') && !accepts('no') && !accepts('1') ? ['true', 'false', true, false] : null
}

function settingsSchema(): Schema {
  const open = settings.filter(([name, { secretOf }]) => !secretOf && !CHART_DECIDES.includes(name))
  return object(Object.fromEntries(open.map(([name, setting]) => [name, settingSchema(name, setting)])), ['BASE_URL'])
}

/** The values of a role: what all have, and its own. */
function role(own: Record<string, Schema>): Schema {
  return object({
    replicas: whole(0, 1_000),
    imageTag: tag,
    resources: { type: 'object' },
    serviceAccount: annotated,
    podLabels: texts,
    podAnnotations: texts,
    priorityClassName: text(),
    nodeSelector: texts,
    tolerations: objects,
    affinity: { type: 'object' },
    extraEnv: objects,
    extraVolumes: objects,
    extraVolumeMounts: objects,
    ...own,
  })
}

const autoscaling = (own: Record<string, Schema>) =>
  object({ enabled: flag, minReplicas: count, maxReplicas: count, ...own })

const servers = object({ ports: { ...listOf(port), minItems: 1 }, to: objects })

function secretsSchema(): Schema {
  const secret = oneOf(...settings.flatMap(([name, { secretOf }]) => (secretOf ? [name] : [])))
  return object({
    existing: optionalName,
    keys: { ...listOf(secret), uniqueItems: true },
    values: { type: 'object', propertyNames: secret, additionalProperties: { ...text(), minLength: 1 } },
  })
}

function valuesSchema(): Schema {
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Values of the chart postline. Written by npm run generate.',
    ...object({
      global: { type: 'object' },
      image: object(
        {
          repository: {
            description: 'Where the image is, without a tag, like ghcr.io/example/postline.',
            ...text('^[a-z0-9.-]+(:[0-9]+)?(/[a-z0-9._-]+)*$'),
          },
          tag,
          digest: text('^(sha256:[0-9a-f]{64})?$'),
          pullPolicy: oneOf('Always', 'IfNotPresent', 'Never'),
        },
        ['repository'],
      ),
      imagePullSecrets: listOf(object({ name: text() }, ['name'])),
      settings: settingsSchema(),
      secrets: secretsSchema(),
      serverCertificates: object({ existingSecret: optionalName }),
      migration: object({ enabled: flag, resources: { type: 'object' } }),
      listenAddress: oneOf('0.0.0.0', '::'),
      startupSeconds: whole(30, 86_400),
      api: role({
        readinessPath: oneOf('/healthz', '/readyz'),
        autoscaling: autoscaling({ targetCPUUtilizationPercentage: whole(1, 1_000) }),
        service: object({ type: serviceType, port, annotations: texts }),
      }),
      worker: role({
        autoscaling: autoscaling({
          kind: oneOf('keda', 'external'),
          lagPerWorker: count,
          prometheus: text('^(https?://.+)?$'),
        }),
      }),
      scheduler: role({}),
      smtp: role({
        enabled: flag,
        tls: object({ existingSecret: optionalName }),
        service: object({
          type: serviceType,
          annotations: texts,
          externalTrafficPolicy: oneOf('Local', 'Cluster'),
          loadBalancerSourceRanges: ranges,
        }),
      }),
      ingress: object({
        enabled: flag,
        className: text(),
        annotations: texts,
        hosts,
        tls: listOf(object({ hosts, secretName: text() })),
      }),
      gateway: object({
        enabled: flag,
        parentRefs: listOf({ type: 'object', required: ['name'] }),
        hostnames: hosts,
      }),
      networkPolicy: object({
        enabled: flag,
        apiFrom: objects,
        metricsFrom: objects,
        mongodb: servers,
        valkey: servers,
        notPublic: ranges,
        extraEgress: objects,
      }),
      monitoring: object({
        podMonitor: object({ enabled: flag, interval: text('^[0-9]+(ms|s|m|h)$'), labels: texts }),
      }),
    }),
  }
}

/** Each secret setting with the roles that read it. */
function secretReaders(): string {
  const lines = settings.flatMap(([name, { secretOf }]) => (secretOf ? [`${name}: [${secretOf.join(', ')}]`] : []))
  return ['# The secret settings, and the roles that read them. Written by npm run generate.', ...lines, ''].join('\n')
}

/** The expected text of the generated files of the chart, by path. */
export function chartFiles(): Record<string, string> {
  return {
    [`${CHART}/values.schema.json`]: `${JSON.stringify(valuesSchema(), null, 2)}\n`,
    [`${CHART}/files/secrets.yaml`]: secretReaders(),
  }
}
