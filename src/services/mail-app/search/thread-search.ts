import type { Models } from '../../../models/index.js'
import type { MailThreadDoc } from '../../../models/mail-thread.js'
import type { MailReach } from '../../platform/mail-reach.js'
import { oneOf, type TermSet, valuesOf } from '../../platform/search/term-index.js'
import { LOOKING_UP, PAGE_WORK, type WalkLimits } from '../../platform/search/term-walk.js'
import { tagsWithin } from '../reach/within-reach.js'
import { byPosition, type Compared, countThreadsWithTags, findThreadsWithTags } from '../threads/thread-filter.js'
import { TAGS } from '../threads/thread-state.js'
import {
  findMails,
  type IndexConditions,
  indexConditionsOf,
  isEverything,
  prepareSearch,
  type Search,
  threadsAt,
  workOf,
} from './item-walk.js'
import { ownAddressTerm } from './mail-terms.js'
import { splitTags } from './search-filter.js'
import { parseSearch, type SearchNode } from './search-query.js'

/*
 * Finds the threads with a mail that matches a search, newest thread first.
 *
 * If few mails may match, all of them are found first, and their threads sorted. If many may, threads are walked newest
 * first, and the mails of each are tested, until the page is full or its work is done.
 */

/** The work to fetch the thread of a mail that was found: see `walk`. */
const FETCHING_THREAD = 20
/** The work to read the position of a mail of a thread. */
const READING_MAIL = 8
/** Mails of a thread, before any was read. */
const MAILS = 4

const IN_SENT: SearchNode = { kind: 'folder', folder: 'sent' }

const THREAD_MAILS_INDEX = { account_id: 1, thread_id: 1, position: 1 } as const

/** How far one page looks. For tests. */
export interface ThreadSearchLimits extends WalkLimits {
  /** Mails from which on a search is one of many matches. */
  many?: number
}

/** A page of threads, and the position after which the next one begins; null at the end. */
export interface ThreadPage {
  threads: MailThreadDoc[]
  after: string | null
  /** Counts all of them; absent for a search. */
  count?: () => Promise<number>
}

interface Asked {
  before: string | undefined
  limit: number
}

/**
 * Threads within reach with these tags that match a search by a mail within reach.
 * @throws ApiError `invalid_request` for a search that cannot be understood.
 */
export async function searchThreads(
  models: Models,
  reach: MailReach,
  { q, tags: given }: { q: string | undefined; tags: readonly string[] },
  { before, limit }: Asked,
  { many, ...limits }: ThreadSearchLimits = {},
): Promise<ThreadPage> {
  const { accountId, addresses } = reach
  if (addresses?.length === 0) return { threads: [], after: null, count: async () => 0 }
  const also = addresses && { 'copies.own_address': { $in: [...addresses] } }
  const whole = await prepareSearch(models, reach, parseSearch(q ?? ''), also)
  const { tags: asked, rest: open } = splitTags(whole.node, whole.labels, addresses !== null)
  const allOf = new Set([...given, ...asked])
  const within = tagsWithin(reach)
  const tags: TermSet[] = [...[...allOf].map((tag) => [tag]), ...(within ? [within] : [])]
  // The tag also stands for mail that was sent from an address out of reach.
  const isSentOpen = addresses !== null && allOf.has(TAGS.folder('sent'))
  const rest: SearchNode = isSentOpen ? { kind: 'all', parts: [open, IN_SENT] } : open
  const range = { ...limits, before, wanted: limit + 1 }
  if (isEverything(rest)) {
    const { found, reached } = await findThreadsWithTags(models, accountId, tags, range)
    return { ...toPage(found, limit, reached), count: () => countThreadsWithTags(models, accountId, tags) }
  }
  const search = { ...whole, node: rest }
  const conditions = await indexConditionsOf(models, search, addresses ? [addresses.map(ownAddressTerm)] : [])
  if (await hasFew(search, conditions, many)) {
    return toPage(await threadsOfFew(models, search, conditions, { tags, before, limit }), limit, null)
  }
  const { found, reached } = await findThreadsWithTags(
    models,
    accountId,
    tags,
    range,
    matching(models, search, conditions),
  )
  return toPage(found, limit, reached)
}

/** Whether so few mails may match that all of them can be fetched for a page. */
async function hasFew(search: Search, [lead]: IndexConditions, given?: number): Promise<boolean> {
  const many = given ?? Math.floor(PAGE_WORK / (workOf(search) + FETCHING_THREAD))
  return lead !== undefined && (await lead.newest({ $gt: '' }, many)).length < many
}

/** The threads of a rare search, and one more than a page holds. */
async function threadsOfFew(
  models: Models,
  search: Search,
  conditions: IndexConditions,
  { tags, before, limit }: Asked & { tags: readonly TermSet[] },
): Promise<MailThreadDoc[]> {
  const unlimited = { wanted: Infinity, work: Infinity }
  const { found } = await findMails(models, search, conditions, unlimited, threadsAt)
  const { collection } = models.mailThreads
  const own = { _id: { $in: [...new Set(found)] }, account_id: search.reach.accountId }
  const sorted = await collection
    .find(
      { ...own, ...(tags.length > 0 && { $and: tags.map((set) => ({ tags: oneOf(set) })) }) },
      { projection: { position: 1 } },
    )
    .toArray()
  const isAfter = ({ position }: Pick<MailThreadDoc, 'position'>) =>
    position !== '' && (before === undefined || position < before)
  const ids = byPosition(sorted.filter(isAfter))
    .slice(0, limit + 1)
    .map(({ _id }) => _id)
  return byPosition(await collection.find({ _id: { $in: ids }, account_id: search.reach.accountId }).toArray())
}

/** Leaves threads with a mail that matches. Indexes rule out what mails they can before any is fetched. */
function matching(models: Models, search: Search, conditions: IndexConditions): Compared {
  const lookUps = conditions.flatMap(({ among }) => among ?? [])
  const ofMail = READING_MAIL + LOOKING_UP * lookUps.length
  let work = MAILS * ofMail
  return {
    compare: async (ids) => {
      const own = { account_id: search.reach.accountId, thread_id: { $in: ids } }
      const mails = await valuesOf(models.mailItems.collection, own, 'position', THREAD_MAILS_INDEX)
      let left = mails
      for (const lookUp of lookUps) if (left.length > 0) left = await lookUp(left)
      work = (ofMail * mails.length + workOf(search) * left.length) / ids.length
      return left.length > 0 ? threadsAt(models, search, left) : []
    },
    comparing: () => work,
  }
}

function toPage(threads: MailThreadDoc[], limit: number, reached: string | null): ThreadPage {
  const shown = threads.slice(0, limit)
  return { threads: shown, after: reached ?? (threads.length > limit ? shown.at(-1)!.position : null) }
}
