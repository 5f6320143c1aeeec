import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, connect } from 'node:net'
import { join } from 'node:path'
import { createServer, type Server } from 'node:tls'
import { BinaryCache, findBinary } from '@postline/embedded'
import mongoose from 'mongoose'
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { runChecks } from '../../src/cli/doctor/run-checks.js'
import { freePort, Program } from '../support/built-program.js'
import { startRedisCluster } from '../support/redis-cluster.js'
import { makeScratch } from '../support/scratch.js'
import { aSend, eventually, startApp, testSettings } from '../support/start-app.js'
import { createTestCa } from '../support/test-ca.js'

/*
 * MongoDB and Redis over TLS, both with a certificate authority of their own and both requiring a client certificate.
 * The embedded Valkey is built without TLS, so a proxy adds TLS.
 */

let folder: string
let mongod: ChildProcess
let proxy: Server
let settings: Record<'MONGODB_URI' | 'REDIS_URL' | 'REDIS_TLS_CA_FILE' | 'REDIS_TLS_CERT_FILE', string>
let mongoHost: string
const file = (name: string) => join(folder, name)

beforeAll(async () => {
  folder = await makeScratch('tls')
  const ca = createTestCa()
  const server = ca.issue(['127.0.0.1', 'localhost'])
  const client = ca.issue(['client.example.com'])
  await writeFile(file('ca.pem'), ca.cert)
  await writeFile(file('other-ca.pem'), createTestCa().cert)
  await writeFile(file('server.pem'), server.key + server.cert)
  await writeFile(file('client.pem'), client.key + client.cert)
  proxy = await startProxy(new URL(inject('redisUrl')), { ...server, ca: ca.cert })
  const redis = new URL(inject('redisUrl'))
  redis.port = String((proxy.address() as AddressInfo).port)
  mongoHost = `127.0.0.1:${await freePort()}`
  mongod = await startMongod()
  settings = {
    MONGODB_URI: mongoUri('ca.pem'),
    REDIS_URL: redis.toString().replace('redis:', 'rediss:'),
    REDIS_TLS_CA_FILE: file('ca.pem'),
    REDIS_TLS_CERT_FILE: file('client.pem'),
  }
})
afterAll(async () => {
  proxy?.close()
  const ended = once(mongod, 'exit')
  mongod.kill('SIGKILL')
  await ended
  await rm(folder, { recursive: true, force: true })
})

test('the service works with TLS to MongoDB and Redis, with client certificates', async () => {
  const app = await startApp(settings)
  onTestFinished(() => app.close())
  const { body } = await app.call('POST', '/v1/send', { key: await app.testKey(), body: aSend() })
  await eventually('the mail is delivered', async () => {
    const { body: message } = await app.call('GET', `/v1/messages/${body.id}`)
    return message.events?.some(({ type }: { type: string }) => type === 'delivered')
  })
})

test('the service works with TLS and a password to every node of a cluster', async () => {
  const port = await freePort()
  // A client comes back by the address that the node announces.
  const cluster = await startRedisCluster(1, {
    replicas: false,
    lines: ['cluster-announce-ip 127.0.0.1', `cluster-announce-port ${port}`],
  })
  const ca = createTestCa()
  const server = await startProxy(
    new URL(`redis://${cluster.nodes[0]!.address}`),
    {
      ...ca.issue(['localhost', '127.0.0.1']),
      ca: ca.cert,
    },
    port,
  )
  onTestFinished(async () => {
    server.close()
    await cluster.close()
  })
  await writeFile(file('cluster-ca.pem'), ca.cert)
  const client = ca.issue(['client.example.com'])
  await writeFile(file('cluster-client.pem'), client.key + client.cert)
  const own = {
    // A service makes its first account only in an empty database.
    MONGODB_URI: settings.MONGODB_URI.replace('/postline?', '/cluster?'),
    REDIS_URL: cluster.url.replace('redis+', 'rediss+').replace(/@.*/, `@localhost:${port}`),
    REDIS_TLS_CA_FILE: file('cluster-ca.pem'),
    REDIS_TLS_CERT_FILE: file('cluster-client.pem'),
  }
  const app = await startApp({ ...settings, ...own })
  onTestFinished(() => app.close())
  const { body } = await app.call('POST', '/v1/send', { key: await app.testKey(), body: aSend() })
  await eventually('the mail is delivered', async () => {
    const { body: message } = await app.call('GET', `/v1/messages/${body.id}`)
    return message.status === 'delivered'
  })
  await eventually('it is ready', async () => (await app.call('GET', '/readyz')).status === 200)
  const checks = await runChecks(testSettings({ ...settings, ...own }))
  expect(checks.find((check) => check.name === 'Redis')).toMatchObject({ status: 'ok' })
})

