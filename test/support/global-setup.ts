import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { dataDirPaths, type EmbeddedServers, endOrphans, identify, startEmbeddedServers } from '@postline/embedded'
import { pino } from 'pino'
import type { TestProject } from 'vitest/node'
import { scratchRoot } from './scratch.js'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Connection string of a replica set; take a database of your own in it. */
    mongoUri: string
    /** Connection string of a Redis-compatible server; take a key prefix of your own in it. */
    redisUrl: string
  }
}

const log = pino({ level: 'silent' })

/** One MongoDB and one Redis-compatible server for the whole run, or those that the environment names. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { MONGODB_URI, REDIS_URL } = process.env
  if (MONGODB_URI && REDIS_URL) {
    project.provide('mongoUri', MONGODB_URI)
    project.provide('redisUrl', REDIS_URL)
    return async () => {}
  }
  const parent = join(scratchRoot(), `postline-test-${process.getuid?.() ?? 0}`)
  await mkdir(parent, { recursive: true, mode: 0o700 })
  await sweep(parent)
  const dataDir = await mkdtemp(join(parent, `${process.pid}-`))
  const servers = await start(dataDir)
  project.provide('mongoUri', servers.mongoUri)
  project.provide('redisUrl', servers.redisUrl)
  return async () => {
    await servers.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function start(dataDir: string): Promise<EmbeddedServers> {
  const say = (line: string) => process.stdout.write(`${line}\n`)
  const external = { mongoUri: process.env.MONGODB_URI, redisUrl: process.env.REDIS_URL }
  return startEmbeddedServers({ dataDir, log, env: process.env, say, ephemeral: true, external })
}

/** A run that was killed could not end its servers: the next one does. */
async function sweep(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    if (identify(Number(name.split('-')[0]))) continue
    await endOrphans(dataDirPaths(join(parent, name)), log)
    await rm(join(parent, name), { recursive: true, force: true })
  }
}
