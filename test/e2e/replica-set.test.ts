import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { BinaryCache, findBinary } from '@postline/embedded'
import mongoose from 'mongoose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../support/built-program.js'
import { makeScratch } from '../support/scratch.js'
import { aSend, eventually, startApp, type TestApp } from '../support/start-app.js'

/*
 * The three members of docker-compose.yml, as plain processes: made a replica set by the script that Compose runs, with
 * the secrets of deploy/make-secrets.sh. Then their primary is killed.
 */

const run = promisify(execFile)

/** Time for the remaining members to elect a new primary and for waiting work to finish. */
const ELECTION_MS = 90_000

let folder: string
let ports: number[]
let members: ChildProcess[]
let app: TestApp | undefined

beforeAll(async () => {
  folder = await makeScratch('members')
  const context = { cache: await BinaryCache.open(process.env, folder), env: process.env, say: () => undefined }
  const binary = await findBinary('mongodb', { ...context, idleMs: 60_000 })
  await run('deploy/make-secrets.sh', [join(folder, 'secrets')])
  await writeFile(join(folder, 'key'), await secret('mongo_key'), { mode: 0o400 })
  ports = await Promise.all([freePort(), freePort(), freePort()])
  members = await Promise.all(ports.map((port) => startMember(binary, port)))
})
afterAll(async () => {
  await app?.close()
  for (const member of members) await end(member, 'SIGKILL')
  await rm(folder, { recursive: true, force: true })
})

test('the script turns three new members into a replica set with users, and can be run again', async () => {
  expect(await initReplicaSet()).toContain('is ready')
  expect(await initReplicaSet()).toContain('is ready')
  const another = join(folder, 'another')
  await writeFile(another, 'another')
  for (const [variable, user] of [
    ['MONGO_ADMIN_PASSWORD_FILE', 'admin'],
    ['MONGO_PASSWORD_FILE', 'postline'],
    ['MONGO_BACKUP_PASSWORD_FILE', 'backup'],
  ] as const) {
    await expect(initReplicaSet({ [variable]: another })).rejects.toThrow(`${user} cannot log in`)
  }
  await expect(initReplicaSet({ MONGO_PASSWORD_FILE: '/nowhere' })).rejects.toThrow(
    'MONGO_PASSWORD_FILE must name a file',
  )
})

test("the service's user can access only its own database", async () => {
  await asUser('postline', 'mongo_password', async (client) => {
    const db = client.db('postline')
    await db.createCollection('made')
    await db.collection('made').createIndex({ a: 1 })
    await db.collection('made').insertOne({ a: 1 })
    await expect(client.db('other').collection('made').insertOne({ a: 1 })).rejects.toThrow('not authorized')
    await expect(client.db('other').collection('made').findOne()).rejects.toThrow('not authorized')
    await expect(client.db('local').collection('oplog.rs').findOne()).rejects.toThrow('not authorized')
    await expect(db.command({ createUser: 'me', pwd: 'me', roles: [] })).rejects.toThrow('not authorized')
  })
})

test('the back-up user reads everything including the oplog, and cannot write', async () => {
  await asUser('backup', 'mongo_backup_password', async (client) => {
    expect(await client.db('postline').collection('made').findOne()).toMatchObject({ a: 1 })
    expect(await client.db('local').collection('oplog.rs').findOne()).not.toBeNull()
    await expect(client.db('postline').collection('made').insertOne({ a: 2 })).rejects.toThrow('not authorized')
    await expect(client.db('postline').collection('made').drop()).rejects.toThrow('not authorized')
  })
})

test(
  'when the primary dies, service resumes within seconds and no accepted message is lost',
  async () => {
    app = await startApp({ MONGODB_URI: await uri(), DISPATCH_TIMEOUT_MS: '2000' })
    const key = await app.testKey()
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
  await eventually('a member listens', () => hello(port).catch(() => null))
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

/** Returns the member that is the primary. */
async function primary(): Promise<number> {
  const answers = await Promise.all(ports.map((port) => hello(port).catch(() => null)))
  return answers.findIndex((answer) => answer?.isWritablePrimary)
}

async function initReplicaSet(overrides: Record<string, string> = {}): Promise<string> {
  const env = {
    MONGO_PORT: String(ports[0]),
    MONGO_MEMBERS: hosts().join(),
    MONGO_ADMIN_PASSWORD_FILE: secretFile('mongo_admin_password'),
    MONGO_PASSWORD_FILE: secretFile('mongo_password'),
    MONGO_BACKUP_PASSWORD_FILE: secretFile('mongo_backup_password'),
    ...overrides,
  }
  const { stdout } = await run(process.execPath, ['deploy/init-replica-set.mjs'], { env })
  return stdout
}

/** The address made for Compose, with the ports of these members. */
async function uri(): Promise<string> {
  return (await secret('mongodb_uri')).replace('mongo1:27017,mongo2:27017,mongo3:27017', hosts().join())
}

async function asUser(name: string, passwordIn: string, work: (client: Client) => Promise<void>): Promise<void> {
  const auth = { username: name, password: await secret(passwordIn) }
  const client = new mongoose.mongo.MongoClient(`mongodb://${hosts().join()}/?replicaSet=rs0`, {
    auth,
    authSource: 'admin',
  })
  await work(client).finally(() => client.close())
}

type Client = InstanceType<typeof mongoose.mongo.MongoClient>

const secretFile = (name: string) => join(folder, 'secrets', name)
const secret = async (name: string) => (await readFile(secretFile(name), 'utf8')).trim()

function hosts(): string[] {
  return ports.map((port) => `127.0.0.1:${port}`)
}
