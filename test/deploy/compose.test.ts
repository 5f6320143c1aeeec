import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { readConfig, SETTINGS } from '../../src/config.js'

/*
 * There is no Docker where the tests run, so docker-compose.yml is held to its promises as text. What it runs
 * is tested as plain processes in test/e2e.
 */

interface Service {
  image?: string
  user?: string
  init?: boolean
  read_only?: boolean
  privileged?: boolean
  tmpfs?: string[]
  security_opt?: string[]
  cap_drop?: string[]
  cap_add?: string[]
  stop_grace_period?: string
  restart?: string
  healthcheck?: { test?: string[]; disable?: boolean }
  environment?: Record<string, string>
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
}

const source = readFileSync('docker-compose.yml', 'utf8')
const compose: Compose = parse(source, { merge: true })
const services = Object.entries(compose.services)
const own = services.filter(([, service]) => service.environment?.ROLES)

/** What the operator has to set, with harmless values. */
const REQUIRED = {
  BASE_URL: 'https://mail.example.com',
  BOOTSTRAP_ADMIN_KEY: `sk_live_${'a'.repeat(40)}`,
  MONGO_KEY: 'abc123',
  MONGO_PASSWORD: 'abc123',
  VALKEY_PASSWORD: 'abc123',
}

/** Fills in `${NAME:-default}` and `${NAME:?message}` as Compose does. */
function interpolate(text: string, env: Record<string, string>): string {
  return text.replaceAll(/\$\{(\w+):([-?])([^}]*)\}/g, (_all, name: string, kind: string, rest: string) => {
    if (env[name]) return env[name]
    if (kind === '?') throw new Error(`${name}: ${rest}`)
    return rest
  })
}

function environmentOf(service: Service, env: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(service.environment ?? {}).map(([name, value]) => [name, interpolate(value, env)]),
  )
}

const difference = (all: string[], some: string[]) => all.filter((one) => !some.includes(one)).sort()

describe.each(services)('the service %s', (_name, service) => {
  test('runs read-only, without privileges, and is ended gently', () => {
    expect(service.read_only).toBe(true)
    expect(service.security_opt).toContain('no-new-privileges:true')
    expect(service.cap_drop).toEqual(['ALL'])
    expect(service.cap_add).toBeUndefined()
    expect(service.privileged).toBeUndefined()
    expect(service.stop_grace_period).toBe('30s')
  })

  test('runs as somebody without rights', () => {
    // The service's own image names its user itself.
    if (service.image !== 'postline') expect(service.user).toMatch(/^[1-9]\d*:[1-9]\d*$/)
  })

  test('is started again when it fails, and says whether it is well', () => {
    expect(service.restart).toBe(service.healthcheck?.disable ? 'on-failure' : 'unless-stopped')
    if (service.image !== 'postline') expect(service.healthcheck?.test?.length).toBeGreaterThan(0)
  })

  test('names a version of its image', () => {
    if (service.image !== 'postline') expect(service.image).toMatch(/:\d+\.\d+$/)
  })

  test('depends on services, networks and volumes that exist', () => {
    for (const [name, { condition }] of Object.entries(service.depends_on ?? {})) {
      const needed = compose.services[name]
      expect(needed, name).toBeDefined()
      const isHealthy = condition === 'service_healthy'
      expect(isHealthy ? needed?.healthcheck?.test : needed?.restart).toBeTruthy()
      expect(['service_healthy', 'service_completed_successfully']).toContain(condition)
    }
    for (const network of service.networks ?? []) expect(Object.keys(compose.networks)).toContain(network)
    for (const volume of service.volumes ?? []) expect(Object.keys(compose.volumes)).toContain(volume.split(':')[0])
  })
})

describe('the deployment', () => {
  test('has two APIs, two workers, a scheduler and a replica set of three', () => {
    const roles = own.map(([, service]) => service.environment?.ROLES)
    expect(roles.sort()).toEqual(['api', 'api', 'scheduler', 'worker', 'worker'])
    expect(services.filter(([, service]) => service.image?.startsWith('mongo:'))).toHaveLength(3)
  })

  test('gives every process settings that it starts with', () => {
    for (const [name, service] of own) {
      const config = readConfig(environmentOf(service, REQUIRED))
      expect(config.mongodbUri, name).toBe(
        'mongodb://postline:abc123@mongo1:27017,mongo2:27017,mongo3:27017/postline?replicaSet=rs0&authSource=admin',
      )
      expect(config.redisUrl, name).toBe('redis://:abc123@valkey:6379')
      expect(config.roles, name).toHaveLength(1)
    }
  })

  test('takes every setting from the environment but those that are its own business', () => {
    const [, api] = own[0]!
    const decided = ['HOST', 'PORT', 'DATA_DIR', 'METRICS_PORT']
    expect(Object.keys(api.environment!).sort()).toEqual(difference(Object.keys(SETTINGS), decided))
    for (const name of Object.keys(api.environment!)) {
      if (!['MONGODB_URI', 'REDIS_URL', 'ROLES'].includes(name)) expect(api.environment![name]).toContain(`\${${name}:`)
    }
  })

  test('refuses to start without a secret that it needs', () => {
    for (const name of Object.keys(REQUIRED)) {
      expect(() => interpolate(source, { ...REQUIRED, [name]: '' }), name).toThrow(name)
    }
  })

  test('keeps the databases away from the world', () => {
    expect(compose.networks.inside).toEqual({ internal: true })
    for (const [name, service] of services) {
      if (service.image === 'postline') continue
      expect(service.networks, name).toEqual(['inside'])
      expect(service.ports, name).toBeUndefined()
    }
    for (const [name, service] of own) {
      for (const port of service.ports ?? []) expect(port, name).toMatch(/^127\.0\.0\.1:\d+:3000$/)
    }
  })

  test('runs Valkey as the conveyor needs it', () => {
    const [command] = compose.services.valkey!.command!
    expect(command).toContain('--appendonly yes')
    expect(command).toContain('--maxmemory-policy noeviction')
    expect(command).toContain('--requirepass')
  })

  test('is documented with exactly the secrets that it asks for', () => {
    const guide = readFileSync('docs/operating.md', 'utf8')
    for (const name of Object.keys(REQUIRED)) expect(guide).toMatch(new RegExp(`^${name}=`, 'm'))
  })
})
