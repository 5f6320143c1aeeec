import { setTimeout as delay } from 'node:timers/promises'
import { type Db, MongoClient, MongoNetworkError } from 'mongodb'

interface ReplicaSetConfig {
  version: number
  members: { host: string }[]
}

/** The name of the single-member replica set. */
export const REPLICA_SET = 'rs0'

const POLL_INTERVAL_MS = 25
const SELECTION_TIMEOUT_MS = 10_000
// Temporary errors while mongod loads or applies a configuration.
const PASSING_CODES = ['NotYetInitialized', 'AlreadyInitialized', 'ConfigurationInProgress', 'InvalidReplicaSetConfig']

/**
 * Makes the mongod on this port the primary of its own replica set, even if it had another port before: the stored
 * configuration names host and port, and a member that is not in it never elects itself.
 * @returns whether it is the primary; if not, call again
 * @param dataPath the data folder of our mongod; if another mongod has taken the port, nothing is changed
 * @param goOn returns whether to continue waiting
 */
export async function becomePrimary(port: number, dataPath: string, goOn: () => boolean): Promise<boolean> {
  const host = `127.0.0.1:${port}`
  const client = new MongoClient(`mongodb://${host}/`, {
    directConnection: true,
    serverSelectionTimeoutMS: SELECTION_TIMEOUT_MS,
  })
  try {
    const admin = client.db('admin')
    const { parsed } = await admin.command({ getCmdLineOpts: 1 })
    if (parsed.storage.dbPath !== dataPath) return false
    while (!(await isPrimary(admin))) {
      if (!goOn()) return false
      await configure(admin, host)
      await delay(POLL_INTERVAL_MS)
    }
    return true
  } catch (error) {
    // mongod drops all connections when it finds that it is not in its stored configuration: try again.
    if (error instanceof MongoNetworkError) return false
    throw error
  } finally {
    await client.close()
  }
}

async function isPrimary(admin: Db): Promise<boolean> {
  return (await admin.command({ hello: 1 })).isWritablePrimary === true
}

async function configure(admin: Db, host: string): Promise<void> {
  try {
    const config = await readConfig(admin)
    if (!config) {
      await admin.command({ replSetInitiate: { _id: REPLICA_SET, members: [{ _id: 0, host }] } })
    } else if (config.members[0]?.host !== host) {
      const moved = { ...config, version: config.version + 1, members: [{ ...config.members[0], host }] }
      await admin.command({ replSetReconfig: moved, force: true })
    }
  } catch (error) {
    if (!PASSING_CODES.includes((error as { codeName?: string }).codeName ?? '')) throw error
  }
}

async function readConfig(admin: Db): Promise<ReplicaSetConfig | null> {
  try {
    return (await admin.command({ replSetGetConfig: 1 })).config as ReplicaSetConfig
  } catch (error) {
    if ((error as { codeName?: string }).codeName === 'NotYetInitialized') return null
    throw error
  }
}
