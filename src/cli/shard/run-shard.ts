import { type Connection, mongo } from 'mongoose'
import { connectLedger, ensureIndexes } from '../../models/index.js'
import { connectionName } from '../../services/platform/backup/connected-processes.js'
import { refuseWhileRestoring } from '../../services/platform/backup/restore-hold.js'
import type { CliContext } from '../context.js'
import { CliError } from '../errors.js'
import { findServers, readSettings, SERVER_SELECTION_TIMEOUT_MS, START_FIRST, withoutSecrets } from '../servers.js'
import { applyShards } from './apply.js'
import { planShards, type ShardPlan } from './plan.js'
import type { Zone } from './zones.js'

/** MongoDB's code for a user without the right to a command. */
const UNAUTHORIZED = 13

/** How the collections are spread over the shards. */
export interface ShardResult extends ShardPlan {
  /** Whether the plan was carried out. */
  applied: boolean
}

/**
 * Plans how the collections are spread over shards and, if asked, carries it out.
 * @throws CliError if MongoDB cannot be used, is being restored, is not a cluster, or would refuse a collection. Nothing has been
 *   changed then.
 */
export async function runShard(
  context: CliContext,
  { apply, zones }: { apply: boolean; zones: readonly Zone[] },
): Promise<ShardResult> {
  return withLedger(context, async (connection) => {
    const plan = await planShards(connection, zones)
    if (!apply) return { ...plan, applied: false }
    await refuseWhileRestoring(connection).catch((error: Error) => {
      throw new CliError(`The database cannot be sharded: ${error.message}.`)
    })
    refuseUnlessPossible(plan)
    await ensureIndexes(connection)
    await applyShards(connection, await planShards(connection, zones), zones, context.complain)
    return { ...(await planShards(connection, zones)), applied: true }
  })
}

/** Runs with a connection that waits as long as a large index takes. */
async function withLedger<T>({ env }: CliContext, work: (connection: Connection) => Promise<T>): Promise<T> {
  const { mongodbUri } = await findServers(readSettings(env))
  if (!mongodbUri) throw new CliError(`No running Postline was found. ${START_FIRST}`)
  const where = withoutSecrets(mongodbUri)
  // By its name, a restore sees that the command is at work, and does not begin.
  const name = connectionName(mongodbUri, 'shard')
  const connection = await connectLedger(mongodbUri, {
    serverSelectionTimeoutMs: SERVER_SELECTION_TIMEOUT_MS,
    socketTimeoutMs: 0,
    name,
  }).catch((error: Error) => {
    throw new CliError(`MongoDB at ${where} cannot be used: ${error.message}`)
  })
  try {
    return await work(connection)
  } catch (error) {
    if (!(error instanceof mongo.MongoServerError)) throw error
    const advice = error.code === UNAUTHORIZED ? ' Give the user of MONGODB_URI the role clusterManager.' : ''
    throw new CliError(`MongoDB at ${where} refused: ${error.message}.${advice}`)
  } finally {
    await connection.close()
  }
}

/** @throws CliError if nothing can be sharded here. Nothing has been changed then. */
function refuseUnlessPossible(plan: ShardPlan): void {
  if (!plan.is_cluster) {
    throw new CliError('MONGODB_URI leads to a replica set. Only a cluster has shards: let it lead to a mongos.')
  }
  const problems = problemsOf(plan)
  if (problems.length > 0) throw new CliError(`Correct this first: ${problems.join('; ')}.`)
}

const problemsOf = ({ collections }: ShardPlan) =>
  collections.flatMap(({ name, problems }) => problems.map((problem) => `${name}: ${problem}`))
