import { type Connection, mongo } from 'mongoose'
import * as factories from '../../models/factories.js'
import { isByAccount, shardKeyOf } from '../../models/sharding.js'
import { CliError } from '../errors.js'
import { type Zone, zoneOf } from './zones.js'

/** What sharding does to a collection. */
export interface PlannedCollection {
  name: string
  /** The shard key; null if the collection stays whole on the primary shard. */
  key: string | null
  state: 'whole' | 'sharded' | 'to_shard'
  /** An index on the key has to be made first, because MongoDB requires one of a collection with rows. */
  needs_index: boolean
  /** Its ranges of accounts differ from the zones that were asked for. */
  needs_zones: boolean
  /** Why MongoDB would refuse to shard it. */
  problems: string[]
}

export interface ShardPlan {
  /** Whether the connection leads to a `mongos`. A replica set has no shards. */
  is_cluster: boolean
  /** The names of the shards. */
  shards: string[]
  collections: PlannedCollection[]
}

/** What the configuration of a cluster says about a collection. */
interface ShardedCollection {
  _id: string
  key: Record<string, unknown>
  /** Set by MongoDB 8.0 and later for collections that are listed, but not sharded. */
  unsplittable?: boolean
}

/** A range of a zone, as the configuration of a cluster has it. */
export interface ZoneRange {
  ns: string
  min: Record<string, unknown>
  max: Record<string, unknown>
  tag: string
}

const CODE_OF_MISSING_COLLECTION = 26

/**
 * Looks at the cluster and at each collection, and changes nothing.
 * @throws CliError if a zone names a shard that the cluster does not have.
 */
export async function planShards(connection: Connection, zones: readonly Zone[]): Promise<ShardPlan> {
  const client = connection.getClient()
  const admin = client.db('admin')
  const isCluster = (await admin.command({ hello: 1 })).msg === 'isdbgrid'
  const shards: string[] = isCluster
    ? (await admin.command({ listShards: 1 })).shards.map(({ _id }: { _id: string }) => _id)
    : []
  const stranger = isCluster ? zones.find(({ shard }) => !shards.includes(shard)) : undefined
  if (stranger) throw new CliError(`The cluster has no shard ${stranger.shard}. It has: ${shards.join(', ')}.`)
  const sharded = isCluster ? await shardedCollections(connection) : new Map<string, ShardedCollection>()
  const ranges = isCluster && zones.length > 0 ? await zoneRanges(connection) : []
  const collections: PlannedCollection[] = []
  for (const name of Object.values(factories).map(({ schema }) => schema.get('collection')!)) {
    const own = ranges.filter(({ ns }) => ns === namespaceOf(connection, name))
    collections.push({
      ...(await planCollection(connection, name, sharded.get(namespaceOf(connection, name)))),
      needs_zones: zones.length > 0 && isByAccount(name) && !equalZones(own, wantedRanges(connection, name, zones)),
    })
  }
  return { is_cluster: isCluster, shards, collections: collections.toSorted((a, b) => (a.name < b.name ? -1 : 1)) }
}

export const namespaceOf = (connection: Connection, name: string) => `${connection.db!.databaseName}.${name}`

/** The ranges of a collection whose rows belong to accounts. */
export function wantedRanges(connection: Connection, name: string, zones: readonly Zone[]): ZoneRange[] {
  const key = shardKeyOf(name)!
  const ns = namespaceOf(connection, name)
  return zones.map(({ shard, min, max }) => ({
    ns,
    min: { [key]: min ?? new mongo.MinKey() },
    max: { [key]: max ?? new mongo.MaxKey() },
    tag: zoneOf(shard),
  }))
}

/** The ranges of all zones of the database, as they are now. */
export async function zoneRanges(connection: Connection): Promise<ZoneRange[]> {
  const all = await configOf(connection).collection<ZoneRange>('tags').find().toArray()
  return all.filter(({ ns }) => ns.startsWith(`${connection.db!.databaseName}.`))
}

export function equalZones(some: readonly ZoneRange[], others: readonly ZoneRange[]): boolean {
  const texts = (ranges: readonly ZoneRange[]) =>
    ranges.map(({ min, max, tag }) => mongo.BSON.EJSON.stringify({ min, max, tag })).toSorted()
  return texts(some).join() === texts(others).join()
}

async function planCollection(connection: Connection, name: string, sharded: ShardedCollection | undefined) {
  const key = shardKeyOf(name)
  const base = { name, key, needs_index: false, problems: [] as string[] }
  if (key === null) {
    const problems = sharded ? [`it is sharded by ${keyText(sharded.key)}, and must be whole on the primary shard`] : []
    return { ...base, state: 'whole' as const, problems }
  }
  if (sharded) {
    const isAsWanted = keyText(sharded.key) === keyText({ [key]: 1 })
    const problems = isAsWanted ? [] : [`it is sharded by ${keyText(sharded.key)}, not by ${keyText({ [key]: 1 })}`]
    return { ...base, state: 'sharded' as const, problems }
  }
  const indexes = await indexesOf(connection, name)
  return {
    ...base,
    state: 'to_shard' as const,
    needs_index: !indexes.some((index) => supports(index, key)),
    problems: indexes.filter((index) => forbids(index, key)).map((index) => problemOf(index, key)),
  }
}

async function indexesOf(connection: Connection, name: string): Promise<mongo.IndexDescriptionInfo[]> {
  try {
    return await connection.db!.collection(name).indexes()
  } catch (error) {
    if (error instanceof mongo.MongoServerError && error.code === CODE_OF_MISSING_COLLECTION) return []
    throw error
  }
}

/** Whether an index contains every row in the order of the key. MongoDB requires one of a collection with rows. */
const supports = ({ key, sparse, partialFilterExpression, collation }: mongo.IndexDescriptionInfo, shardKey: string) =>
  Object.keys(key)[0] === shardKey && key[shardKey] === 1 && !sparse && !partialFilterExpression && !collation

/** Whether an index is unique over accounts, which shards cannot watch over. `_id` is unique within a shard. */
const forbids = ({ key, unique }: mongo.IndexDescriptionInfo, shardKey: string) =>
  unique === true && Object.keys(key)[0] !== shardKey

const problemOf = ({ name }: mongo.IndexDescriptionInfo, shardKey: string) =>
  `its unique index ${name} does not begin with ${shardKey}`

const keyText = (key: Record<string, unknown>) => JSON.stringify(key)

async function shardedCollections(connection: Connection): Promise<Map<string, ShardedCollection>> {
  const all = await configOf(connection).collection<ShardedCollection>('collections').find().toArray()
  return new Map(all.filter(({ unsplittable }) => !unsplittable).map((each) => [each._id, each]))
}

const configOf = (connection: Connection) => connection.getClient().db('config')