test('the doctor checks both over TLS', async () => {
  const checks = await runChecks(testSettings(settings))
  const status = (name: string) => checks.find((check) => check.name === name)?.status
  expect({ mongo: status('MongoDB'), redis: status('Redis') }).toEqual({ mongo: 'ok', redis: 'ok' })
})

test('a MongoDB certificate of an unknown authority stops the start with one line', async () => {
  const program = start({ MONGODB_URI: mongoUri('other-ca.pem') })
  expect(await program.ended).toBe(1)
  expect(program.stderr).toMatch(/^MongoDB \(MONGODB_URI\) cannot be used: .*certificate.*$/m)
  expect(program.stderr).not.toMatch(/^\s+at /m)
})

test.each([
  ['of an authority other than REDIS_TLS_CA_FILE', { REDIS_TLS_CA_FILE: 'other-ca.pem' }],
  ['of an authority unknown to the system', { REDIS_TLS_CA_FILE: '' }],
])(
  'a Redis with a certificate %s is logged once, and no command is sent to it',
  async (_what, { REDIS_TLS_CA_FILE }) => {
    const program = start({ REDIS_TLS_CA_FILE: REDIS_TLS_CA_FILE && file(REDIS_TLS_CA_FILE) })
    await eventually('the log names it', () => /"use":"producer".*"err":".*certificate/.test(program.stderr))
    expect(program.stderr.match(/"use":"producer".*cannot be used; reconnecting/g)).toHaveLength(1)
  },
)

test('NODE_EXTRA_CA_CERTS can replace REDIS_TLS_CA_FILE', async () => {
  const program = start({ REDIS_TLS_CA_FILE: '', NODE_EXTRA_CA_CERTS: file('ca.pem') })
  await eventually('it has started', () => program.stderr.includes('"msg":"started"'))
  expect(program.stderr).not.toContain('does not answer')
})

function start(overrides: Record<string, string>): Program {
  const env = { ...testSettings({ ...settings, LOG_LEVEL: 'info', ...overrides }), ROLES: 'api' }
  const program = new Program('--import', { args: ['tsx', 'src/main.ts'], env: { PATH: process.env.PATH!, ...env } })
  onTestFinished(() => program.dispose())
  return program
}

function mongoUri(ca: string): string {
  const tls = new URLSearchParams({ tls: 'true', tlsCAFile: file(ca), tlsCertificateKeyFile: file('client.pem') })
  return `mongodb://${mongoHost}/postline?replicaSet=rs0&${tls}`
}

async function startMongod(): Promise<ChildProcess> {
  const context = { cache: await BinaryCache.open(process.env, folder), env: process.env, say: () => undefined }
  const binary = await findBinary('mongodb', { ...context, idleMs: 60_000 })
  await mkdir(file('data'))
  const where = [
    '--port',
    mongoHost.split(':')[1]!,
    '--bind_ip',
    '127.0.0.1',
    '--nounixsocket',
    '--dbpath',
    file('data'),
  ]
  const tls = ['--tlsMode', 'requireTLS', '--tlsCertificateKeyFile', file('server.pem'), '--tlsCAFile', file('ca.pem')]
  const small = ['--replSet', 'rs0', '--wiredTigerCacheSizeGB', '0.25', '--oplogSize', '64']
  const server = spawn(binary, [...where, ...tls, ...small], { env: { ...process.env, LC_ALL: 'C' }, stdio: 'ignore' })
  const config = { _id: 'rs0', members: [{ _id: 0, host: mongoHost }] }
  await eventually('mongod is a replica set', () => runCommand({ replSetInitiate: config }).catch(() => null))
  await eventually('it is the primary', async () => (await runCommand({ hello: 1 })).isWritablePrimary)
  return server
}

async function runCommand(command: Record<string, unknown>) {
  const uri = mongoUri('ca.pem').replace('replicaSet=rs0', 'directConnection=true&serverSelectionTimeoutMS=2000')
  const client = new mongoose.mongo.MongoClient(uri)
  return client
    .db('admin')
    .command(command)
    .finally(() => client.close())
}

/** Terminates TLS in front of a server without TLS. */
async function startProxy(behind: URL, tls: { key: string; cert: string; ca: string }, port = 0): Promise<Server> {
  const server = createServer({ ...tls, requestCert: true, rejectUnauthorized: true }, (socket) => {
    const upstream = connect(Number(behind.port), behind.hostname)
    socket.pipe(upstream).pipe(socket)
    socket.on('error', () => upstream.destroy())
    upstream.on('error', () => socket.destroy())
  }).listen(port, '127.0.0.1')
  await once(server, 'listening')
  return server
}
