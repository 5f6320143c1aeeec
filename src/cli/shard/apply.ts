import type { Connection } from 'mongoose'
import { isByAccount } from '../../models/sharding.js'
import { equalZones, namespaceOf, type ShardPlan, wantedRanges, zoneRanges } from './plan.js'
import { type Zone, zoneOf } from './zones.js'

/**
 * Carries a plan out: indexes, zones, then the shard keys. So the empty collections of a new deployment get their ranges on
 * the right shards at once, and the balancer has nothing to move. It can be repeated, and goes on where it was interrupted.
 * @param say is told each step.
 */
export async function applyShards(
  connection: Connection,
  plan: ShardPlan,
  zones: readonly Zone[],
  say: (line: string) => void,
): Promise<void> {
  const admin = connection.getClient().db('admin')
  for (const { name, key } of plan.collections.filter(({ needs_index }) => needs_index)) {
    say(`${name}: index on ${key}`)
    await connection.db!.collection(name).createIndex({ [key!]: 1 })
  }
  for (const { shard } of zones) await admin.command({ addShardToZone: shard, zone: zoneOf(shard) })
  await applyZones(connection, plan, zones, say)
  for (const { name, key } of plan.collections.filter(({ state }) => state === 'to_shard')) {
    say(`${name}: shard by ${key}`)
    await admin.command({ shardCollection: namespaceOf(connection, name), key: { [key!]: 1 } })
  }
}

async function applyZones(
  connection: Connection,
  plan: ShardPlan,
  zones: readonly Zone[],
  say: (line: string) => void,
): Promise<void> {
  if (zones.length === 0) return
  const admin = connection.getClient().db('admin')
  const all = await zoneRanges(connection)
  for (const { name } of plan.collections.filter(({ name }) => isByAccount(name))) {
    const wanted = wantedRanges(connection, name, zones)
    const present = all.filter(({ ns }) => ns === namespaceOf(connection, name))
    if (equalZones(present, wanted)) continue
    say(`${name}: zones`)
    // Ranges must not overlap, so the old ones go first.
    for (const { ns, min, max } of present) await admin.command({ updateZoneKeyRange: ns, min, max, zone: null })
    for (const { ns, min, max, tag } of wanted) await admin.command({ updateZoneKeyRange: ns, min, max, zone: tag })
  }
}
