import { rmSync } from 'node:fs'
import { chmod } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BuiltProgram, freePort, Program } from '../support/built-program.js'
import { helm, type Manifest, parseManifests, render, valuesFile } from '../support/kubernetes-tools.js'
import { makeReadOnly, nobody } from '../support/nobody.js'
import { makeScratch } from '../support/scratch.js'
import { copyProgram } from '../support/shared-program.js'
import { aSend, call, eventually, testSettings } from '../support/start-app.js'
import { containerOf, deploymentOf, environmentOf, rolesOf } from './helm/deployments.js'

/*
 * The processes of the chart, with the environment of its containers and as a user without rights: every probe of a
 * Deployment is answered by the process that it is for. Only the ports are others, because these are of one machine.
 */

const adminKey = `sk_live_${'k'.repeat(40)}`

interface Probe {
  httpGet?: { path: string; port: string }
  tcpSocket?: { port: string }
}

describe.skipIf(helm === null)('the processes of the chart', () => {
  let folder: string
  let built: BuiltProgram
  let manifests: Manifest[]
  const environments = new Map<string, Record<string, string>>()
  const programs = new Map<string, Program>()
  /** The port of this machine for each port of each role, like `api:http`. */
  const ports = new Map<string, number>()

  beforeAll(async () => {
    folder = await makeScratch('chart-processes')
    built = await copyProgram()
    await makeReadOnly(built.root)
    manifests = parseManifests(await render([...valuesFile('minimal'), '--set', 'migration.enabled=true']))
    const { MONGODB_URI, REDIS_URL, REDIS_PREFIX, ENCRYPTION_KEY } = testSettings()
    const secrets = {
      ...{ MONGODB_URI: MONGODB_URI!, REDIS_URL: REDIS_URL!, ENCRYPTION_KEY: ENCRYPTION_KEY! },
      ...{ BOOTSTRAP_ADMIN_KEY: adminKey, CALLBACK_SECRET: 'c'.repeat(40), SESSION_SECRET: 's'.repeat(40) },
    }
    for (const role of rolesOf(manifests)) {
      const env: Record<string, string> = {
        ...environmentOf(manifests, role, { folder, secrets }),
        REDIS_PREFIX: REDIS_PREFIX!,
      }
      for (const { name, containerPort } of containerOf(deploymentOf(manifests, role)).ports) {
        const port = await freePort()
        ports.set(`${role}:${name}`, port)
        for (const [variable, value] of Object.entries(env)) {
          if (value === String(containerPort)) env[variable] = String(port)
        }
      }
      environments.set(role, env)
    }
    // Like the mounted files, these are readable by the user of the container.
    await chmod(folder, 0o755)
    // The Job comes first, and has to be enough: the others do not migrate.
    const [node, script, ...args] = containerOf(deploymentOf(manifests, 'migration')).command
    expect(node).toBe('node')
    const env = environmentOf(manifests, 'migration', { folder, secrets })
    const migration = new Program(join(built.root, script), { args, env, cwd: '/', ...nobody })
    expect(await migration.ended, migration.output).toBe(0)
    for (const [role, env] of environments) programs.set(role, new Program(built.main, { env, cwd: '/', ...nobody }))
  })
  afterAll(async () => {
    await Promise.all([...programs.values()].map((program) => program.dispose()))
    await built?.remove()
    rmSync(folder, { recursive: true, force: true })
  })

  /** Whether a probe succeeds, as the kubelet would see it. */
  function succeeds(role: string, { httpGet, tcpSocket }: Probe): Promise<boolean> {
    const port = ports.get(`${role}:${httpGet?.port ?? tcpSocket?.port}`)!
    if (httpGet) {
      return fetch(`http://127.0.0.1:${port}${httpGet.path}`).then(
        ({ status }) => status === 200,
        () => false,
      )
    }
    return new Promise((resolve) => {
      const socket = connect(port, '127.0.0.1')
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
      socket.once('connect', () => socket.destroy())
    })
  }

  test.each(['api', 'worker', 'scheduler', 'smtp'])('every probe of the role %s is answered', async (role) => {
    const { startupProbe, livenessProbe, readinessProbe } = containerOf(deploymentOf(manifests, role))
    const program = programs.get(role)!
    for (const probe of [startupProbe, livenessProbe, readinessProbe]) {
      await eventually(`${role} answers ${JSON.stringify(probe)}`, async () => {
        if (!program.isRunning) throw new Error(program.output)
        return succeeds(role, probe)
      })
    }
    const ready: Probe = { httpGet: { path: '/readyz', port: 'metrics' } }
    await eventually(`${role} is ready`, () => succeeds(role, ready))
  })

  test('a mail that the API takes is delivered by the worker', async () => {
    const url = `http://127.0.0.1:${ports.get('api:http')}`
    const made = await call(url, 'POST', '/v1/keys', { key: adminKey, body: { scope: 'admin', test_mode: true } })
    const sent = await call(url, 'POST', '/v1/send', { key: made.body.key, body: aSend() })
    expect(sent.status, JSON.stringify(sent.body)).toBe(201)
    await eventually('it is delivered', async () => {
      const message = await call(url, 'GET', `/v1/messages/${sent.body.id}`, { key: adminKey })
      return message.body.status === 'delivered'
    })
  })

  test('every process ends in the time that its pod has', async () => {
    for (const program of programs.values()) program.signal('SIGTERM')
    for (const [role, program] of programs) expect(await program.ended, `${role}: ${program.output}`).toBe(0)
  })
})
