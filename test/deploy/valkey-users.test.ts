import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { BinaryCache, findBinary } from '@postline/embedded'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { schedulerSeenMs } from '../../src/streams/engine/last-seen.js'
import { freePort } from '../support/built-program.js'
import { makeScratch } from '../support/scratch.js'
import { aSend, eventually, startApp, type TestApp } from '../support/start-app.js'

/* Valkey with the command line of docker-compose.yml and the users of deploy/make-secrets.sh, as a plain process. */

let folder: string
let url: string
let server: ChildProcess
let app: TestApp | undefined
const clients: Redis[] = []

beforeAll(async () => {
  folder = await makeScratch('valkey')
  await promisify(execFile)('deploy/make-secrets.sh', [join(folder, 'secrets')])
  const port = await freePort()
  url = (await readFile(join(folder, 'secrets/redis_url'), 'utf8')).trim().replace('valkey:6379', `127.0.0.1:${port}`)
  server = await startValkey(port)
})
afterAll(async () => {
  await app?.close()
  for (const client of clients) client.disconnect()
  const ended = once(server, 'exit')
  server.kill('SIGKILL')
  await ended
  await rm(folder, { recursive: true })
})

test("the service's user can do everything that the service needs", async () => {
  app = await startApp({ REDIS_URL: url, REDIS_PREFIX: 'postline', RATE_LIMIT_PER_SECOND: '1000' })
  const { call } = app
  const key = await app.testKey()
  const { body } = await call('POST', '/v1/send', { key, body: aSend() })
  await eventually('the mail is delivered', async () => {
    const { body: message } = await call('GET', `/v1/messages/${body.id}`)
    return message.events?.some(({ type }: { type: string }) => type === 'delivered')
  })
  // For the doctor.
  expect(await schedulerSeenMs(connect(url), 'postline')).not.toBeNull()
  const { status, headers } = await call('GET', '/v1/messages', { key })
  expect({ status, limit: headers.get('x-ratelimit-limit') }).toEqual({ status: 200, limit: '1000' })
})

test('it cannot administer the server or access other keys', async () => {
  const redis = connect(url)
  await redis.set('postline:v1:test', '1')
  const forbidden = [
    ['FLUSHALL'],
    ['CONFIG', 'GET', 'dir'],
    ['KEYS', '*'],
    ['ACL', 'LIST'],
    ['SHUTDOWN'],
    ['CLIENT', 'LIST'],
    ['FUNCTION', 'LIST'],
    ['GET', 'other:key'],
    ['SET', 'other:key', '1'],
    ['PUBLISH', 'postline:v1', 'x'],
  ]
  for (const [command, ...args] of forbidden) {
    await expect(redis.call(command!, ...args), command).rejects.toThrow('NOPERM')
  }
})

test('without a password only PING is allowed', async () => {
  const nobody = connect(url.replace(/\/\/.*@/, '//'))
  await expect(nobody.ping()).rejects.toThrow('NOAUTH')
  const health = connect(url.replace(/\/\/.*@/, '//health:none@'))
  expect(await health.ping()).toBe('PONG')
  await expect(health.get('postline:v1:test')).rejects.toThrow('NOPERM')
})

function connect(address: string): Redis {
  const client = new Redis(address, { enableReadyCheck: false, retryStrategy: () => null })
  client.on('error', () => undefined)
  clients.push(client)
  return client
}

async function startValkey(port: number): Promise<ChildProcess> {
  const context = { cache: await BinaryCache.open(process.env, folder), env: process.env, say: () => undefined }
  const binary = await findBinary('redis', { ...context, idleMs: 60_000 })
  const { services } = parse(await readFile('docker-compose.yml', 'utf8'), { merge: true, maxAliasCount: 1_000 })
  const command = services.valkey.command.map((argument: string) =>
    argument.replace('/run/secrets', join(folder, 'secrets')).replace('/data', folder),
  )
  const process_ = spawn(binary, [...command, '--port', String(port), '--bind', '127.0.0.1'], { stdio: 'ignore' })
  await eventually('Valkey answers', async () => {
    const health = connect(`redis://health:none@127.0.0.1:${port}`)
    return health.ping().catch(() => null)
  })
  return process_
}
