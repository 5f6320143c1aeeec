import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { prepareDataDir } from '../src/data-dir.js'
import type { RuntimeAddresses } from '../src/index.js'
import { keepPasswords } from '../src/passwords.js'
import { redisSpec } from '../src/redis-server.js'
import { becomePrimary } from '../src/replica-set.js'
import { ServerProcess } from '../src/server-process.js'
import { startOldServers } from './old-servers.js'
import { read, startServers, temporaryFolder, withMongo, withRedis, write } from './support.js'

/** The address of a server, with another password or none. */
function disguised(address: string, password: string | null): string {
  const url = new URL(address)
  url.username = password === null ? '' : url.username
  url.password = password ?? ''
  return url.toString()
}

const passwordsOf = ({ mongoUri, redisUrl }: RuntimeAddresses) =>
  [mongoUri, redisUrl].map((uri) => new URL(uri).password)

const REDIS_COMMANDS: [string, string[]][] = [
  ['KEYS', ['*']],
  ['CONFIG', ['GET', '*']],
  ['MONITOR', []],
]

test('nobody without the password can read, write or administer', async () => {
  const servers = await startServers(await temporaryFolder())
  await write(servers, 'private')
  for (const wrong of [null, 'x'.repeat(43)]) {
    const mongoUri = disguised(servers.mongoUri, wrong)
    const refusal = wrong ? /Authentication failed/ : /requires authentication/
    await withMongo(mongoUri, async (client) => {
      await expect(client.db().collection('kept').findOne()).rejects.toThrow(refusal)
      await expect(client.db().collection('kept').insertOne({})).rejects.toThrow(refusal)
      await expect(client.db('admin').command({ listDatabases: 1 })).rejects.toThrow(refusal)
      await expect(client.db('admin').command({ createUser: 'me', pwd: 'me', roles: ['root'] })).rejects.toThrow()
    })
    for (const [command, args] of REDIS_COMMANDS) {
      await withRedis(disguised(servers.redisUrl, wrong), async (client) => {
        await expect(client.call(command, args)).rejects.toThrow(/NOAUTH|WRONGPASS/)
      })
    }
  }
  expect(await read(servers)).toEqual({ mongo: ['private'], redis: ['private'] })
})

test('a new mongod without users lets nobody in from the same machine', async () => {
  const servers = await startServers(await temporaryFolder())
  await withMongo(servers.mongoUri, (client) => client.db('admin').command({ dropUser: 'postline' }))
  const intruder = { createUser: 'me', pwd: 'me', roles: ['root'] }
  await withMongo(disguised(servers.mongoUri, null), (client) =>
    expect(client.db('admin').command(intruder)).rejects.toThrow('requires authentication'),
  )
})

test('passwords differ from folder to folder and stay the same from start to start', async () => {
  const dataDir = await temporaryFolder()
  const first = await startServers(dataDir)
  await first.close()
  const second = await startServers(dataDir)
  const other = await startServers(await temporaryFolder())
  expect(passwordsOf(second)).toEqual(passwordsOf(first))
  expect(new Set([...passwordsOf(first), ...passwordsOf(other)]).size).toBe(4)
})

test('others can neither open the data folder nor read the passwords anywhere else', async () => {
  const dataDir = await temporaryFolder()
  await chmod(dataDir, 0o755)
  await writeFile(join(dataDir, 'passwords.json'), '{}', { mode: 0o644 })
  const servers = await startServers(dataDir)
  await write(servers, 'private')
  const modes = await Promise.all(
    ['.', ...(await readdir(dataDir))].map(async (name) => {
      const entry = await stat(join(dataDir, name))
      return [name, entry.isDirectory() ? entry.mode & 0o777 : entry.mode & 0o177]
    }),
  )
  const folders = ['.', 'mongo', 'redis']
  expect(modes).toEqual(modes.map(([name]) => [name, folders.includes(String(name)) ? 0o700 : 0]))

  const [mongo = '', redis = ''] = passwordsOf(servers)
  const commandLines = execFileSync('ps', ['-A', '-ww', '-o', 'args='], { encoding: 'utf8', maxBuffer: 1e8 })
  expect(commandLines).toContain(dataDir)
  for (const password of [mongo, redis]) expect(commandLines).not.toContain(password)
  const key = (await readFile(join(dataDir, 'mongo.key'), 'utf8')).trim()
  const telling = await filesWith(dataDir, [mongo, redis, key])
  expect(telling.sort()).toEqual(['mongo.key', 'passwords.json', 'redis.conf', 'runtime.json'])
})

