import { readdir, readFile, rm } from 'node:fs/promises'
import { dataDirPaths, type EmbeddedServers, startEmbeddedServers } from '@postline/embedded'
import { pino } from 'pino'
import { freePort, isRunning } from './built-program.js'
import { makeScratch } from './scratch.js'
import { eventually } from './start-app.js'

/** A test's own server, which it can stop, continue, kill and restart. */
export interface OwnServer {
  /** Its connection string; the same after a restart. */
  uri: string
  signal(signal: NodeJS.Signals): Promise<void>
  /** Kills it and waits until it has ended. */
  kill(): Promise<void>
  /** Starts it again on its port, with or without its data. */
  restart(options?: { empty: boolean }): Promise<void>
  close(): Promise<void>
}

/** Starts a MongoDB or a Redis-compatible server that no other test uses. */
export async function startOwnServer(kind: 'mongo' | 'redis'): Promise<OwnServer> {
  const dataDir = await makeScratch(`own-${kind}`)
  const paths = dataDirPaths(dataDir)
  const [port, otherPort] = [await freePort(), await freePort()]
  let servers: EmbeddedServers

  async function start(): Promise<void> {
    servers = await startEmbeddedServers({
      dataDir,
      log: pino({ level: 'silent' }),
      env: process.env,
      say: () => undefined,
      ephemeral: true,
      ports: kind === 'mongo' ? { mongo: port } : { redis: port },
      external:
        kind === 'mongo'
          ? { redisUrl: `redis://127.0.0.1:${otherPort}` }
          : { mongoUri: `mongodb://127.0.0.1:${otherPort}` },
    })
  }

  async function pid(): Promise<number> {
    return JSON.parse(await readFile(kind === 'mongo' ? paths.mongoPid : paths.redisPid, 'utf8')).pid
  }

  await start()
  return {
    get uri() {
      return kind === 'mongo' ? servers.mongoUri : servers.redisUrl
    },
    async signal(signal) {
      const target = await pid()
      process.kill(target, signal)
      // One of its threads has to be scheduled first. Until then the others still answer.
      if (signal === 'SIGSTOP') await eventually(`${target} has stopped`, () => isStopped(target))
    },
    async kill() {
      const victim = await pid()
      process.kill(victim, 'SIGKILL')
      await eventually(`${victim} has ended`, () => !isRunning(victim))
      await servers.close()
    },
    async restart({ empty } = { empty: false }) {
      if (empty) await rm(kind === 'mongo' ? paths.mongoData : paths.redisData, { recursive: true, force: true })
      await start()
    },
    async close() {
      await pid().then(
        (alive) => process.kill(alive, 'SIGCONT'),
        () => undefined,
      )
      await servers.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Whether all of a process has stopped: its state is behind its name, which may contain anything (proc(5)). */
async function isStopped(pid: number): Promise<boolean> {
  const threads = await readdir(`/proc/${pid}/task`)
  const stats = await Promise.all(threads.map((thread) => readFile(`/proc/${pid}/task/${thread}/stat`, 'utf8')))
  return stats.every((stat) => stat.slice(stat.lastIndexOf(')') + 2).startsWith('T'))
}
