import { once } from 'node:events'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { readRuntime } from '../src/index.js'
import { identify } from '../src/process-identity.js'
import { holdServers, read, startServers, temporaryFolder, withMongo, write } from './support.js'

async function pidIn(dataDir: string, server: 'mongo' | 'redis'): Promise<number> {
  return JSON.parse(await readFile(join(dataDir, `${server}.pid`), 'utf8')).pid
}

test('data survives a restart, which uses the same ports again', async () => {
  const dataDir = await temporaryFolder()
  const first = await startServers(dataDir)
  await write(first, 'before')
  await first.close()
  const second = await startServers(dataDir)
  expect(second.mongoUri).toBe(first.mongoUri)
  expect(second.redisUrl).toBe(first.redisUrl)
  expect(await read(second)).toEqual({ mongo: ['before'], redis: ['before'] })
})

test("the address in a slow command does not stand in mongod's log", async () => {
  const dataDir = await temporaryFolder()
  const servers = await startServers(dataDir)
  await write(servers, 'row')
  await withMongo(servers.mongoUri, async (client) => {
    const rows = client.db().collection<{ _id: string; email?: string }>('kept')
    const slow = { $expr: { $function: { body: 'function () { sleep(300); return true }', args: [], lang: 'js' } } }
    await rows.find({ ...slow, email: { $ne: 'found@example.net' } }).toArray()
    await rows.updateMany({ ...slow, email: { $ne: 'filtered@example.net' } }, { $set: { email: 'set@example.net' } })
    await rows.aggregate([{ $match: { ...slow, email: { $ne: 'grouped@example.net' } } }]).toArray()
  })
  await servers.close()
  const log = await readFile(join(dataDir, 'mongo.log'), 'utf8')
  expect(log).toContain('Waiting for connections')
  expect(log.split('\n').filter((line) => line.includes('@example.net'))).toEqual([])
})

test('if the previous ports are taken, the servers use others and keep their data', async () => {
  const dataDir = await temporaryFolder()
  const first = await startServers(dataDir)
  await write(first, 'before')
  await first.close()
  for (const address of [first.mongoUri, first.redisUrl]) {
    const squatter = createServer((socket) => socket.destroy()).listen(Number(new URL(address).port), '127.0.0.1')
    await once(squatter, 'listening')
    onTestFinished(() => void squatter.close())
  }
  const second = await startServers(dataDir)
  expect(second.mongoUri).not.toBe(first.mongoUri)
  expect(second.redisUrl).not.toBe(first.redisUrl)
  await write(second, 'moved')
  expect(await read(second)).toEqual({ mongo: ['before', 'moved'], redis: ['before', 'moved'] })
})

test('a killed mongod is reported, and its journaled data is there after the next start', async () => {
  const dataDir = await temporaryFolder()
  const onExit = vi.fn()
  const first = await startServers(dataDir, { onExit })
  await write(first, 'journaled')
  process.kill(await pidIn(dataDir, 'mongo'), 'SIGKILL')
  await vi.waitFor(() => expect(onExit).toHaveBeenCalledWith('MongoDB', 'SIGKILL', null))
  await first.close()
  expect(onExit).toHaveBeenCalledTimes(1)
  const second = await startServers(dataDir)
  expect((await read(second)).mongo).toEqual(['journaled'])
})

test('the next start ends servers orphaned by a killed process and has their data', async () => {
  const dataDir = await temporaryFolder()
  const holder = await holdServers(dataDir)
  await write(holder.servers, 'orphaned')
  const orphans = [await pidIn(dataDir, 'mongo'), await pidIn(dataDir, 'redis')]
  holder.process.kill('SIGKILL')
  await once(holder.process, 'exit')
  expect(orphans.map((pid) => identify(pid)?.pid)).toEqual(orphans)
  expect(await readRuntime(dataDir)).toBeNull()

  const next = await startServers(dataDir)
  expect(orphans.map(identify)).toEqual([null, null])
  expect(await read(next)).toEqual({ mongo: ['orphaned'], redis: ['orphaned'] })
})