/** The files of a folder and below that contain one of these texts. */
async function filesWith(folder: string, texts: string[]): Promise<string[]> {
  const names = await readdir(folder, { recursive: true })
  const found = await Promise.all(
    names.map(async (name) => {
      const content = await readFile(join(folder, name), 'latin1').catch(() => '')
      return texts.some((text) => content.includes(text)) ? name : []
    }),
  )
  return found.flat()
}

test.each([
  ['that was closed', 'SIGTERM'],
  ['whose servers were killed', 'SIGKILL'],
] as const)('a folder from before there were passwords, %s, keeps its data and gets them', async (_how, signal) => {
  const dataDir = await temporaryFolder()
  const old = await startOldServers(dataDir)
  await write(old, 'before')
  // The file of Valkey reaches the disk each second.
  await withRedis(old.redisUrl, (client) => client.call('WAITAOF', 1, 0, 5_000))
  await old.end(signal)
  const servers = await startServers(dataDir)
  expect(new URL(servers.mongoUri).port).toBe(new URL(old.mongoUri).port)
  expect(await read(servers)).toEqual({ mongo: ['before'], redis: ['before'] })
  await expect(read(old)).rejects.toThrow('requires authentication')
})

test('servers without passwords that an earlier version left running are replaced by closed ones', async () => {
  const dataDir = await temporaryFolder()
  const old = await startOldServers(dataDir)
  await write(old, 'before')
  const servers = await startServers(dataDir)
  expect(await read(servers)).toEqual({ mongo: ['before'], redis: ['before'] })
  await withRedis(old.redisUrl, (client) => expect(client.keys('*')).rejects.toThrow('NOAUTH'))
})

test('if the passwords are lost or damaged, the next start makes others and has the data', async () => {
  const dataDir = await temporaryFolder()
  const first = await startServers(dataDir)
  await write(first, 'before')
  await first.close()
  await rm(join(dataDir, 'passwords.json'))
  const second = await startServers(dataDir)
  expect(await read(second)).toEqual({ mongo: ['before'], redis: ['before'] })
  await second.close()
  await writeFile(join(dataDir, 'passwords.json'), '{"mongo":"short","redis":"a b\\nrequirepass x"}')
  const third = await startServers(dataDir)
  expect(await read(third)).toEqual({ mongo: ['before'], redis: ['before'] })
  expect(new Set([first, second, third].flatMap(passwordsOf)).size).toBe(6)
})

test('a stranger who has taken the port of a server learns no password', async () => {
  const folder = await temporaryFolder()
  const binary = join(folder, 'valkey-server')
  await writeFile(binary, '#!/bin/sh\nexec sleep 60\n', { mode: 0o755 })
  const strangers: Socket[] = []
  const stranger = createServer((socket) => void strangers.push(socket)).listen(0, '127.0.0.1')
  await once(stranger, 'listening')
  onTestFinished(() => void stranger.close())
  const { port } = stranger.address() as { port: number }
  const paths = await prepareDataDir(folder)
  const passwords = await keepPasswords(paths.passwords)
  const settings = { binary, paths, passwords, env: process.env, preference: {}, say: () => {}, ephemeral: true }
  const spec = await redisSpec(settings)
  const server = ServerProcess.start(spec.command(port))
  onTestFinished(() => server.stop())
  expect(await spec.isReady(port, server)).toBe(false)
  expect(strangers).toEqual([])
})

test('a mongod with another key is not taken for our own', async () => {
  const servers = await startServers(await temporaryFolder())
  const port = Number(new URL(servers.mongoUri).port)
  const access = { key: 'another', password: 'another' }
  expect(await becomePrimary(port, access, () => true)).toBe(false)
  await expect(withMongo(servers.mongoUri, (client) => client.db().collection('kept').findOne())).resolves.toBeNull()
})
