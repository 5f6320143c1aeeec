import { randomBytes } from 'node:crypto'
import { chmod, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { dataDirPaths, endOrphans, identify, startEmbeddedServers } from '@postline/embedded'
import mongoose from 'mongoose'
import { pino } from 'pino'
import type { TestProject } from 'vitest/node'
import { startRedisCluster } from './redis-cluster.js'
import { RUN_FOLDER, scratchRoot } from './scratch.js'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Connection string of a replica set; each test uses its own database. */
    mongoUri: string
    /** Connection string of a Redis-compatible server; each test uses its own key prefix. */
    redisUrl: string
    /** The prefix of this run's databases. */
    run: string
    /** The folder of what tests make once and share. */
    shared: string
  }
}

const log = pino({ level: 'silent' })
/** Others may open what they know the name of, and list nothing. */
const SEARCHABLE = 0o711

/**
 * One MongoDB and one Redis-compatible server for the whole run, or those in the environment. `TEST_REDIS=cluster` runs a
 * cluster of three masters in place of the one server, which refuses every command with keys of several slots.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const parent = join(scratchRoot(), `postline-test-${process.getuid?.() ?? 0}`)
  await mkdir(parent, { recursive: true })
  await sweep(parent)
  const dataDir = await mkdtemp(join(parent, `${process.pid}-`))
  process.env[RUN_FOLDER] = dataDir
  const say = (line: string) => process.stdout.write(`${line}\n`)
  const cluster = process.env.TEST_REDIS === 'cluster' ? await startRedisCluster(3, { replicas: false }) : null
  const external = { mongoUri: process.env.MONGODB_URI, redisUrl: cluster?.url ?? process.env.REDIS_URL }
  const servers = await startEmbeddedServers({ dataDir, log, env: process.env, say, ephemeral: true, external })
  // Some tests run the service as nobody, from a folder within. The servers have made theirs private.
  for (const folder of [parent, dataDir]) await chmod(folder, SEARCHABLE)
  const shared = join(dataDir, 'shared')
  await mkdir(shared)
  const run = `test_${randomBytes(4).toString('hex')}`
  project.provide('mongoUri', servers.mongoUri)
  project.provide('redisUrl', servers.redisUrl)
  project.provide('run', run)
  project.provide('shared', shared)
  return async () => {
    if (external.mongoUri) await dropDatabases(external.mongoUri, run)
    await servers.close()
    await cluster?.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Removes all traces from a server in the environment. */
async function dropDatabases(uri: string, prefix: string): Promise<void> {
  const connection = await mongoose.createConnection(uri).asPromise()
  const { databases } = await connection.listDatabases()
  for (const { name } of databases) if (name.startsWith(prefix)) await connection.useDb(name).dropDatabase()
  await connection.close()
}

/** Ends the servers of an earlier run that was killed. */
async function sweep(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    if (identify(Number(name.split('-')[0]))) continue
    await endOrphans(dataDirPaths(join(parent, name)), log)
    await rm(join(parent, name), { recursive: true, force: true })
  }
}
