import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { BinaryCache, findBinary } from '@postline/embedded'
import mongoose from 'mongoose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../support/built-program.js'
import { makeScratch } from '../support/scratch.js'
import { aSend, eventually, startApp, type TestApp } from '../support/start-app.js'

/*
 * The three members of docker-compose.yml, as plain processes: made a replica set by the script that compose
 * runs, and then robbed of their primary.
 */

const run = promisify(execFile)

/** Time in which the members that are left elect a new primary, and what waited is done. */
const ELECTION_MS = 90_000
const password = randomBytes(12).toString('hex')

let folder: string
let ports: number[]
let members: ChildProcess[]
let app: TestApp | undefined

beforeAll(async () => {
  folder = await makeScratch('members')
  const context = { cache: await BinaryCache.open(process.env, folder), env: process.env, say: () => undefined }
  const binary = await findBinary('mongodb', { ...context, idleMs: 60_000 })
  await writeFile(join(folder, 'key'), randomBytes(48).toString('hex'), { mode: 0o400 })
  ports = await Promise.all([freePort(), freePort(), freePort()])
  members = await Promise.all(ports.map((port) => startMember(binary, port)))
}, 120_000)
afterAll(async () => {
  await app?.close()
  for (const member of members) await end(member, 'SIGKILL')
  await rm(folder, { recursive: true, force: true })
})

test('a script makes three fresh members a replica set with a user, and does no harm when it is run again', async () => {
  expect(await initReplicaSet(password)).toContain('is ready')
  expect(await initReplicaSet(password)).toContain('is ready')
  await expect(initReplicaSet('another')).rejects.toThrow('cannot log in')
}, 180_000)

test(
  'the death of the primary costs seconds, and nothing that was accepted',
  async () => {
    app = await startApp({ MONGODB_URI: uri(), DISPATCH_TIMEOUT_MS: '2000' })
    const key = await app.key('admin', true)
    const before = await sendAll(app, key, 50)
    const victim = await primary()

    const during = sendAll(app, key, 50)
    await end(members[victim]!, 'SIGKILL')
    const after = await sendAll(app, key, 50)
    for (const id of [...before, ...(await during), ...after]) {
      await eventually(
        `${id} is delivered`,
        async () => (await timelineOf(id)).join() === 'sent,delivered',
        ELECTION_MS,
      )
    }
    expect(await primary()).not.toBe(victim)
    expect(await app.app.models.messages.countDocuments()).toBe(150)

    async function timelineOf(id: string): Promise<string[]> {
      const { body } = await app!.call('GET', `/v1/messages/${id}`)
      return (body.events ?? []).map((event: { type: string }) => event.type)
    }
  },
  3 * ELECTION_MS,
)

/** Sends, and repeats with the same idempotency key until it is accepted, as every caller should. */
async function sendAll({ call }: TestApp, key: string, count: number): Promise<string[]> {
  const requests = Array.from({ length: count }, () => aSend())
  return Promise.all(
    requests.map((body) =>
      eventually(
        'a send is accepted',
        async () => {
          const answer = await call('POST', '/v1/send', { key, body }).catch(() => null)
          if (answer?.status === 201) return answer.body.id as string
          await new Promise((resolve) => setTimeout(resolve, 200))
          return null
        },
        ELECTION_MS,
      ),
    ),
  )
}

async function startMember(binary: string, port: number): Promise<ChildProcess> {
  const data = join(folder, String(port))
  await mkdir(data)
  const args = ['--port', String(port), '--bind_ip', '127.0.0.1', '--nounixsocket', '--dbpath', data]
  const small = ['--wiredTigerCacheSizeGB', '0.25', '--oplogSize', '64']
  const options = ['--replSet', 'rs0', '--keyFile', join(folder, 'key'), ...small]
  const member = spawn(binary, [...args, ...options], { env: { ...process.env, LC_ALL: 'C' }, stdio: 'ignore' })
  await eventually('a member listens', () => hello(port).catch(() => null), 60_000)
  return member
}

async function end(member: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (member.exitCode !== null || member.signalCode !== null) return
  const ended = once(member, 'exit')
  member.kill(signal)
  await ended
}

async function hello(port: number): Promise<{ isWritablePrimary: boolean }> {
  const options = { directConnection: true, serverSelectionTimeoutMS: 1_000 }
  const client = new mongoose.mongo.MongoClient(`mongodb://127.0.0.1:${port}/`, options)
  try {
    return (await client.db('admin').command({ hello: 1 })) as unknown as { isWritablePrimary: boolean }
  } finally {
    await client.close()
  }
}

/** Which of the members is the primary. */
async function primary(): Promise<number> {
  const answers = await Promise.all(ports.map((port) => hello(port).catch(() => null)))
  return answers.findIndex((answer) => answer?.isWritablePrimary)
}

async function initReplicaSet(secret: string): Promise<string> {
  const env = { MONGO_PORT: String(ports[0]), MONGO_MEMBERS: hosts().join(), MONGO_PASSWORD: secret }
  const { stdout } = await run(process.execPath, ['deploy/init-replica-set.mjs'], { env })
  return stdout
}

function uri(): string {
  return `mongodb://postline:${password}@${hosts().join()}/members?replicaSet=rs0&authSource=admin`
}

function hosts(): string[] {
  return ports.map((port) => `127.0.0.1:${port}`)
}
