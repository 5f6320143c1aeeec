import { connect } from 'node:net'
import type { ServerRecipe, ServerSettings } from './run-server.js'

const REPLY_TIMEOUT_MS = 1_000

/** Runs Valkey or Redis with an append-only file and no eviction: a full memory must not drop stream entries. */
export function redisRecipe({ binary, paths, env, wish, say, signal }: ServerSettings): ServerRecipe {
  const command = (port: number) => ({
    binary,
    args: [
      ...['--port', String(port), '--bind', '127.0.0.1'],
      ...['--dir', paths.redisData, '--appendonly', 'yes', '--appendfsync', 'everysec', '--save', ''],
      ...['--maxmemory-policy', 'noeviction', '--daemonize', 'no'],
      // A process title would replace the arguments by which orphans are recognized.
      ...['--set-proc-title', 'no'],
    ],
    env,
    cwd: paths.redisData,
    logFile: paths.redisLog,
    pidFile: paths.redisPid,
  })
  return { name: 'Redis', wish, command, say, signal, isReady: (port) => isServing(port, paths.redisData) }
}

/** The connection string of the server. */
export function redisUrlFor(port: number): string {
  return `redis://127.0.0.1:${port}`
}

/** False while the server is starting or loading its file (`-LOADING`), or if another server has taken the port. */
function isServing(port: number, dataPath: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    let reply = ''
    const done = (answer: boolean): void => {
      socket.destroy()
      resolve(answer)
    }
    socket.setTimeout(REPLY_TIMEOUT_MS, () => done(false))
    socket.once('error', () => done(false))
    socket.once('end', () => done(false))
    socket.once('connect', () => socket.write('PING\r\nCONFIG GET dir\r\n'))
    socket.on('data', (bytes) => {
      reply += bytes.toString()
      if (!'+PONG'.startsWith(reply.slice(0, 5))) done(false)
      else if (reply.includes(`\r\n${dataPath}\r\n`)) done(true)
    })
  })
}
