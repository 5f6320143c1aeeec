import type { mongo } from 'mongoose'
import { shardKeyOf } from '../../../src/models/sharding.js'

/*
 * Where a cluster sends a command, and what it refuses: the rules of the manual of MongoDB 6.0 ("Targeted Operations vs.
 * Broadcast Operations", "Sharded Collection Restrictions", "Transactions and Sharded Clusters"). Newer versions allow more.
 * test/deploy/shard-cluster.test.ts compares them with what the router of MongoDB does.
 */

type Document = mongo.Document

/** A collection that a command is about, and where it finds the rows. */
export interface Target {
  collection: string
  /** The command, as in `update`. */
  operation: string
  filter: Document
  /** The values of the shard key that it names; `primary` for a collection that is not sharded, `all` without a value. */
  to: readonly string[] | 'primary' | 'all'
  /** Why a cluster refuses it; null if it does not. */
  refusal: string | null
}

const RANGE = ['$gt', '$gte', '$lt', '$lte']
/** `acc_` and 26 characters. */
const ACCOUNT_LENGTH = 30

/** The targets of a command, as the driver sent it. None for commands that are about no rows. */
export function targetsOf(command: Document): Target[] {
  const operation = Object.keys(command)[0]!
  const collection = command[operation]
  const inTransaction = command.autocommit === false
  switch (operation) {
    case 'find':
    case 'count':
    case 'distinct': {
      const target = aim(collection, operation, command.filter ?? command.query ?? {})
      const isForbidden = inTransaction && operation !== 'find' && target.to !== 'primary'
      return [isForbidden ? { ...target, refusal: `${operation} in a transaction` } : target]
    }
    case 'aggregate':
      return typeof collection === 'string' ? aggregateTargets(collection, command.pipeline, inTransaction) : []
    case 'insert':
      return command.documents.map((row: Document) => withKey(aim(collection, operation, row)))
    case 'update':
      return command.updates.map((update: Document) => updateTarget(collection, update))
    case 'delete':
      return command.deletes.map(({ q, limit }: Document) => {
        const target = aim(collection, operation, q)
        return limit === 1 ? withKeyOrId(target) : target
      })
    case 'findAndModify': {
      const target = withKey(aim(collection, operation, command.query ?? {}))
      return [refuseNewKey(target, command.update)]
    }
    default:
      return []
  }
}

function aim(collection: string, operation: string, filter: Document): Target {
  const key = shardKeyOf(collection)
  const to = key === null ? 'primary' : (valuesOf(filter, key) ?? 'all')
  return { collection, operation, filter, to, refusal: null }
}

/** The values of the key that a filter names; null if it may match any value. */
function valuesOf(filter: Document, key: string): string[] | null {
  if (key in filter) {
    const values = valuesIn(filter[key])
    if (values) return values
  }
  for (const part of filter.$and ?? []) {
    const values = valuesOf(part, key)
    if (values) return values
  }
  if (!Array.isArray(filter.$or)) return null
  const branches = filter.$or.map((branch: Document) => valuesOf(branch, key))
  return branches.every((values) => values !== null) ? branches.flat() : null
}

function valuesIn(condition: unknown): string[] | null {
  if (typeof condition !== 'object' || condition === null || '_bsontype' in condition) return [String(condition)]
  const { $eq, $in, $gte, $gt, $lt, $lte } = condition as Document
  if ($eq !== undefined) return [String($eq)]
  if (Array.isArray($in)) return $in.map(String)
  // A range of keys that begin with one account.
  const [low, high] = [$gte ?? $gt, $lt ?? $lte]
  const account = typeof low === 'string' && typeof high === 'string' ? low.slice(0, ACCOUNT_LENGTH) : ''
  return account.length === ACCOUNT_LENGTH && String(high).startsWith(account) ? [account] : null
}

/** Whether a condition is a range over the keys of several accounts. */
export const isRange = (condition: unknown) =>
  typeof condition === 'object' && condition !== null && Object.keys(condition).every((name) => RANGE.includes(name))

const withKey = (target: Target): Target =>
  target.to === 'all' ? { ...target, refusal: `${target.operation} without the shard key` } : target

const withKeyOrId = (target: Target): Target =>
  target.to === 'all' && !valuesOf(target.filter, '_id')
    ? { ...target, refusal: `${target.operation} of one row without the shard key or an id` }
    : target

function updateTarget(collection: string, { q, u, multi, upsert }: Document): Target {
  const target = aim(collection, 'update', q)
  const checked = upsert ? withKey(target) : multi ? target : withKeyOrId(target)
  return refuseNewKey(checked, u)
}

/** A row cannot leave its shard in the same command. Setting the key to the value that the filter names changes nothing. */
function refuseNewKey(target: Target, update: Document | Document[] | undefined): Target {
  const key = shardKeyOf(target.collection)
  if (key === null || key === '_id' || !update) return target
  const stages = Array.isArray(update) ? update : [update]
  const changes = stages.flatMap(({ $set = {}, ...others }) =>
    changedFields({ ...others, $set }).filter((field) => !(field === key && isNamed(target, $set[key]))),
  )
  if (changes.includes(key)) return { ...target, refusal: `${target.operation} that sets the shard key` }
  const isReplacement = !Array.isArray(update) && !Object.keys(update).some((name) => name.startsWith('$'))
  return isReplacement && !(key in update)
    ? { ...target, refusal: `${target.operation} by a row without the shard key` }
    : target
}

const isNamed = ({ to }: Target, value: unknown) => typeof value === 'string' && to.length === 1 && to[0] === value

/** The fields that an update, or a stage of one, changes in rows that exist. */
const changedFields = (update: Document): string[] =>
  Object.entries(update).flatMap(([name, value]) =>
    name.startsWith('$') && name !== '$setOnInsert' && typeof value === 'object' ? Object.keys(value) : [],
  )

function aggregateTargets(collection: string, pipeline: Document[], inTransaction: boolean): Target[] {
  const first = aim(collection, 'aggregate', { $and: leadingMatches(pipeline) })
  return [first, ...pipeline.flatMap((stage) => joined(collection, stage, inTransaction))]
}

/** The stages at the beginning that only choose rows: MongoDB reads them as one filter. */
function leadingMatches(pipeline: Document[]): Document[] {
  const end = pipeline.findIndex(({ $match }) => !$match)
  return (end === -1 ? pipeline : pipeline.slice(0, end)).map(({ $match }) => $match)
}

/** The targets of the pipelines within a stage. */
function joined(collection: string, stage: Document, inTransaction: boolean): Target[] {
  const { $lookup, $unionWith, $facet, $graphLookup, $out, $merge } = stage
  if ($graphLookup ?? $out ?? $merge) throw new Error(`add a rule for ${Object.keys(stage)[0]}`)
  // It reads the rows that came this far.
  if ($facet) {
    return Object.values<Document[]>($facet).flatMap((part) =>
      part.flatMap((inner) => joined(collection, inner, inTransaction)),
    )
  }
  const other = $lookup?.from ?? $unionWith?.coll
  if (!other) return []
  const found = aggregateTargets(other, ($lookup ?? $unionWith).pipeline ?? [], inTransaction)
  const isForbidden = inTransaction && shardKeyOf(other) !== null
  return isForbidden ? found.map((target) => ({ ...target, refusal: 'a join in a transaction' })) : found
}
