import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { BinaryCache, findBinary } from '@postline/embedded'
import { mongo } from 'mongoose'
import { freePort } from '../built-program.js'
import { makeScratch } from '../scratch.js'
import { eventually } from '../start-app.js'
import { type Member, Router } from './router.js'

/** A cluster of two shards with one member each, and their configuration server. */
export interface ShardCluster {
  /** Leads to the router. */
  uri: string
  router: Router
  /** Connections to the shards themselves, by their names. */
  shards: Record<'rs0' | 'rs1', mongo.MongoClient>
  close(): Promise<void>
}

const DATABASE = 'postline'

export async function startShardCluster(): Promise<ShardCluster> {
  const folder = await makeScratch('cluster')
  const context = { cache: await BinaryCache.open(process.env, folder), env: process.env, say: () => undefined }
  const binary = await findBinary('mongodb', { ...context, idleMs: 60_000 })
  const servers: ChildProcess[] = []
  const clients: mongo.MongoClient[] = []
  let router: Router | null = null
  const close = async () => {
    await router?.close()
    await Promise.all(clients.map((client) => client.close()))
    await Promise.all(servers.map(end))
    await rm(folder, { recursive: true, force: true })
  }
  const start = async (name: string, role: '--configsvr' | '--shardsvr') => {
    const port = await freePort()
    await mkdir(join(folder, name))
    const where = ['--port', String(port), '--bind_ip', '127.0.0.1', '--nounixsocket', '--dbpath', join(folder, name)]
    const small = ['--replSet', name, '--wiredTigerCacheSizeGB', '0.25', '--oplogSize', '64']
    const quiet = ['--setParameter', 'diagnosticDataCollectionEnabled=false']
    const env = { ...process.env, LC_ALL: 'C' }
    servers.push(spawn(binary, [role, ...where, ...small, ...quiet], { env, stdio: 'ignore' }))
    const client = new mongo.MongoClient(`mongodb://127.0.0.1:${port}/?directConnection=true`)
    clients.push(client)
    const config = { _id: name, configsvr: role === '--configsvr', members: [{ _id: 0, host: `127.0.0.1:${port}` }] }
    const admin = client.db('admin')
    await eventually(`${name} is a replica set`, () => admin.command({ replSetInitiate: config }).catch(() => null))
    await eventually(`${name} has a primary`, async () => (await admin.command({ hello: 1 })).isWritablePrimary)
    return { member: { name, port }, client }
  }
  try {
    const [config, first, second] = await Promise.all([
      start('config', '--configsvr'),
      start('rs0', '--shardsvr'),
      start('rs1', '--shardsvr'),
    ])
    const runCommand = (command: mongo.Document) =>
      config.client.db('admin').command({ ...command, writeConcern: { w: 'majority' } })
    const hostOf = ({ name, port }: Member) => `${name}/127.0.0.1:${port}`
    for (const { member } of [first, second]) {
      await runCommand({ _configsvrAddShard: hostOf(member), name: member.name })
    }
    await runCommand({ _configsvrCreateDatabase: DATABASE, primaryShardId: 'rs0' })
    router = await Router.start(config.member, [first.member, second.member])
    const uri = `mongodb://127.0.0.1:${router.port}/${DATABASE}`
    return { uri, router, shards: { rs0: first.client, rs1: second.client }, close }
  } catch (error) {
    await close()
    throw error
  }
}

async function end(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  const ended = once(server, 'exit')
  server.kill('SIGKILL')
  await ended
}
