import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { mongo } from 'mongoose'
import { freePort } from '../../support/built-program.js'
import { MemberLinks } from '../network/member-links.js'
import { Child } from './child.js'
import { type SmallDisk, smallDisk } from './small-disk.js'

const NAME = 'endurance'
const MEMBERS = 3
/** Quicker than by default, so that a run sees many elections. */
const SETTINGS = { electionTimeoutMillis: 5_000, heartbeatIntervalMillis: 1_000, heartbeatTimeoutSecs: 5 }
const HEALTHY_WITHIN_MS = 240_000
/** A member that has no state for so long is started again. */
const LOST_AFTER_MS = 30_000
const DISK_MIB = 1_536

export interface Member {
  /** The port of its address in the replica set. */
  address: number
  /** The port that it listens on. */
  port: number
  child: Child
  disk: SmallDisk
  logFile: string
  client: mongo.MongoClient
}

/** A MongoDB replica set of three members, each with a disk of its own. */
export class ReplicaSet {
  readonly members: Member[] = []
  readonly links = new MemberLinks()

  /** Starts all members and waits for the first election. */
  async start(binary: string, folder: string): Promise<void> {
    for (let index = 0; index < MEMBERS; index += 1) await this.#add(binary, folder, index)
    await Promise.all(this.members.map(({ child }) => child.start()))
    const members = this.members.map(({ address }, _id) => ({ _id, host: `127.0.0.1:${address}` }))
    await this.#command(this.members[0]!, { replSetInitiate: { _id: NAME, members, settings: SETTINGS } })
    await this.healthy()
  }

  /** For the service, of any database. */
  uri(database: string): string {
    const hosts = this.members.map(({ address }) => `127.0.0.1:${address}`).join()
    return `mongodb://${hosts}/${database}?replicaSet=${NAME}`
  }

  async stepDown(index: number): Promise<void> {
    const command = { replSetStepDown: 10, secondaryCatchUpPeriodSecs: 5, force: true }
    await this.#command(this.members[index]!, command).catch(() => undefined)
  }

  /** Starts a member that has ended. */
  async restart(index: number): Promise<void> {
    const { child } = this.members[index]!
    if (!child.isRunning) await child.start()
    await this.healthy()
  }

  /** Waits until all members are there and one is primary. Returns which. */
  async healthy(): Promise<number> {
    const deadline = Date.now() + HEALTHY_WITHIN_MS
    let [states, seenAt] = [[] as string[], this.members.map(() => Date.now())]
    while (Date.now() < deadline) {
      states = await this.#states()
      const others = states.filter((state) => state === 'SECONDARY').length
      if (states.includes('PRIMARY') && others === MEMBERS - 1) return states.indexOf('PRIMARY')
      seenAt = states.map((state, index) => (state ? Date.now() : seenAt[index]!))
      // On a busy machine a member may not find itself in the set when it starts. It would not look again.
      const lost = seenAt.findIndex((at) => Date.now() - at > LOST_AFTER_MS)
      if (lost >= 0) await this.#startAgain(lost)
      if (lost >= 0) seenAt[lost] = Date.now()
      await delay(200)
    }
    throw new Error(`the replica set does not recover: ${states.join()}`)
  }

  /** How often a member took back writes that no majority had. */
  async rollbacks(): Promise<number> {
    const logs = await Promise.all(this.members.map(({ logFile }) => readFile(logFile, 'utf8')))
    return logs.reduce((sum, log) => sum + log.split('"msg":"Rollback summary"').length - 1, 0)
  }

  async close(): Promise<void> {
    await Promise.all(this.members.map(({ client }) => client.close().catch(() => undefined)))
    await Promise.all(this.members.map(({ child }) => child.kill()))
    this.links.close()
    for (const { disk } of this.members) await disk.remove()
  }

  async #add(binary: string, folder: string, index: number): Promise<void> {
    const name = `mongod-${index + 1}`
    const port = await freePort()
    const disk = await smallDisk(join(folder, name), DISK_MIB)
    const logFile = join(folder, `logs/${name}.log`)
    const child = new Child(name, logFile, {
      program: binary,
      args: [
        ...['--port', String(port), '--bind_ip', '127.0.0.1', '--nounixsocket', '--dbpath', disk.path],
        ...['--replSet', NAME, '--wiredTigerCacheSizeGB', '0.5', '--oplogSize', '256'],
        ...['--setParameter', 'diagnosticDataCollectionEnabled=false', '--slowOpSampleRate', '0'],
        ...['--setParameter', 'transactionLifetimeLimitSeconds=10'],
      ],
      env: { PATH: process.env.PATH! },
      ready: 'Waiting for connections',
    })
    const address = await this.links.add({ port, pid: () => child.pid })
    const options = { directConnection: true, serverSelectionTimeoutMS: 2_000, socketTimeoutMS: 5_000 }
    const client = new mongo.MongoClient(`mongodb://127.0.0.1:${port}/admin`, options)
    this.members.push({ address, port, child, disk, logFile, client })
  }

  async #startAgain(index: number): Promise<void> {
    const { child } = this.members[index]!
    await child.kill()
    await child.start()
  }

  #command(member: Member, command: mongo.BSON.Document): Promise<mongo.BSON.Document> {
    return member.client.db('admin').command(command)
  }

  /** The state of each member, as itself sees it; empty for one that does not answer. */
  #states(): Promise<string[]> {
    return Promise.all(
      this.members.map(async (member) => {
        if (!member.child.isRunning) return ''
        const status = await this.#command(member, { replSetGetStatus: 1 }).catch(() => null)
        const self = status?.members?.find(({ self }: { self?: boolean }) => self)
        return String(self?.stateStr ?? '')
      }),
    )
  }
}
