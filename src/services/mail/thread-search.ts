import type { Models } from '../../models/index.js'
import type { MailThreadDoc } from '../../models/mail-thread.js'
import type { TermSet } from '../search/term-index.js'
import { EMPTY_PAGE_MS } from '../search/term-walk.js'
import { countOf, isEverything, prepareSearch, rarestDrivers, type Search, testItems, walkItems } from './item-walk.js'
import { isExact, itemFilter, splitTags } from './search-filter.js'
import { parseSearch } from './search-query.js'
import { countThreadsWithTags, threadsWithTags } from './thread-filter.js'

/*
 * Finds the threads with a mail that matches a search, newest thread first.
 *
 * If few mails may match, all of them are found first, and their threads sorted. If many may, threads are walked newest
 * first, and the mails of each batch of threads are tested, until the page is full.
 */

/** Mails with the rarest term of a search from which on its threads are walked. */
const MANY_MAILS = 5_000
/** Threads that are tested at first. Each further batch is {@link GROWTH} times as large. */
const FIRST_BATCH = 60
const GROWTH = 3
const MAX_BATCH = 500
/** Most threads that are tested for one page that has something. A rarer match is on the next page. */
const MAX_TESTED = 5_000

/** How far one page looks. For tests. */
export interface ThreadSearchLimits {
  batch?: number
  tested?: number
  /** Mails from which on a search is one of many matches. */
  many?: number
  emptyMs?: number
}

/** A page of threads, and the position after which the next one begins; null at the end. */
export interface ThreadPage {
  threads: MailThreadDoc[]
  after: string | null
  /** Counts all of them; absent for a search. */
  count?: () => Promise<number>
}

/**
 * Threads with these tags that match a search.
 * @throws ApiError `invalid_request` for a search that cannot be understood.
 */
export async function searchThreads(
  models: Models,
  accountId: string,
  { q, tags: given }: { q: string | undefined; tags: readonly string[] },
  { before, limit }: { before: string | undefined; limit: number },
  limits: ThreadSearchLimits = {},
): Promise<ThreadPage> {
  const whole = await prepareSearch(models, accountId, parseSearch(q ?? ''))
  const { tags: asked, rest } = splitTags(whole.node, whole.labels)
  const tags = [...new Set([...given, ...asked])]
  if (isEverything(rest)) {
    const page = toPage(await threadsWithTags(models, accountId, tags, { before, limit: limit + 1 }), limit)
    return { ...page, count: () => countThreadsWithTags(models, accountId, tags) }
  }
  const search = { ...whole, node: rest }
  const drivers = await rarestDrivers(models, search)
  const { many = MANY_MAILS } = limits
  if (drivers.length > 0 && (await countOf(models, search, drivers[0]!, many)) < many) {
    return toPage(await fewThreads(models, search, drivers, { tags, before }), limit)
  }
  return walkThreads(models, search, { tags, before, limit }, limits)
}

/** All threads of a rare search that come after a position. */
async function fewThreads(
  models: Models,
  search: Search,
  drivers: readonly TermSet[],
  { tags, before }: { tags: readonly string[]; before: string | undefined },
): Promise<MailThreadDoc[]> {
  const ids = new Set<string>()
  for await (const { found } of walkItems(models, search, drivers, { wanted: Infinity })) {
    for (const { item } of found) ids.add(item.thread_id)
  }
  const threads = await models.mailThreads.collection
    .find({ _id: { $in: [...ids] }, account_id: search.accountId })
    .toArray()
  const isWanted = (thread: MailThreadDoc) =>
    tags.every((tag) => thread.tags.includes(tag)) && (before === undefined || thread.position < before)
  return threads
    .filter((thread) => thread.position !== '' && isWanted(thread))
    .toSorted((one, other) => (one.position < other.position ? 1 : -1))
}

async function walkThreads(
  models: Models,
  search: Search,
  { tags, before, limit }: { tags: readonly string[]; before: string | undefined; limit: number },
  { batch: given, tested: maxTested = MAX_TESTED, emptyMs = EMPTY_PAGE_MS }: ThreadSearchLimits,
): Promise<ThreadPage> {
  const startedMs = performance.now()
  const matching: MailThreadDoc[] = []
  let after = before
  let size = given ?? FIRST_BATCH
  for (let tested = size; ; tested += size) {
    const batch = await threadsWithTags(models, search.accountId, tags, { before: after, limit: size })
    const ids = await matchingThreads(models, search, batch)
    matching.push(...batch.filter(({ _id }) => ids.has(_id)))
    if (matching.length > limit || batch.length < size) return toPage(matching, limit)
    after = batch.at(-1)!.position
    const isEnough = matching.length > 0 || performance.now() - startedMs >= emptyMs
    if (tested >= maxTested && isEnough) return { threads: matching, after }
    size = given ?? Math.min(MAX_BATCH, size * GROWTH)
  }
}

/** Which of some threads have a mail that matches. */
async function matchingThreads(
  models: Models,
  search: Search,
  threads: readonly MailThreadDoc[],
): Promise<ReadonlySet<string>> {
  if (threads.length === 0) return new Set()
  const filter = itemFilter(search.node, search.terms)
  const own = { account_id: search.accountId, thread_id: { $in: threads.map(({ _id }) => _id) } }
  const query = { ...own, ...(filter && { $and: [filter] }) }
  const hint = { account_id: 1, thread_id: 1, position: 1 } as const
  if (isExact(search.node)) {
    const rows = await models.mailItems.collection.find(query, { projection: { thread_id: 1 }, hint }).toArray()
    return new Set(rows.map(({ thread_id }) => thread_id))
  }
  const rows = await models.mailItems.collection.find(query, { hint }).toArray()
  const found = await testItems(models, search, rows)
  return new Set(found.map(({ item }) => item.thread_id))
}

function toPage(threads: MailThreadDoc[], limit: number): ThreadPage {
  const shown = threads.slice(0, limit)
  return { threads: shown, after: threads.length > limit ? shown.at(-1)!.position : null }
}
