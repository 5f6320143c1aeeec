import type { Models } from '../../models/index.js'
import { ITEM_TERMS_INDEX, ITEM_TIME_INDEX, type MailItemDoc } from '../../models/mail-item.js'
import type { MailThreadDoc } from '../../models/mail-thread.js'
import { findThreads } from './filing-view.js'
import { labelKey } from './label-names.js'
import {
  asksForText,
  drivers,
  isExact,
  itemFilter,
  type LabelIds,
  labelsIn,
  matches,
  timeRange,
} from './search-filter.js'
import type { SearchNode } from './search-query.js'
import { positionOf } from './thread-state.js'

/** Entries of the index that are read at a time. */
const CHUNK = 2_000
/**
 * How long a page without any result goes on beyond its limits, in ms. Words that are common but rarely meet would give
 * one empty page after the other.
 */
export const EMPTY_PAGE_MS = 1_000
/** Most entries that are counted of a term. */
export const MAX_COUNTED = 5_000
/** Mails that are tested at a time, if the ledger cannot tell exactly. */
const TEST_BATCH = 200

/** What is found: a mail with its thread, which is only read if the search asks about it. */
export interface Found {
  item: FoundItem
  thread: MailThreadDoc | null
}
type FoundItem = Omit<MailItemDoc, 'terms'> & { terms?: string[] }

/** A search, ready to be run. */
export interface Search {
  accountId: string
  node: SearchNode
  labels: LabelIds
  /** Further conditions for mails, such as their address. */
  also: Record<string, unknown> | null
}

/** Prepares a search: looks up its labels. */
export async function prepareSearch(
  models: Models,
  accountId: string,
  node: SearchNode,
  also: Search['also'] = null,
): Promise<Search> {
  const names = [...new Set(labelsIn(node))]
  if (names.length === 0) return { accountId, node, labels: new Map(), also }
  const rows = await models.labels.collection
    .find({ account_id: accountId, name_key: { $in: names.map(labelKey) } })
    .toArray()
  const byKey = new Map(rows.map(({ name_key, _id }) => [name_key, _id]))
  return { accountId, node, also, labels: new Map(names.map((name) => [name, byKey.get(labelKey(name)) ?? ''])) }
}

/** The set of terms that the fewest mails have, and how many, up to {@link MAX_COUNTED}; null if the search has none. */
export async function bestDriver(
  { mailItems }: Models,
  { accountId, node }: Search,
  extra: readonly string[] = [],
): Promise<{ terms: string[]; count: number } | null> {
  const sets = [...extra.map((term) => [term]), ...drivers(node)]
  const counted = await Promise.all(
    sets.map(async (terms) => ({
      terms,
      count: await mailItems.collection.countDocuments(
        { account_id: accountId, terms: oneOf(terms) },
        { hint: ITEM_TERMS_INDEX, limit: MAX_COUNTED },
      ),
    })),
  )
  return counted.toSorted((one, other) => one.count - other.count)[0] ?? null
}

/** A step of a walk: what was found, and the position up to which everything was looked at; null at the end. */
export interface Step {
  found: Found[]
  reached: string | null
}

/**
 * Walks the mails of a search, newest first, in steps that each read a limited part of the index.
 * @param driver the terms that lead; null for all mails.
 */
export async function* walkItems(
  models: Models,
  search: Search,
  driver: string[] | null,
  { before: start, wanted, chunk = CHUNK }: { before?: string | undefined; wanted: number; chunk?: number },
): AsyncGenerator<Step> {
  const { sinceMs, untilMs } = timeRange(search.node)
  const floor = sinceMs > 0 ? positionOf(new Date(sinceMs), '') : ''
  const ceiling = untilMs < Infinity ? positionOf(new Date(Math.max(0, untilMs)), '') : undefined
  let before = lowest(start, ceiling)
  for (;;) {
    const range = { $gt: floor, ...(before !== undefined && { $lt: before }) }
    const lead = { account_id: search.accountId, ...(driver && { terms: oneOf(driver) }), position: range }
    const hint = driver ? ITEM_TERMS_INDEX : ITEM_TIME_INDEX
    const end = await endOfChunk(models, lead, hint, chunk)
    const found = await findInChunk(models, search, lead, hint, { wanted, chunk })
    yield { found, reached: end }
    if (end === null) return
    before = end
  }
}

type Lead = { account_id: string; terms?: string | { $in: string[] }; position: { $gt: string; $lt?: string } }
type Hint = typeof ITEM_TERMS_INDEX | typeof ITEM_TIME_INDEX

/** The position of the last entry of a chunk; null if the chunk is the last one. Reads the index alone. */
async function endOfChunk({ mailItems }: Models, lead: Lead, hint: Hint, chunk: number): Promise<string | null> {
  const [last] = await mailItems.collection
    .find<{ position: string }>(lead, { projection: { _id: 0, position: 1 }, hint })
    .sort({ position: -1 })
    .skip(chunk - 1)
    .limit(1)
    .toArray()
  return last?.position ?? null
}

async function findInChunk(
  models: Models,
  search: Search,
  lead: Lead,
  hint: Hint,
  { wanted, chunk }: { wanted: number; chunk: number },
): Promise<Found[]> {
  const { node, also } = search
  const filters = [itemFilter(node), also].flatMap((filter) => filter ?? [])
  const exact = isExact(node) || isEverything(node)
  const rows = models.mailItems.collection.aggregate<FoundItem>(
    [
      { $match: lead },
      { $sort: { position: -1 } },
      { $limit: chunk },
      // Behind a limit, so that the planner cannot lead by these.
      ...(filters.length > 0 ? [{ $match: { $and: filters } }] : []),
      ...(exact ? [{ $limit: wanted }, { $project: { terms: 0 } }] : []),
    ],
    { hint },
  )
  if (exact) return (await rows.toArray()).map((item) => ({ item, thread: null }))
  const found: Found[] = []
  let batch: FoundItem[] = []
  for await (const item of rows) {
    batch.push(item)
    if (batch.length < TEST_BATCH) continue
    found.push(...(await testItems(models, search, batch)))
    batch = []
    if (found.length >= wanted) return found
  }
  return [...found, ...(await testItems(models, search, batch))]
}

/** The mails that really match, in their order. */
export async function testItems(models: Models, search: Search, items: FoundItem[]): Promise<Found[]> {
  if (items.length === 0) return []
  const { accountId, node, labels } = search
  const [threads, texts] = await Promise.all([
    findThreads(
      models,
      accountId,
      items.map(({ thread_id }) => thread_id),
    ),
    asksForText(node)
      ? models.mailTexts.collection.find({ _id: { $in: items.map(({ _id }) => _id) } }).toArray()
      : Promise.resolve([]),
  ])
  const threadOf = new Map(threads.map((thread) => [thread._id, thread]))
  const textOf = new Map(texts.map(({ _id, words }) => [_id, words]))
  return items.flatMap((item) => {
    const thread = threadOf.get(item.thread_id) ?? null
    const mail = {
      item: { ...item, terms: item.terms ?? [] },
      tags: thread?.tags ?? [],
      text: textOf.get(item._id) ?? '',
    }
    return matches(node, mail, labels) ? [{ item, thread }] : []
  })
}

/** A search without parts. */
export const isEverything = (node: SearchNode): boolean => node.kind === 'all' && node.parts.every(isEverything)

const oneOf = (terms: readonly string[]) => (terms.length === 1 ? terms[0]! : { $in: [...terms] })

function lowest(one: string | undefined, other: string | undefined): string | undefined {
  if (one === undefined || other === undefined) return one ?? other
  return one < other ? one : other
}
