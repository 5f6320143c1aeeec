import type { Models } from '../../models/index.js'
import { ITEM_TERMS_INDEX, ITEM_TIME_INDEX, type MailItemDoc } from '../../models/mail-item.js'
import type { MailThreadDoc } from '../../models/mail-thread.js'
import { findThreads } from './filing-view.js'
import { labelKey } from './label-names.js'
import { combined } from './mail-terms.js'
import { oneOf, rarestFirst } from './rarest-first.js'
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

/** Entries of the index that are read in the first step. See {@link nextChunk} for the others. */
const FIRST_CHUNK = 1_000
const MAX_CHUNK = 4_000
/**
 * How long a page without any result goes on beyond its limits, in ms. Words that are common but rarely meet would give
 * one empty page after the other.
 */
export const EMPTY_PAGE_MS = 1_000
/** Alternatives of a driver up to which it narrows a chunk down. */
const MAX_NARROWED = 4
/** Mails that are fetched and tested at a time. */
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

/** The sets of terms of a search, of each of which a matching mail has at least one; the rarest first. */
export const rarestDrivers = (
  { mailItems }: Models,
  { accountId, node }: Search,
  extra: readonly string[] = [],
): Promise<string[][]> =>
  rarestFirst(
    mailItems.collection,
    ITEM_TERMS_INDEX,
    accountId,
    combined([...extra.map((term) => [term]), ...drivers(node)]),
  )

/** How many mails have one of these terms, up to a limit. */
export const countOf = (
  { mailItems }: Models,
  { accountId }: Search,
  terms: readonly string[],
  limit: number,
): Promise<number> =>
  mailItems.collection.countDocuments({ account_id: accountId, terms: oneOf(terms) }, { hint: ITEM_TERMS_INDEX, limit })

/** A step of a walk: what was found, and the position up to which everything was looked at; null at the end. */
export interface Step {
  found: Found[]
  reached: string | null
}

/**
 * Walks the mails of a search, newest first, in steps that each read a limited part of the index. A step takes the
 * positions of the mails with the first driver from the index, keeps those that the index also has for the other
 * drivers, and fetches only the mails that are left: mails are fifty times as large as entries of the index.
 * @param drivers see {@link rarestDrivers}; none for all mails.
 * @param chunk for tests: entries that each step reads.
 */
export async function* walkItems(
  models: Models,
  search: Search,
  drivers: readonly (readonly string[])[],
  { before: start, wanted, chunk }: { before?: string | undefined; wanted: number; chunk?: number | undefined },
): AsyncGenerator<Step> {
  const { sinceMs, untilMs } = timeRange(search.node)
  const floor = sinceMs > 0 ? positionOf(new Date(sinceMs), '') : ''
  const ceiling = untilMs < Infinity ? positionOf(new Date(Math.max(0, untilMs)), '') : undefined
  const [lead, ...others] = drivers
  let before = lowest(start, ceiling)
  let size = chunk ?? FIRST_CHUNK
  for (;;) {
    const range = { $gt: floor, ...(before !== undefined && { $lt: before }) }
    const all = await positionsOf(models, search, lead, range, size)
    let left = all
    for (const terms of others) left = await keepWith(models, search, terms, left)
    const end = all.length < size ? null : all.at(-1)!
    const found = await findAt(models, search, left, wanted)
    yield { found, reached: end }
    if (end === null) return
    before = end
    size = chunk ?? nextChunk(size, found.length, wanted)
  }
}

/** Entries to read next: twice those that should have what is still wanted, as far as the last ones tell. */
function nextChunk(size: number, found: number, wanted: number): number {
  const needed = found === 0 ? MAX_CHUNK : (2 * (wanted - found) * size) / found
  return Math.ceil(Math.min(MAX_CHUNK, Math.max(FIRST_CHUNK / 2, needed)))
}

type Positions = { $gt: string; $lt?: string } | { $in: string[] }

/** The newest positions in a range, of the mails with one of these terms. Reads the index alone. */
async function positionsOf(
  { mailItems }: Models,
  { accountId }: Search,
  terms: readonly string[] | undefined,
  position: Positions,
  limit: number,
): Promise<string[]> {
  const [row] = await mailItems.collection
    .aggregate<{ positions: string[] }>(
      [
        { $match: { account_id: accountId, ...(terms && { terms: oneOf(terms) }), position } },
        { $sort: { position: -1 } },
        { $limit: limit },
        // One row of many positions is much cheaper than many rows of one.
        { $group: { _id: null, positions: { $push: '$position' } } },
      ],
      { hint: terms ? ITEM_TERMS_INDEX : ITEM_TIME_INDEX },
    )
    .toArray()
  return row?.positions ?? []
}

/** Those of some positions whose mails also have one of these terms. */
async function keepWith(
  models: Models,
  search: Search,
  terms: readonly string[],
  positions: string[],
): Promise<string[]> {
  // The index is looked up for each position and alternative. With many alternatives, testing the mails is cheaper.
  if (positions.length === 0 || terms.length > MAX_NARROWED) return positions
  return positionsOf(models, search, terms, { $in: positions }, positions.length)
}

/** The mails at some positions that match, newest first, until as many are found as wanted. */
async function findAt(models: Models, search: Search, positions: readonly string[], wanted: number): Promise<Found[]> {
  const { accountId, node, also } = search
  const filters = [itemFilter(node), also].filter((filter) => filter !== null)
  const exact = isExact(node) || isEverything(node)
  const found: Found[] = []
  for (let from = 0; from < positions.length && found.length < wanted; from += TEST_BATCH) {
    const position = { $in: positions.slice(from, from + TEST_BATCH) }
    const filter = { account_id: accountId, position, ...(filters.length > 0 && { $and: filters }) }
    const items = await models.mailItems.collection
      .find<FoundItem>(filter, { hint: ITEM_TIME_INDEX, ...(exact && { projection: { terms: 0 } }) })
      .sort({ position: -1 })
      .toArray()
    found.push(...(exact ? items.map((item) => ({ item, thread: null })) : await testItems(models, search, items)))
  }
  return found
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

function lowest(one: string | undefined, other: string | undefined): string | undefined {
  if (one === undefined || other === undefined) return one ?? other
  return one < other ? one : other
}
