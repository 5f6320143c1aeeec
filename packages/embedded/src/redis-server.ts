import { writeAtomically } from './atomic-file.js'
import type { ServerSettings, ServerSpec } from './run-server.js'

/** What the server logs when it has loaded its file and listens on its port. */
const READY = /Ready to accept connections/

/**
 * Runs Valkey or Redis with a password, an append-only file and no eviction: a full memory must not drop stream entries.
 */
export async function redisSpec(settings: ServerSettings): Promise<ServerSpec> {
  const { binary, paths, env, preference, say, signal, passwords } = settings
  // In a file, because every user of the machine can see command lines.
  await writeAtomically(paths.redisConfig, `requirepass ${passwords.redis}\n`)
  const command = (port: number) => ({
    binary,
    args: [
      paths.redisConfig,
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
  return {
    name: 'Redis',
    dataDir: paths.root,
    preference,
    command,
    say,
    signal,
    // Its log says so, and no connection: if another server has taken the port, that must not be sent the password.
    isReady: async (_port, server) => READY.test(server.output()),
  }
}

/** The connection string of the server. */
export function redisUrlFor(port: number, { redis }: ServerSettings['passwords']): string {
  return `redis://default:${redis}@127.0.0.1:${port}`
}
