import type { ThreadFilter } from '../../contract/mail-threads.js'
import { normalizeAddress } from '../../lib/text/addresses.js'
import type { Models } from '../../models/index.js'
import { type MailThreadDoc, THREAD_TAGS_INDEX, THREAD_TIME_INDEX } from '../../models/mail-thread.js'
import { COUNT_OPTIONS } from '../platform/pages.js'
import { fewestFirst, ledByFirst, newestWith, valuesOf, withTerm } from '../platform/search/term-index.js'
import { type Found, type WalkLimits, walk } from '../platform/search/term-walk.js'
import { labelKey } from './label-names.js'
import { TAGS } from './thread-state.js'

/** What a list of threads filters by, besides a search. */
export type TagFilter = Pick<ThreadFilter, 'folder' | 'label' | 'inbox_id' | 'inbox' | 'unread' | 'starred'>

/** The tags that all threads of a list have; null if there can be none. */
export async function tagsOfFilter(
  { labels }: Models,
  accountId: string,
  { folder, label, inbox_id, inbox, unread, starred }: TagFilter,
): Promise<string[] | null> {
  const own = label && (await labels.collection.findOne({ account_id: accountId, name_key: labelKey(label) }))
  if (label !== undefined && !own) return null
  return [
    ...(folder ? [TAGS.folder(folder)] : []),
    ...(own ? [TAGS.label(own._id)] : []),
    ...(inbox_id === undefined ? [] : [TAGS.inbox(inbox_id)]),
    ...(inbox === undefined ? [] : [TAGS.address(normalizeAddress(inbox))]),
    ...(unread === undefined ? [] : [TAGS.unread(unread)]),
    ...(starred === undefined ? [] : [TAGS.starred(starred)]),
  ]
}

const threadIndex = ({ mailThreads }: Models) =>
  ({ rows: mailThreads.collection, terms: 'tags', position: 'position' }) as const

/** The work to read the id of a thread, and all of it: for {@link walk}. */
const READING_ID = 12
const FETCHING = 20

interface Wanted extends WalkLimits {
  /** Only threads after this position in the list. */
  before: string | undefined
  wanted: number
}

/** What threads of a list also are compared with. */
export interface Compared {
  /** Leaves those of some threads that match, by their ids. */
  compare(ids: string[]): Promise<readonly string[]>
  /** The work for each of them, as far as is known. */
  comparing(): number
}

/** Finds threads with some tags, newest first, for one page. The index leads to those with the rarest tag. */
export async function findThreadsWithTags(
  models: Models,
  accountId: string,
  tags: readonly string[],
  { before, wanted, ...limits }: Wanted,
  compared?: Compared,
): Promise<Found<MailThreadDoc>> {
  const { collection } = models.mailThreads
  if (tags.length < 2 && !compared) {
    // Threads that became a part of another have no position.
    const range = { account_id: accountId, position: { $gt: '', ...(before !== undefined && { $lt: before }) } }
    const [filter, hint] =
      tags.length === 0 ? [range, THREAD_TIME_INDEX] : [{ ...range, tags: tags[0]! }, THREAD_TAGS_INDEX]
    return {
      found: await collection.find(filter, { hint, sort: { position: -1 }, limit: wanted }).toArray(),
      reached: null,
    }
  }
  const index = threadIndex(models)
  const conditions = await fewestFirst(tags.map((tag) => withTerm(index, accountId, [tag])))
  return walk({
    ...limits,
    ...ledByFirst(index, accountId, conditions),
    before,
    wanted,
    fetch: async (positions) => {
      const own = { account_id: accountId, position: { $in: positions } }
      const tagged = tags.length > 0 && { tags: { $all: [...tags] } }
      if (!compared) {
        return collection.find({ ...own, ...tagged }, { hint: THREAD_TIME_INDEX, sort: { position: -1 } }).toArray()
      }
      const ids = await valuesOf(collection, own, '_id', THREAD_TIME_INDEX)
      const matching = await compared.compare(ids)
      if (matching.length === 0) return []
      const _id = { $in: [...new Set(matching)] }
      return byPosition(await collection.find({ ...own, ...tagged, _id }, { hint: { _id: 1 } }).toArray())
    },
    fetching: () => (compared ? READING_ID + compared.comparing() : FETCHING),
  })
}

/** Sorts threads as lists do. */
export const byPosition = <T extends Pick<MailThreadDoc, 'position'>>(threads: readonly T[]): T[] =>
  threads.toSorted((one, other) => (one.position < other.position ? 1 : -1))

/** How many threads have these tags, as far as lists are counted. */
export async function countThreadsWithTags(
  models: Models,
  accountId: string,
  tags: readonly string[],
): Promise<number> {
  const { collection } = models.mailThreads
  const range = { account_id: accountId, position: { $gt: '' } }
  if (tags.length === 0) return collection.countDocuments(range, { ...COUNT_OPTIONS, hint: THREAD_TIME_INDEX })
  const index = threadIndex(models)
  const [rarest, ...others] = await fewestFirst(
    tags.map((tag) => ({ tag, newest: newestWith(index, accountId, [tag]) })),
  )
  // An expression uses no index, so that the planner has no choice.
  const rest = { $expr: { $setIsSubset: [{ $literal: others.map(({ tag }) => tag) }, '$tags'] } }
  const filter = { ...range, tags: rarest!.tag, ...(others.length > 0 && rest) }
  return collection.countDocuments(filter, { ...COUNT_OPTIONS, hint: THREAD_TAGS_INDEX })
}
