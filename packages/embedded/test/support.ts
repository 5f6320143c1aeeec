import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { realpath, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { Redis } from 'ioredis'
import { MongoClient } from 'mongodb'
import { onTestFinished } from 'vitest'
import { makeScratch } from '../../../test/support/scratch.js'
import { BinaryCache } from '../src/binary-cache.js'
import { dataDirPaths } from '../src/data-dir.js'
import type { DownloadContext } from '../src/download-context.js'
import {
  type EmbeddedOptions,
  type EmbeddedServers,
  type RuntimeAddresses,
  startEmbeddedServers,
} from '../src/index.js'
import { endOrphans } from '../src/orphans.js'

const log = { info: () => {} }

/** A folder that is removed after the test. */
export async function temporaryFolder(): Promise<string> {
  const folder = await realpath(await makeScratch('embedded'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** Starts servers as a real start does, and closes them after the test. */
export async function startServers(dataDir: string, more: Partial<EmbeddedOptions> = {}): Promise<EmbeddedServers> {
  const servers = await startEmbeddedServers({ dataDir, log, env: process.env, say: () => {}, ...more })
  onTestFinished(() => servers.close())
  return servers
}

/** Writes to both servers, durably. */
export async function write({ mongoUri, redisUrl }: RuntimeAddresses, id: string): Promise<void> {
  const durable = { writeConcern: { w: 'majority', j: true } } as const
  await withMongo(mongoUri, (client) => client.db().collection<{ _id: string }>('kept').insertOne({ _id: id }, durable))
  await withRedis(redisUrl, (client) => client.set(id, 'kept'))
}

/** What has been written to both servers. */
export async function read({ mongoUri, redisUrl }: RuntimeAddresses): Promise<{ mongo: string[]; redis: string[] }> {
  const mongo = await withMongo(mongoUri, (client) => client.db().collection<{ _id: string }>('kept').distinct('_id'))
  return { mongo: mongo.sort(), redis: (await withRedis(redisUrl, (client) => client.keys('*'))).sort() }
}

/** Works with a MongoDB, and closes the connection. */
export async function withMongo<T>(uri: string, work: (client: MongoClient) => Promise<T>): Promise<T> {
  const client = new MongoClient(uri, { serverSelectionTimeoutMS: 5_000 })
  return work(client).finally(() => client.close())
}

/** Works with a Redis, and closes the connection. */
export async function withRedis<T>(url: string, work: (client: Redis) => Promise<T>): Promise<T> {
  const client = new Redis(url, { maxRetriesPerRequest: 0, enableReadyCheck: false, retryStrategy: () => null })
  client.on('error', () => {})
  return work(client).finally(() => client.disconnect())
}

export interface Holder {
  process: ChildProcess
  servers: RuntimeAddresses
}

/** Starts servers from a separate process, which keeps them running until it ends. */
export async function holdServers(dataDir: string): Promise<Holder> {
  const script = fileURLToPath(new URL('hold-servers.ts', import.meta.url))
  const child = spawn(process.execPath, ['--import', 'tsx', script, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await endOrphans(dataDirPaths(dataDir), log)
  })
  const [line] = await once(createInterface(child.stdout), 'line')
  return { process: child, servers: JSON.parse(line) }
}

/** A download context with an empty cache, which records the printed lines. */
export async function downloadContext(
  env: NodeJS.ProcessEnv,
  idleMs = 10_000,
): Promise<DownloadContext & { lines: string[] }> {
  const folder = await temporaryFolder()
  const lines: string[] = []
  const cache = await BinaryCache.open({ XDG_CACHE_HOME: join(folder, 'cache') }, folder)
  return { cache, env, idleMs, say: (line) => void lines.push(line), lines }
}
