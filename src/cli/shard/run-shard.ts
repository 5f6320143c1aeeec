import { mongo } from 'mongoose'
import { ensureIndexes } from '../../models/index.js'
import { refuseWhileRestoring } from '../../services/platform/backup/restore-hold.js'
import type { CliContext } from '../context.js'
import { CliError } from '../errors.js'
import { withDatabase } from '../servers.js'
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
  // By the name of its connection, a restore sees that the command is at work, and does not begin.
  return withDatabase(context, 'shard', async (connection) => {
    const plan = await planShards(connection, zones)
    if (!apply) return { ...plan, applied: false }
    await refuseWhileRestoring(connection).catch((error: Error) => {
      throw new CliError(`The database cannot be sharded: ${error.message}.`)
    })
    refuseUnlessPossible(plan)
    await ensureIndexes(connection)
    await applyShards(connection, await planShards(connection, zones), zones, context.complain)
    return { ...(await planShards(connection, zones)), applied: true }
  }).catch(describeRefusal)
}

/** Says what to do about a refusal by MongoDB. */
function describeRefusal(error: Error): never {
  if (!(error instanceof mongo.MongoServerError)) throw error
  const advice = error.code === UNAUTHORIZED ? ' Give the user of MONGODB_URI the role clusterManager.' : ''
  throw new CliError(`MongoDB refused: ${error.message}.${advice}`)
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
