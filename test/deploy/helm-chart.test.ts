import { rmSync, writeFileSync } from 'node:fs'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse, stringify } from 'yaml'
import { readConfig } from '../../src/config.js'
import { ROLES, SETTINGS } from '../../src/settings/settings.js'
import {
  CHART,
  checkManifests,
  helm,
  kubeconform,
  kubernetesSchemas,
  type Manifest,
  parseManifests,
  render,
  runHelm,
  valuesFile,
} from '../support/kubernetes-tools.js'
import { makeScratch } from '../support/scratch.js'
import { createTestCa } from '../support/test-ca.js'
import { containerOf, environmentOf, rolesOf } from './helm/deployments.js'

const MINIMAL = valuesFile('minimal')
const FULL = valuesFile('full')
/** An existing Secret, as the guide makes it. */
const SECRETS: Record<string, string> = {
  MONGODB_URI: 'mongodb://user:password@mongodb.example.com/postline',
  REDIS_URL: 'redis://valkey.example.com',
  ENCRYPTION_KEY: Buffer.alloc(32, 'key').toString('base64'),
  BOOTSTRAP_ADMIN_KEY: `sk_live_${'k'.repeat(40)}`,
  CALLBACK_SECRET: 'c'.repeat(40),
  SESSION_SECRET: 's'.repeat(40),
}

let folder: string
beforeAll(async () => {
  folder = await makeScratch('chart')
  await mkdir(join(folder, 'smtp'))
  const { cert, key } = createTestCa().issue(['mx.example.com'])
  writeFileSync(join(folder, 'smtp/tls.crt'), cert)
  writeFileSync(join(folder, 'smtp/tls.key'), key)
})
afterAll(() => rmSync(folder, { recursive: true }))

test('the chart has the version of Postline', async () => {
  const chart = parse(await readFile(join(CHART, 'Chart.yaml'), 'utf8'))
  const { version } = JSON.parse(await readFile('package.json', 'utf8'))
  expect(chart).toMatchObject({ version, appVersion: version })
})

