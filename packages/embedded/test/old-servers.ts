import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { expect, onTestFinished } from 'vitest'
import { BinaryCache, dataDirPaths, findBinary, type RuntimeAddresses } from '../src/index.js'
import { choosePort, isListening } from '../src/ports.js'
import { withMongo } from './support.js'

interface OldServers extends RuntimeAddresses {
  end(signal: NodeJS.Signals): Promise<void>
}

/** Starts servers on a new folder as they were started before they had passwords. */
export async function startOldServers(dataDir: string): Promise<OldServers> {
  const paths = dataDirPaths(dataDir)
  for (const folder of [paths.mongoData, paths.redisData]) await mkdir(folder, { mode: 0o700 })
  const cache = await BinaryCache.open(process.env, dataDir)
  const context = { cache, env: process.env, say: () => {}, idleMs: 60_000 }
  const [mongod, valkey] = [await findBinary('mongodb', context), await findBinary('redis', context)]
  const [mongo, redis] = [await choosePort('MongoDB', {}), await choosePort('Redis', {})]
  await writeFile(paths.ports, JSON.stringify({ mongo, redis }))
  const bind = (port: number) => ['--port', String(port), '--bind', '127.0.0.1']
  const mongoArgs = ['--port', String(mongo), '--bind_ip', '127.0.0.1', '--nounixsocket', '--replSet', 'rs0']
  const children = [
    run(mongod, [...mongoArgs, '--dbpath', paths.mongoData, '--wiredTigerCacheSizeGB', '0.25', '--oplogSize', '64']),
    run(valkey, [...bind(redis), '--dir', paths.redisData, '--appendonly', 'yes', '--set-proc-title', 'no']),
  ]
  for (const port of [mongo, redis]) await expect.poll(() => isListening(port), { timeout: 20_000 }).toBe(true)
  const members = [{ _id: 0, host: `127.0.0.1:${mongo}` }]
  const uri = `mongodb://127.0.0.1:${mongo}/postline`
  await withMongo(`${uri}?directConnection=true`, (client) =>
    client.db('admin').command({ replSetInitiate: { _id: 'rs0', members } }),
  )
  return {
    mongoUri: `${uri}?replicaSet=rs0`,
    redisUrl: `redis://127.0.0.1:${redis}`,
    end: (signal) => Promise.all(children.map((child) => endWith(child, signal))).then(() => {}),
  }
}

function run(binary: string, args: string[]): ChildProcess {
  const child = spawn(binary, args, { env: { ...process.env, LC_ALL: 'C' }, stdio: 'ignore' })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

async function endWith(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const ended = once(child, 'exit')
  child.kill(signal)
  await ended
}
