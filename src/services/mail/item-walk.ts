import type { Models } from '../../models/index.js'
import { ITEM_TERMS_INDEX, ITEM_TIME_INDEX, type MailItemDoc } from '../../models/mail-item.js'
import type { MailThreadDoc } from '../../models/mail-thread.js'
import { oneOf, rarestFirst, type TermSet } from '../search/term-index.js'
import { type Step, walkTerms } from '../search/term-walk.js'
import { findThreads } from './filing-view.js'
import { labelKey } from './label-names.js'
import { mailIndex } from './mail-index.js'
import { combined } from './mail-terms.js'
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
import { findSearchTerms, type SearchTerms } from './search-words.js'
import { positionOf } from './thread-state.js'

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
  terms: SearchTerms
  /** Further conditions for mails, such as their address. */
  also: Record<string, unknown> | null
}

/** Prepares a search: looks up its labels, and the terms of its words. */
export async function prepareSearch(
  models: Models,
  accountId: string,
  node: SearchNode,
  also: Search['also'] = null,
): Promise<Search> {
  const [labels, terms] = await Promise.all([
    findLabels(models, accountId, labelsIn(node)),
    findSearchTerms(models, accountId, node),
  ])
  return { accountId, node, labels, terms, also }
}

async function findLabels(models: Models, accountId: string, asked: readonly string[]): Promise<LabelIds> {
  const names = [...new Set(asked)]
  if (names.length === 0) return new Map()
  const rows = await models.labels.collection
    .find({ account_id: accountId, name_key: { $in: names.map(labelKey) } })
    .toArray()
  const byKey = new Map(rows.map(({ name_key, _id }) => [name_key, _id]))
  return new Map(names.map((name) => [name, byKey.get(labelKey(name)) ?? '']))
}

/** The sets of terms of a search, of each of which a matching mail has at least one; the rarest first. */
export const rarestDrivers = (
  models: Models,
  { accountId, node, terms }: Search,
  extra: readonly string[] = [],
): Promise<TermSet[]> =>
  rarestFirst(mailIndex(models), accountId, combined([...extra.map((term) => [term]), ...drivers(node, terms)]))

/** How many mails have one of these terms, up to a limit. */
export const countOf = ({ mailItems }: Models, { accountId }: Search, terms: TermSet, limit: number): Promise<number> =>
  mailItems.collection.countDocuments({ account_id: accountId, terms: oneOf(terms) }, { hint: ITEM_TERMS_INDEX, limit })

/**
 * Walks the mails of a search, newest first, in steps that each read a limited part of the index.
 * @param drivers see {@link rarestDrivers}; none for all mails.
 * @param chunk for tests: entries that each step reads.
 */
export function walkItems(
  models: Models,
  search: Search,
  drivers: readonly TermSet[],
  { before, wanted, chunk }: { before?: string | undefined; wanted: number; chunk?: number | undefined },
): AsyncGenerator<Step<Found>> {
  const { sinceMs, untilMs } = timeRange(search.node)
  const ceiling = untilMs < Infinity ? positionOf(new Date(Math.max(0, untilMs)), '') : undefined
  return walkTerms(mailIndex(models), search.accountId, drivers, {
    floor: sinceMs > 0 ? positionOf(new Date(sinceMs), '') : undefined,
    before: lowest(before, ceiling),
    wanted,
    chunk,
    fetch: (positions) => findAt(models, search, positions),
  })
}

/** The mails at some positions that match, newest first. */
async function findAt(models: Models, search: Search, positions: string[]): Promise<Found[]> {
  const { accountId, node, terms, also } = search
  const filters = [itemFilter(node, terms), also].filter((filter) => filter !== null)
  const exact = isExact(node) || isEverything(node)
  const filter = { account_id: accountId, position: { $in: positions }, ...(filters.length > 0 && { $and: filters }) }
  const items = await models.mailItems.collection
    .find<FoundItem>(filter, { hint: ITEM_TIME_INDEX, ...(exact && { projection: { terms: 0 } }) })
    .sort({ position: -1 })
    .toArray()
  return exact ? items.map((item) => ({ item, thread: null })) : testItems(models, search, items)
}

/** The mails that really match, in their order. */
export async function testItems(models: Models, search: Search, items: FoundItem[]): Promise<Found[]> {
  if (items.length === 0) return []
  const { accountId, node } = search
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
    return matches(node, mail, search) ? [{ item, thread }] : []
  })
}

/** A search without parts. */
export const isEverything = (node: SearchNode): boolean => node.kind === 'all' && node.parts.every(isEverything)

function lowest(one: string | undefined, other: string | undefined): string | undefined {
  if (one === undefined || other === undefined) return one ?? other
  return one < other ? one : other
}
