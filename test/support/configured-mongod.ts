import { execFile } from 'node:child_process'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { BinaryCache, findBinary } from '@postline/embedded'
import { mongo } from 'mongoose'
import { freePort, isRunning } from './built-program.js'
import { eventually } from './start-app.js'

const run = promisify(execFile)

const REPLICA_SET = 'rs0'
/** Quicker than by default, for a test of less than a minute. */
const ELECTION = { electionTimeoutMillis: 3_000, heartbeatIntervalMillis: 500 }

/** The `mongod` that the tests' own servers are of. */
export async function mongodBinary(folder: string): Promise<string> {
  const context = { cache: await BinaryCache.open(process.env, folder), env: process.env, say: () => undefined }
  return findBinary('mongodb', { ...context, idleMs: 60_000 })
}

/** A member of a replica set with a configuration file, as packages of MongoDB install it: `mongod --config` starts it. */
export class ConfiguredMongod {
  readonly address: string
  readonly config: string
  readonly log: string
  readonly data: string
  readonly #pidFile: string

  private constructor(folder: string, port: number) {
    this.address = `127.0.0.1:${port}`
    this.config = join(folder, 'mongod.conf')
    this.log = join(folder, 'mongod.log')
    this.data = join(folder, 'data')
    this.#pidFile = join(folder, 'mongod.pid')
  }

  /** Writes its configuration into a new folder. @param data its data, if it is elsewhere. */
  static async create(folder: string, data?: string): Promise<ConfiguredMongod> {
    const member = new ConfiguredMongod(folder, await freePort())
    if (data) Object.assign(member, { data })
    await mkdir(folder, { recursive: true })
    await mkdir(member.data, { recursive: true })
    const config = {
      net: { port: Number(member.address.split(':')[1]), bindIp: '127.0.0.1', unixDomainSocket: { enabled: false } },
      storage: { dbPath: member.data, wiredTiger: { engineConfig: { cacheSizeGB: 0.25 } } },
      replication: { replSetName: REPLICA_SET, oplogSizeMB: 64 },
      systemLog: { destination: 'file', path: member.log, logAppend: true },
      processManagement: { fork: true, pidFilePath: member.#pidFile },
      setParameter: { diagnosticDataCollectionEnabled: false },
    }
    // JSON is YAML.
    await writeFile(member.config, JSON.stringify(config))
    return member
  }

  async start(binary: string): Promise<void> {
    await run(binary, ['--config', this.config])
  }

  async pid(): Promise<number> {
    return Number(await readFile(this.#pidFile, 'utf8'))
  }

  /** Kills it, if it runs. */
  async kill(): Promise<void> {
    const pid = await this.pid().catch(() => 0)
    if (pid > 0 && isRunning(pid)) process.kill(pid, 'SIGKILL')
    await this.ended()
  }

  /** Waits until it does not run. */
  async ended(): Promise<void> {
    const pid = await this.pid().catch(() => 0)
    if (pid > 0) await eventually(`mongod ${pid} has ended`, () => !isRunning(pid))
  }

  /** Removes its data, as a new machine has none. */
  async empty(): Promise<void> {
    await rm(this.data, { recursive: true, force: true })
    await mkdir(this.data)
  }

  async isPrimary(): Promise<boolean> {
    const options = { directConnection: true, serverSelectionTimeoutMS: 1_000 }
    const client = new mongo.MongoClient(`mongodb://${this.address}/`, options)
    try {
      return (await client.db('admin').command({ hello: 1 })).isWritablePrimary === true
    } catch {
      return false
    } finally {
      await client.close()
    }
  }
}

/** Makes a replica set of members that run, and waits for its primary. */
export async function initiate(members: readonly ConfiguredMongod[]): Promise<void> {
  const client = new mongo.MongoClient(`mongodb://${members[0]!.address}/`, { directConnection: true })
  try {
    const hosts = members.map(({ address: host }, _id) => ({ _id, host }))
    const config = { _id: REPLICA_SET, members: hosts, settings: ELECTION }
    await client.db('admin').command({ replSetInitiate: config })
  } finally {
    await client.close()
  }
  await primaryOf(members)
}

export function primaryOf(members: readonly ConfiguredMongod[]): Promise<ConfiguredMongod> {
  return eventually('a member is the primary', async () => {
    const are = await Promise.all(members.map((member) => member.isPrimary()))
    return members[are.indexOf(true)] ?? null
  })
}

/** For a database of a replica set. */
export const uriOf = (members: readonly ConfiguredMongod[], database: string): string =>
  `mongodb://${members.map(({ address }) => address).join()}/${database}?replicaSet=${REPLICA_SET}`
