import { writeAtomically } from './atomic-file.js'
import { randomPassword } from './passwords.js'
import { isListening } from './ports.js'
import { becomePrimary, REPLICA_SET, USER } from './replica-set.js'
import type { ServerSettings, ServerSpec } from './run-server.js'

/**
 * For tests, which create and drop hundreds of databases: closes the files of dropped databases within seconds instead
 * of minutes. With some thousands of open files, mongod ends.
 */
const MANY_DATABASES = [
  ...['--setParameter', 'minSnapshotHistoryWindowInSeconds=15'],
  ...[
    '--wiredTigerEngineConfigString',
    'file_manager=(close_idle_time=10,close_scan_interval=5,close_handle_minimum=500)',
  ],
]

/** Runs mongod with a password as a single-member replica set, which transactions and change streams need. */
export async function mongoSpec(settings: ServerSettings): Promise<ServerSpec> {
  const { binary, paths, env, preference, say, signal, ephemeral, passwords } = settings
  // Members of a replica set trust each other by a key. This one is alone, so each start gets a new key.
  const access = { key: randomPassword().replaceAll(/[-_]/g, '0'), password: passwords.mongo }
  await writeAtomically(paths.mongoKey, `${access.key}\n`)
  const command = (port: number) => ({
    binary,
    args: [
      ...['--port', String(port), '--bind_ip', '127.0.0.1', '--nounixsocket'],
      ...['--dbpath', paths.mongoData, '--replSet', REPLICA_SET],
      // Nobody gets in without a password, not even from this machine while there is no user yet.
      ...['--keyFile', paths.mongoKey, '--setParameter', 'enableLocalhostAuthBypass=false'],
      // Guessing passwords of 256 random bits is hopeless at any speed, and each process logs in first.
      ...['--setParameter', 'scramSHA256IterationCount=5000'],
      ...['--wiredTigerCacheSizeGB', ephemeral ? '0.5' : '1', '--oplogSize', ephemeral ? '128' : '512'],
      // Compression gains nothing on loopback, and the decompressors have had vulnerabilities.
      ...['--networkMessageCompressors', 'disabled'],
      ...['--setParameter', 'diagnosticDataCollectionEnabled=false'],
      // Slow commands would stand in the log with their filters, which have addresses of recipients.
      ...['--slowOpSampleRate', '0'],
      // A transaction whose process died keeps its rows locked until this time is over; others take only a moment.
      ...['--setParameter', 'transactionLifetimeLimitSeconds=10'],
      // Do not wait for another member to take over: there is none.
      ...['--setParameter', 'shutdownTimeoutMillisForSignaledShutdown=100'],
      ...(ephemeral ? MANY_DATABASES : []),
    ],
    env,
    cwd: paths.mongoData,
    logFile: paths.mongoLog,
    pidFile: paths.mongoPid,
  })
  return {
    name: 'MongoDB',
    dataDir: paths.root,
    preference,
    command,
    say,
    signal,
    isReady: async (port, server) => {
      if (!(await isListening(port))) return false
      return becomePrimary(port, access, () => server.isAlive() && !signal?.aborted)
    },
  }
}

/** The connection string for the database of the service. */
export function mongoUriFor(port: number, { mongo }: ServerSettings['passwords']): string {
  return `mongodb://${USER}:${mongo}@127.0.0.1:${port}/postline?replicaSet=${REPLICA_SET}&authSource=admin`
}
