import type { Models } from '../../../models/index.js'
import { ITEM_TIME_INDEX, type MailItemDoc } from '../../../models/mail-item.js'
import type { MailThreadDoc } from '../../../models/mail-thread.js'
import type { MailReach } from '../../platform/mail-reach.js'
import {
  type Condition,
  fewestFirst,
  type PositionRange,
  type TermSet,
  walkSources,
  withTerm,
} from '../../platform/search/term-index.js'
import { type Walked, type WalkLimits, walk } from '../../platform/search/term-walk.js'
import { findThreads } from '../filing/filing-view.js'
import { labelKey } from '../labels/label-names.js'
import { withOwnNotes, withOwnSent } from '../reach/within-reach.js'
import { positionOf } from '../threads/thread-state.js'
import { mailIndex } from './mail-index.js'
import { combined } from './mail-terms.js'
import {
  asksFor,
  isExact,
  itemFilter,
  type LabelIds,
  labelsIn,
  matches,
  requiredTermSets,
  timeRange,
} from './search-filter.js'
import type { SearchNode } from './search-query.js'
import { findSearchTerms, type SearchTerms } from './search-words.js'

/** The work to fetch a mail, and the same if it is compared with its thread and its text. See `walk`. */
const FETCHING = 10
const COMPARING = 100

/** What is found: a mail with its thread, which is only read if the search asks about it. */
export interface FoundMail {
  item: FoundItem
  thread: MailThreadDoc | null
}
type FoundItem = Omit<MailItemDoc, 'terms'> & { terms?: string[] }

/** A search, ready to be run. */
export interface Search {
  /** Whose mail is searched. What else keeps a search within reach is in `also`. */
  reach: MailReach
  node: SearchNode
  labels: LabelIds
  terms: SearchTerms
  /** Further conditions for mails, such as their address. */
  also: Record<string, unknown> | null
}

/** Prepares a search: looks up its labels, and the terms of its words. */
export async function prepareSearch(
  models: Models,
  reach: MailReach,
  node: SearchNode,
  also: Search['also'] = null,
): Promise<Search> {
  const { accountId } = reach
  const [labels, terms] = await Promise.all([
    findLabels(models, accountId, labelsIn(node)),
    findSearchTerms(models, accountId, node),
  ])
  return { reach, node, labels, terms, also }
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

/** The conditions of a search that an index answers, first the one that the fewest mails meet. */
export type IndexConditions = readonly (Condition & { set: TermSet })[]

/**
 * @param extra sets of terms, of each of which all mails have one.
 * @param range the mails that are compared: those after the cursor of a page.
 */
export function indexConditionsOf(
  models: Models,
  { reach: { accountId }, node, terms }: Search,
  extra: readonly TermSet[] = [],
  range?: PositionRange,
): Promise<IndexConditions> {
  const sets = combined([...extra, ...requiredTermSets(node, terms)])
  return fewestFirst(
    sets.map((set) => withTerm(mailIndex(models), accountId, set)),
    range,
  )
}

/**
 * Finds mails of a search, newest first, for one page.
 * @param conditions none for all mails.
 * @param fetch reads what is wanted of the mails at some positions that match.
 */
export function findMails<T>(
  models: Models,
  search: Search,
  conditions: IndexConditions,
  { before, ...rest }: { before?: string | undefined; wanted: number } & WalkLimits,
  fetch: (models: Models, search: Search, positions: string[]) => Promise<T[]>,
): Promise<Walked<T>> {
  const { sinceMs, untilMs } = timeRange(search.node)
  const ceiling = untilMs < Infinity ? positionOf(new Date(Math.max(0, untilMs)), '') : undefined
  return walk({
    ...rest,
    ...walkSources(mailIndex(models), search.reach.accountId, conditions),
    floor: sinceMs > 0 ? positionOf(new Date(sinceMs), '') : undefined,
    before: lowest(before, ceiling),
    fetch: (positions) => fetch(models, search, positions),
    fetching: () => workOf(search),
  })
}

/** The work to fetch and compare a mail of a search, for `walk`. */
export const workOf = (search: Search): number => (saysAll(search) ? FETCHING : COMPARING)

/** The mails at some positions that match, newest first. */
export async function mailsAt(models: Models, search: Search, positions: string[]): Promise<FoundMail[]> {
  const exact = saysAll(search)
  const items = await models.mailItems.collection
    .find<FoundItem>(filterAt(search, positions), { hint: ITEM_TIME_INDEX, ...(exact && { projection: { terms: 0 } }) })
    .sort({ position: -1 })
    .toArray()
  return exact ? items.map((item) => ({ item, thread: null })) : testItems(models, search, items)
}

/** The ids of the threads of these mails. */
export async function threadsAt(models: Models, search: Search, positions: string[]): Promise<string[]> {
  if (!saysAll(search)) return (await mailsAt(models, search, positions)).map(({ item }) => item.thread_id)
  const options = { hint: ITEM_TIME_INDEX, projection: { _id: 0, thread_id: 1 }, batchSize: positions.length + 1 }
  const rows = await models.mailItems.collection.find(filterAt(search, positions), options).toArray()
  return rows.map(({ thread_id }) => thread_id)
}

/** Whether the filter says everything about a search. */
const saysAll = ({ node }: Search): boolean => isExact(node) || isEverything(node)

function filterAt({ reach: { accountId }, node, terms, also }: Search, positions: string[]) {
  const filters = [itemFilter(node, terms), also].filter((filter) => filter !== null)
  return { account_id: accountId, position: { $in: positions }, ...(filters.length > 0 && { $and: filters }) }
}

/** The mails that really match, in their order. */
async function testItems(models: Models, search: Search, items: FoundItem[]): Promise<FoundMail[]> {
  if (items.length === 0) return []
  const { reach, node } = search
  const [found, texts] = await Promise.all([
    findThreads(
      models,
      reach.accountId,
      items.map(({ thread_id }) => thread_id),
    ),
    asksFor(node, 'phrase')
      ? models.mailTexts.collection
          .find({ _id: { $in: items.map(({ _id }) => _id) }, account_id: reach.accountId })
          .toArray()
      : Promise.resolve([]),
  ])
  const noted = asksFor(node, 'note') ? await withOwnNotes(models, reach, found) : found
  const threads = asksFor(node, 'sent') ? await withOwnSent(models, reach, noted) : noted
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