test('an orphan is found even if its pid file is lost', async () => {
  const dataDir = await temporaryFolder()
  const holder = await holdServers(dataDir)
  const orphan = await pidIn(dataDir, 'mongo')
  holder.process.kill('SIGKILL')
  await once(holder.process, 'exit')
  await writeFile(join(dataDir, 'mongo.pid'), '')
  await startServers(dataDir)
  expect(identify(orphan)).toBeNull()
})

test('a pid file that names an unrelated process ends nothing', async () => {
  const dataDir = await temporaryFolder()
  await writeFile(join(dataDir, 'mongo.pid'), JSON.stringify(identify(process.ppid)))
  await startServers(dataDir)
  expect(identify(process.ppid)).not.toBeNull()
})

test('a second start on the same folder is refused with the pid of the first', async () => {
  const dataDir = await temporaryFolder()
  const holder = await holdServers(dataDir)
  const refused = startServers(dataDir)
  await expect(refused).rejects.toThrow(`in use by the running process ${holder.process.pid}`)
  await expect(refused).rejects.toHaveProperty('name', 'EmbeddedServerError')
  expect(await readRuntime(dataDir)).toEqual(holder.servers)
  expect(await read(holder.servers)).toEqual({ mongo: [], redis: [] })
  holder.process.kill('SIGTERM')
  const [code] = await once(holder.process, 'exit')
  expect(code).toBe(0)
  await startServers(dataDir)
})

test('closing twice leaves no servers, pid files, lock or runtime file', async () => {
  const dataDir = await temporaryFolder()
  const servers = await startServers(dataDir)
  const pids = [await pidIn(dataDir, 'mongo'), await pidIn(dataDir, 'redis')]
  expect(await readRuntime(dataDir)).toEqual({ mongoUri: servers.mongoUri, redisUrl: servers.redisUrl })
  expect((await stat(dataDir)).isDirectory()).toBe(true)
  await Promise.all([servers.close(), servers.close()])
  expect(pids.map(identify)).toEqual([null, null])
  expect(await readRuntime(dataDir)).toBeNull()
  expect((await readdir(dataDir)).sort()).toEqual([
    ...['mongo', 'mongo.key', 'mongo.log', 'passwords.json', 'ports.json', 'redis', 'redis.conf', 'redis.log'],
  ])
})

test('if a required port is taken, the start fails, names the port and leaves nothing running', async () => {
  const dataDir = await temporaryFolder()
  const squatter = createServer().listen(0, '127.0.0.1')
  await once(squatter, 'listening')
  onTestFinished(() => void squatter.close())
  const { port } = squatter.address() as { port: number }
  await expect(startServers(dataDir, { ports: { mongo: port } })).rejects.toThrow(`Port ${port} for MongoDB is taken`)
  expect((await readdir(dataDir)).filter((name) => /pid|lock|runtime/.test(name))).toEqual([])
})

test('if a server does not start, the message quotes the end of its log', async () => {
  const dataDir = await temporaryFolder()
  const first = await startServers(dataDir)
  await first.close()
  await writeFile(join(dataDir, 'mongo', 'WiredTiger'), 'not what it was')
  await writeFile(join(dataDir, 'mongo', 'WiredTiger.turtle'), 'not what it was')
  const refused = startServers(dataDir)
  await expect(refused).rejects.toHaveProperty('name', 'EmbeddedServerError')
  await expect(refused).rejects.toThrow(/MongoDB did not start[\s\S]*WiredTiger[\s\S]*mongo\.log/)
})

test('an interrupted start stops its servers and frees the folder', async () => {
  const dataDir = await temporaryFolder()
  const calledOff = new AbortController()
  calledOff.abort()
  await expect(startServers(dataDir, { signal: calledOff.signal })).rejects.toThrow('interrupted')
  await startServers(dataDir)
})

test('the address of a server that runs elsewhere is returned unchanged, and none is started instead', async () => {
  const dataDir = await temporaryFolder()
  const redisUrl = 'redis://elsewhere.example:6379'
  const servers = await startServers(dataDir, { external: { redisUrl } })
  expect(servers.redisUrl).toBe(redisUrl)
  expect(await readRuntime(dataDir)).toEqual({ mongoUri: servers.mongoUri, redisUrl })
  expect(await readdir(dataDir)).not.toContain('redis.pid')
})
