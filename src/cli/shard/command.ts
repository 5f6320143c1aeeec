import { Command, InvalidArgumentError } from 'commander'
import { type CliContext, type OutputOptions, show } from '../context.js'
import { table } from '../table.js'
import type { PlannedCollection } from './plan.js'
import type { ShardResult } from './run-shard.js'
import { parseZones, type Zone } from './zones.js'

interface ShardOptions extends OutputOptions {
  apply?: boolean
  zones?: Zone[]
}

/** `postline shard` */
export function shardCommand(context: CliContext, setExitCode: (code: number) => void): Command {
  return new Command('shard')
    .description('show how the collections are spread over the shards of a MongoDB cluster, or shard them')
    .option('--apply', 'carry it out; without this, nothing is changed')
    .option('--zones <shards>', 'keep ranges of accounts together: "SHARD ACCOUNT SHARD …"', readZones)
    .option('--json', 'print {"is_cluster", "shards": […], "collections": […], "applied"}')
    .addHelpText(
      'after',
      `
MONGODB_URI must lead to a mongos, and its user needs the role clusterManager beside
readWrite. Run it again at any time: what is sharded stays so, and new zones replace
the earlier ones. docs/scaling.md explains the keys.

Examples:
  $ postline shard
  $ postline shard --apply
  $ postline shard --apply --zones "rs0 acc_01m rs1"`,
    )
    .action(async ({ apply = false, zones = [], ...output }: ShardOptions) => {
      // Loaded late: without it, help and version come at once.
      const { runShard } = await import('./run-shard.js')
      const result = await runShard(context, { apply, zones })
      show(context, output, result, toText)
      if (result.collections.some(({ problems }) => problems.length > 0)) setExitCode(1)
    })
}

function readZones(text: string): Zone[] {
  try {
    return parseZones(text)
  } catch (error) {
    throw new InvalidArgumentError((error as Error).message)
  }
}

function toText(result: ShardResult): string {
  const rows = result.collections.map((collection) => [collection.name, collection.key ?? '', stateText(collection)])
  return [table(['COLLECTION', 'KEY', 'STATE'], rows, ''), '', ...remarks(result)].join('\n')
}

function stateText({ state, needs_index, needs_zones, problems }: PlannedCollection): string {
  if (problems.length > 0) return `problem: ${problems.join('; ')}`
  const base = { whole: 'stays whole on the primary shard', sharded: 'sharded', to_shard: 'to shard' }[state]
  return [base, ...(needs_index ? ['index first'] : []), ...(needs_zones ? ['new zones'] : [])].join(', ')
}

function remarks({ is_cluster, shards, applied, collections }: ShardResult): string[] {
  if (!is_cluster) {
    return ['MONGODB_URI leads to a replica set, so nothing is sharded: this is what would happen in a cluster.']
  }
  const where = `The cluster has ${shards.length} ${shards.length === 1 ? 'shard' : 'shards'}: ${shards.join(', ')}.`
  const isOpen = collections.some(({ state, needs_zones }) => state === 'to_shard' || needs_zones)
  if (applied) return [where, 'All collections are sharded. The balancer moves the rows.']
  return [where, isOpen ? 'Nothing was changed. Add --apply to carry this out.' : 'There is nothing to do.']
}
