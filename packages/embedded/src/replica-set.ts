import { setTimeout as delay } from 'node:timers/promises'
import { type Db, MongoClient, MongoNetworkError } from 'mongodb'

interface ReplicaSetConfig {
  version: number
  members: { host: string }[]
}

/** The name of the single-member replica set. */
export const REPLICA_SET = 'rs0'

/** The user of the service. */
export const USER = 'postline'

const POLL_INTERVAL_MS = 25
const SELECTION_TIMEOUT_MS = 10_000
// Temporary errors while mongod loads or applies a configuration.
const PASSING_CODES = ['NotYetInitialized', 'AlreadyInitialized', 'ConfigurationInProgress', 'InvalidReplicaSetConfig']

/** What opens a mongod. */
export interface MongoAccess {
  /** The content of its key file: the password of the built-in user with all rights. */
  key: string
  /** The password that the user of the service gets. */
  password: string
}

/**
 * Makes the mongod on this port the primary of its own replica set, and gives the service a user in it. The mongod may
 * have had another port before: the stored configuration names host and port, and a member that is not in it never
 * elects itself. It may also have had another password, or no users.
 *
 * If another mongod has taken the port, nothing is changed and no secret leaves this process: both sides prove that
 * they know the key without sending it (SCRAM, RFC 7677).
 * @returns whether it is the primary; if not, call again
 * @param goOn returns whether to continue waiting
 */
export async function becomePrimary(port: number, access: MongoAccess, goOn: () => boolean): Promise<boolean> {
  const host = `127.0.0.1:${port}`
  const client = new MongoClient(`mongodb://${host}/`, {
    directConnection: true,
    serverSelectionTimeoutMS: SELECTION_TIMEOUT_MS,
    auth: { username: '__system', password: access.key },
    authSource: 'local',
    authMechanism: 'SCRAM-SHA-256',
  })
  try {
    const admin = client.db('admin')
    while (!(await isPrimary(admin))) {
      if (!goOn()) return false
      await configure(admin, host)
      await delay(POLL_INTERVAL_MS)
    }
    await setUser(admin, access.password)
    return true
  } catch (error) {
    // mongod drops all connections when it finds that it is not in its stored configuration: try again.
    if (error instanceof MongoNetworkError || codeNameOf(error) === 'AuthenticationFailed') return false
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
    if (!PASSING_CODES.includes(codeNameOf(error))) throw error
  }
}

async function readConfig(admin: Db): Promise<ReplicaSetConfig | null> {
  try {
    return (await admin.command({ replSetGetConfig: 1 })).config as ReplicaSetConfig
  } catch (error) {
    if (codeNameOf(error) === 'NotYetInitialized') return null
    throw error
  }
}

/** Every start sets the password, so that data from before there were passwords, or from a backup, opens too. */
async function setUser(admin: Db, pwd: string): Promise<void> {
  // Not worth waiting for the disk: the next start sets it again.
  const user = { pwd, roles: ['root'], mechanisms: ['SCRAM-SHA-256'], writeConcern: { w: 1 } }
  const { users } = await admin.command({ usersInfo: USER })
  await admin.command(users.length > 0 ? { updateUser: USER, ...user } : { createUser: USER, ...user })
}

const codeNameOf = (error: unknown): string => (error as { codeName?: string }).codeName ?? ''