describe.skipIf(helm === null)('rendered by Helm', () => {
  let minimal: Manifest[]
  let full: Manifest[]
  beforeAll(async () => {
    minimal = parseManifests(await render(MINIMAL))
    full = parseManifests(await render(FULL))
  })
  const both = () => [...minimal, ...full]
  const one = (manifests: Manifest[], kind: string, name: string) => {
    const found = manifests.find((manifest) => manifest.kind === kind && manifest.metadata.name === name)
    if (!found)
      throw new Error(`no ${kind} ${name} in ${manifests.map(({ kind: k, metadata }) => `${k} ${metadata.name}`)}`)
    return found
  }
  /** What Helm says about the minimal values with these changes; about the values of the chart if there are none. */
  const problemsOf = (changes: readonly string[]): Promise<string> =>
    render(changes.length === 0 ? [] : [...MINIMAL, ...changes.flatMap((change) => ['--set', change])]).then(
      () => 'none',
      String,
    )
  const kinds = (manifests: Manifest[]) => new Set(manifests.map(({ kind }) => kind))

  test.each([
    ['minimal', MINIMAL],
    ['full', FULL],
  ])('%s values pass the linter', async (_name, values) => {
    expect(await runHelm(['lint', '--strict'], values)).toContain('1 chart(s) linted, 0 chart(s) failed')
  })

  test.skipIf(kubeconform === null || kubernetesSchemas === null).each(['1.27.0', '1.37.0'])(
    'Kubernetes %s accepts every manifest, and would refuse a field that it does not know',
    async (version) => {
      const file = join(folder, `${version}.yaml`)
      const stranger = { ...one(minimal, 'ServiceAccount', 'mail-postline-api'), automountToken: false }
      writeFileSync(file, [...both(), stranger].map((manifest) => `---\n${stringify(manifest)}`).join(''))
      const report = await checkManifests(file, version)
      expect(report).toContain("'automountToken' not allowed")
      expect(report).toContain(`Valid: ${both().length - 3}, Invalid: 1, Errors: 0, Skipped: 3`)
    },
  )

  test('default values are refused: they name no image, no address and no secrets', async () => {
    const problems = await problemsOf([])
    expect(problems).toContain("at '/settings': missing property 'BASE_URL'")
    expect(problems).toContain("at '/image': missing property 'repository'")
  })

  test('wrong values are refused, each with its name', async () => {
    const problems = await problemsOf([
      ...['settings.BASEURL=https://mail.example.com', 'settings.BASE_URL=mail.example.com', 'settings.MCP=yes'],
      ...['settings.MAIL_PROVIDER=sendmail', 'secrets.keys={MONGO_URI}', 'image.repository=postline:latest'],
      ...['api.replicas=many', 'api.replica=3', 'networkPolicy.notPublic={10.0.0.0}'],
      // The chart decides the first, and the second is a secret.
      ...['settings.ROLES=api', 'settings.SMTP_URL=smtp://relay.example.com'],
    ])
    for (const problem of [
      "at '/settings/BASE_URL': 'mail.example.com' does not match pattern",
      "at '/settings/MCP': value must be one of",
      "at '/settings/MAIL_PROVIDER': value must be one of 'capture', 'smtp', 'ses'",
      "at '/secrets/keys/0': value must be one of",
      "at '/image/repository': 'postline:latest' does not match pattern",
      "at '/api/replicas': got string, want integer",
      "at '/api': additional properties 'replica' not allowed",
      "at '/networkPolicy/notPublic/0': '10.0.0.0' does not match pattern",
    ]) {
      expect(problems).toContain(problem)
    }
    for (const name of ['BASEURL', 'ROLES', 'SMTP_URL']) {
      expect(problems).toMatch(new RegExp(`at '/settings': additional properties .*'${name}'.* not allowed`))
    }
  })

  test.each([
    [
      ['secrets.existing=', 'settings.MAIL_PROVIDER=ses', 'worker.autoscaling.enabled=true', 'gateway.enabled=true'],
      [
        'secrets.existing must name a Secret',
        'settings.AWS_REGION must be set',
        'worker.autoscaling.prometheus must be the URL of Prometheus',
        'gateway.parentRefs must name a Gateway',
      ],
    ],
    [
      [
        'settings.MAIL_PROVIDER=smtp',
        'secrets.keys={CALLBACK_SECRET}',
        'api.autoscaling.enabled=true,api.autoscaling.minReplicas=11',
      ],
      [
        ...['MONGODB_URI', 'REDIS_URL', 'ENCRYPTION_KEY'].map((name) => `secrets.keys must contain ${name}`),
        'secrets.keys must contain SMTP_URL, because settings.MAIL_PROVIDER is smtp',
        'api.autoscaling.minReplicas must not be above maxReplicas',
      ],
    ],
    [
      ['secrets.values.REDIS_URL=redis://valkey,migration.enabled=true'],
      [
        ...['secrets.existing and secrets.values are both set', 'secrets.values must contain MONGODB_URI'],
        'migration.enabled needs secrets.existing',
      ],
    ],
  ])('values that do not fit together are refused: %s', async (values, problems) => {
    const found = await problemsOf(values)
    expect(found.match(/^- /gm)).toHaveLength(problems.length + (values.length === 1 ? 1 : 0))
    for (const problem of problems) expect(found).toContain(problem)
  })

  test('each role has a Deployment that starts with its settings and secrets', () => {
    for (const [manifests, secrets] of [
      [minimal, SECRETS],
      [full, one(full, 'Secret', 'mail-postline').stringData!],
    ] as const) {
      expect(rolesOf(manifests).sort()).toEqual([...ROLES].sort())
      for (const role of rolesOf(manifests)) {
        const env = environmentOf(manifests, role, { folder, secrets })
        const config = readConfig(env)
        expect(config, role).toMatchObject({ roles: [role], mongodbUri: secrets.MONGODB_URI, metricsPort: 9464 })
        for (const [name, { secretOf }] of Object.entries(SETTINGS)) {
          const isGiven = env[`${name}_FILE`] !== undefined
          const isWanted = secretOf?.some((reader) => reader === role) === true && secrets[name] !== undefined
          if (secretOf) expect(isGiven, `${name} for ${role}`).toBe(isWanted)
        }
      }
    }
  })

  test('every variable of a container is a setting', () => {
    const known = new Set(Object.entries(SETTINGS).map(([name, { secretOf }]) => (secretOf ? `${name}_FILE` : name)))
    for (const manifests of [minimal, full]) {
      for (const role of rolesOf(manifests)) {
        const names = Object.keys(environmentOf(manifests, role, { folder, secrets: {} }))
        expect(names.filter((name) => !known.has(name) && name !== 'NODE_EXTRA_CA_CERTS')).toEqual([])
      }
    }
  })

  test('a Job migrates the ledger before an installation and an upgrade, if it is asked for', async () => {
    expect(kinds(both())).not.toContain('Job')
    const values = [...MINIMAL, '--set', 'migration.enabled=true,image.tag=2.0.0,worker.imageTag=1.0.0']
    const manifests = parseManifests(await render([...values, '--set', 'serverCertificates.existingSecret=servers']))
    const job = one(manifests, 'Job', 'mail-postline-migration')
    expect(job.metadata.annotations).toMatchObject({ 'helm.sh/hook': 'pre-install,pre-upgrade' })
    expect(containerOf(job)).toMatchObject({
      image: 'registry.example.com/postline:2.0.0',
      command: ['node', 'dist/cli/postline.js', 'migrate'],
    })
    // The Secret is not of the chart, which makes its objects later.
    const { volumes, serviceAccountName } = job.spec.template.spec
    expect(volumes.map(({ secret }: { secret?: { secretName: string } }) => secret?.secretName)).toEqual([
      ...[undefined, 'postline', 'servers'],
    ])
    expect(serviceAccountName).toBeUndefined()
    expect(containerOf(job).envFrom).toBeUndefined()
    // Nothing but the policy of the whole release selects it.
    const { labels } = job.spec.template.metadata
    expect(labels).toMatchObject(one(manifests, 'NetworkPolicy', 'mail-postline').spec.podSelector.matchLabels)
    expect(rolesOf(manifests)).not.toContain(labels['app.kubernetes.io/component'])
    for (const role of rolesOf(manifests)) {
      expect(readConfig(environmentOf(manifests, role, { folder, secrets: SECRETS })).migrateOnStart).toBe(false)
    }
    const kept = parseManifests(await render([...values, '--set', 'settings.MIGRATE_ON_START=true']))
    expect(one(kept, 'ConfigMap', 'mail-postline').data).toMatchObject({ MIGRATE_ON_START: 'true' })
  })

  test('numbers, fractions and flags arrive as they were written', () => {
    expect(one(full, 'ConfigMap', 'mail-postline').data).toEqual({
      BASE_URL: 'https://mail.example.com:8443',
      BOUNCE_PAUSE_PERCENT: '10',
      COMPLAINT_PAUSE_PERCENT: '0.25',
      DRAIN_SECONDS: '20',
      LIST_MEMBERS_PER_ACCOUNT: '25000000',
      MAIL_PROVIDER: 'smtp',
      MCP: 'false',
      PRICE_PER_EMAIL_MICROS: '1000000',
      STREAM_PARTITIONS: '4',
      TRUST_PROXY: '10.0.3.0/24',
    })
  })

  test('an ingress is trusted as one proxy, unless the settings say otherwise', async () => {
    expect(one(minimal, 'ConfigMap', 'mail-postline').data).not.toHaveProperty('TRUST_PROXY')
    const behind = parseManifests(await render([...MINIMAL, '--set', 'ingress.enabled=true']))
    expect(one(behind, 'ConfigMap', 'mail-postline').data).toMatchObject({ TRUST_PROXY: '1' })
    expect(one(behind, 'Ingress', 'mail-postline').spec.rules.map(({ host }: { host: string }) => host)).toEqual([
      'mail.example.com',
    ])
  })

  test('every pod is unprivileged, cannot write to its image, and does not speak to Kubernetes', async () => {
    const migrating = parseManifests(await render([...MINIMAL, '--set', 'migration.enabled=true']))
    const pods = [...both(), ...migrating].flatMap(({ kind, spec }) =>
      kind === 'Job' || kind === 'Deployment' ? [spec.template.spec] : kind === 'Pod' ? [spec] : [],
    )
    expect(pods).toHaveLength(16)
    for (const pod of pods) {
      expect(pod).toMatchObject({ automountServiceAccountToken: false, enableServiceLinks: false })
      expect(pod.securityContext).toMatchObject({
        runAsNonRoot: true,
        runAsUser: 1000,
        seccompProfile: { type: 'RuntimeDefault' },
      })
      for (const container of pod.containers) {
        expect(container.securityContext).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        })
        expect(container.resources.limits.memory).toMatch(/^\d+(Mi|Gi)$/)
      }
    }
    for (const account of both().filter(({ kind }) => kind === 'ServiceAccount')) {
      expect(account).toMatchObject({ automountServiceAccountToken: false })
    }
  })

  test('a pod has the time to finish its work, and the API that of DRAIN_SECONDS too', () => {
    const seconds = (manifests: Manifest[], role: string) =>
      one(manifests, 'Deployment', `mail-postline-${role}`).spec.template.spec.terminationGracePeriodSeconds
    expect([seconds(minimal, 'api'), seconds(full, 'api')]).toEqual([40, 50])
    for (const role of ['worker', 'scheduler', 'smtp']) expect(seconds(full, role)).toBe(35)
  })

  test('every selector finds the pods of one role, and every port has a name that they have', () => {
    for (const manifests of [minimal, full]) {
      const podsOf = (labels: Record<string, string>) =>
        manifests.filter(
          ({ kind, spec }) =>
            kind === 'Deployment' &&
            Object.entries(labels).every(([key, value]) => spec.template.metadata.labels[key] === value),
        )
      for (const { kind, metadata, spec } of manifests) {
        const selector = kind === 'Service' ? spec.selector : spec?.selector?.matchLabels
        if (selector) expect(podsOf(selector), `${kind} ${metadata.name}`).toHaveLength(kind === 'PodMonitor' ? 4 : 1)
        if (kind === 'NetworkPolicy') {
          const isForAll = metadata.name === 'mail-postline'
          expect(podsOf(spec.podSelector.matchLabels), metadata.name).toHaveLength(isForAll ? 4 : 1)
        }
        if (kind !== 'Service') continue
        const [deployment] = podsOf(selector)
        const names = containerOf(deployment!).ports.map(({ name }: { name: string }) => name)
        for (const { targetPort } of spec.ports) expect(names).toContain(targetPort)
      }
    }
  })

  test('a role keeps its image and its pods while another version of the chart replaces the others', async () => {
    const older = parseManifests(await render([...MINIMAL, '--set', 'image.tag=1.0.0']))
    const newer = parseManifests(await render([...MINIMAL, '--set', 'image.tag=2.0.0,api.imageTag=1.0.0']))
    const template = (manifests: Manifest[], role: string) =>
      one(manifests, 'Deployment', `mail-postline-${role}`).spec.template
    expect(template(newer, 'api')).toEqual(template(older, 'api'))
    expect(JSON.stringify(template(newer, 'api'))).not.toContain('0.1.0')
    expect(template(newer, 'worker').spec.containers[0].image).toBe('registry.example.com/postline:2.0.0')
    expect(template(full, 'worker').spec.containers[0].image).toBe('registry.example.com:5000/team/postline:0.0.9')
    expect(template(full, 'api').spec.containers[0].image).toMatch(/postline@sha256:[0-9a-f]{64}$/)
  })

  test('a changed setting replaces the pods, and so does a changed secret of the chart', async () => {
    const checksums = async (...set: string[]) => {
      const manifests = parseManifests(await render([...FULL, ...set]))
      return one(manifests, 'Deployment', 'mail-postline-worker').spec.template.metadata.annotations
    }
    const before = await checksums()
    expect(await checksums('--set', 'api.replicas=5')).toEqual(before)
    const settings = await checksums('--set', 'settings.MCP=true')
    expect(settings['checksum/settings']).not.toBe(before['checksum/settings'])
    const secret = await checksums('--set', 'secrets.values.REDIS_URL=redis://other')
    expect(secret['checksum/secret']).not.toBe(before['checksum/secret'])
  })

  test('the network is closed but for what the roles need', () => {
    const policy = (manifests: Manifest[], name: string) => one(manifests, 'NetworkPolicy', name).spec
    expect(policy(minimal, 'mail-postline')).toMatchObject({ policyTypes: ['Ingress', 'Egress'] })
    expect(policy(minimal, 'mail-postline').ingress).toBeUndefined()
    const monitoring = { matchLabels: { 'kubernetes.io/metadata.name': 'monitoring' } }
    expect(policy(full, 'mail-postline').ingress).toEqual([
      { from: [{ namespaceSelector: monitoring }], ports: [{ protocol: 'TCP', port: 9464 }] },
    ])
    expect(policy(minimal, 'mail-postline-api').ingress).toEqual([{ ports: [{ protocol: 'TCP', port: 3000 }] }])
    expect(policy(minimal, 'mail-postline-smtp').ingress).toEqual([{ ports: [{ protocol: 'TCP', port: 2525 }] }])
    const outside = policy(minimal, 'mail-postline').egress.at(-1).to
    expect(outside.map(({ ipBlock }: { ipBlock: { cidr: string } }) => ipBlock.cidr)).toEqual(['0.0.0.0/0', '::/0'])
    expect(outside[0].ipBlock.except).toContain('169.254.0.0/16')
    expect(outside[1].ipBlock.except).toEqual(['fc00::/7', 'fe80::/10'])
    // helm test may still ask an API that others may not.
    expect(policy(full, 'mail-postline-api').ingress[0].from).toHaveLength(2)
    const test = one(full, 'Pod', 'mail-postline-test').metadata.labels
    expect(test).toMatchObject(policy(full, 'mail-postline-api').ingress[0].from[1].podSelector.matchLabels)
  })

  test('autoscalers follow the CPU of the API and the lag of the streams', async () => {
    expect(kinds(minimal)).not.toContain('HorizontalPodAutoscaler')
    expect(one(minimal, 'Deployment', 'mail-postline-worker').spec.replicas).toBe(2)
    for (const role of ['api', 'worker']) {
      expect(one(full, 'Deployment', `mail-postline-${role}`).spec).not.toHaveProperty('replicas')
    }
    expect(one(full, 'HorizontalPodAutoscaler', 'mail-postline-api').spec).toMatchObject({
      scaleTargetRef: { kind: 'Deployment', name: 'mail-postline-api' },
      minReplicas: 3,
    })
    expect(one(full, 'ScaledObject', 'mail-postline-worker')).toMatchObject({
      apiVersion: 'keda.sh/v1alpha1',
      spec: {
        scaleTargetRef: { name: 'mail-postline-worker' },
        minReplicaCount: 2,
        maxReplicaCount: 10,
        triggers: [
          {
            type: 'prometheus',
            metricType: 'AverageValue',
            metadata: {
              serverAddress: 'http://prometheus.monitoring:9090',
              query:
                'sum(max by (topic, lane, partition) (postline_stream_lag{namespace="apps",pod=~"mail-postline-.*"}))',
              threshold: '500',
              ignoreNullValues: 'false',
            },
          },
        ],
      },
    })
    const external = parseManifests(await render([...FULL, '--set', 'worker.autoscaling.kind=external']))
    expect(one(external, 'HorizontalPodAutoscaler', 'mail-postline-worker').spec.metrics).toEqual([
      {
        type: 'External',
        external: { metric: { name: 'postline_stream_lag' }, target: { type: 'AverageValue', averageValue: '500' } },
      },
    ])
    expect(kinds(external)).not.toContain('ScaledObject')
  })

  test('routes and monitors lead to the pods', () => {
    expect(one(full, 'HTTPRoute', 'mail-postline')).toMatchObject({
      apiVersion: 'gateway.networking.k8s.io/v1',
      spec: {
        parentRefs: [{ name: 'public', namespace: 'gateways' }],
        hostnames: ['mail.example.com'],
        rules: [{ backendRefs: [{ name: 'mail-postline-api', port: 8080 }] }],
      },
    })
    expect(one(full, 'PodMonitor', 'mail-postline')).toMatchObject({
      apiVersion: 'monitoring.coreos.com/v1',
      metadata: { labels: { release: 'prometheus' } },
      spec: { podMetricsEndpoints: [{ port: 'metrics', interval: '30s' }] },
    })
  })

  test('without the SMTP listener nothing of it is left', async () => {
    const manifests = parseManifests(await render([...MINIMAL, '--set', 'smtp.enabled=false']))
    expect(rolesOf(manifests)).toEqual(['api', 'worker', 'scheduler'])
    expect(manifests.filter(({ metadata }) => metadata.name.endsWith('-smtp'))).toEqual([])
    expect(readConfig(environmentOf(manifests, 'api', { folder, secrets: SECRETS })).smtpPort).toBe(0)
  })

  test('the API tells accounts the ports of the Service', () => {
    const ports = (manifests: Manifest[], secrets: Record<string, string>) => {
      const { smtpPort, smtpsPort } = readConfig(environmentOf(manifests, 'api', { folder, secrets }))
      return [smtpPort, smtpsPort]
    }
    expect(ports(minimal, SECRETS)).toEqual([587, 0])
    expect(ports(full, one(full, 'Secret', 'mail-postline').stringData!)).toEqual([587, 465])
  })
})
