import type { ThreadFilter } from '../../../contract/mail-threads.js'
import { normalizeAddress } from '../../../lib/mail/addresses.js'
import type { Models } from '../../../models/index.js'
import { type MailThreadDoc, THREAD_TAGS_INDEX, THREAD_TIME_INDEX } from '../../../models/mail-thread.js'
import { isWithin, type MailReach, type MailViewer } from '../../platform/mail-reach.js'
import { COUNT_OPTIONS } from '../../platform/pages.js'
import {
  after,
  fewestFirst,
  newestWith,
  oneOf,
  type TermSet,
  valuesOf,
  walkSources,
  withTerm,
} from '../../platform/search/term-index.js'
import { type Walked, type WalkLimits, walk } from '../../platform/search/term-walk.js'
import { labelKey } from '../labels/label-names.js'
import { TAGS } from './thread-state.js'

/** What a list of threads filters by, besides a search. */
export type TagFilter = Pick<ThreadFilter, 'folder' | 'label' | 'inbox_id' | 'inbox' | 'unread' | 'starred'>

/**
 * The tags that all threads of a list have; null if there can be none.
 * @param viewer whose list it is: another inbox has nothing for a key that is bound to some.
 */
export async function tagsOfFilter(
  { labels }: Models,
  { accountId, inboxIds }: MailViewer,
  reach: MailReach,
  { folder, label, inbox_id, inbox, unread, starred }: TagFilter,
): Promise<string[] | null> {
  if (inbox_id !== undefined && inboxIds && !inboxIds.includes(inbox_id)) return null
  if (inbox !== undefined && !isWithin(reach, inbox)) return null
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

/** Finds threads with one tag of each set, newest first, for one page. The index leads to those with the rarest. */
export async function findThreadsWithTags(
  models: Models,
  accountId: string,
  tags: readonly TermSet[],
  { before, wanted, ...limits }: Wanted,
  compared?: Compared,
): Promise<Walked<MailThreadDoc>> {
  const { collection } = models.mailThreads
  if (tags.length < 2 && !compared) {
    // Threads that became a part of another have no position.
    const range = { account_id: accountId, position: after(before) }
    const [filter, hint] =
      tags.length === 0 ? [range, THREAD_TIME_INDEX] : [{ ...range, tags: oneOf(tags[0]!) }, THREAD_TAGS_INDEX]
    return {
      found: await collection.find(filter, { hint, sort: { position: -1 }, limit: wanted }).toArray(),
      reached: null,
    }
  }
  const index = threadIndex(models)
  const asked = tags.map((set) => withTerm(index, accountId, set))
  const conditions = await fewestFirst(asked, after(before))
  const few = conditions[0]?.few
  const tagged = tags.length > 0 && { $and: tags.map((set) => ({ tags: oneOf(set) })) }
  const byTime = { hint: THREAD_TIME_INDEX, sort: { position: -1 } } as const
  if (few && !compared) {
    const own = { account_id: accountId, position: { $in: [...few] }, ...tagged }
    return { found: await collection.find(own, { ...byTime, limit: wanted }).toArray(), reached: null }
  }
  return walk({
    ...limits,
    ...walkSources(index, accountId, conditions),
    before,
    wanted,
    fetch: async (positions) => {
      const own = { account_id: accountId, position: { $in: positions } }
      if (!compared) return collection.find({ ...own, ...tagged }, byTime).toArray()
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

/** How many threads have one tag of each set, as far as lists are counted. */
export async function countThreadsWithTags(
  models: Models,
  accountId: string,
  tags: readonly TermSet[],
): Promise<number> {
  const { collection } = models.mailThreads
  const range = { account_id: accountId, position: after(undefined) }
  if (tags.length === 0) return collection.countDocuments(range, { ...COUNT_OPTIONS, hint: THREAD_TIME_INDEX })
  const index = threadIndex(models)
  const [rarest, ...others] = await fewestFirst(tags.map((set) => ({ set, newest: newestWith(index, accountId, set) })))
  // An expression uses no index, so that the planner has no choice.
  const hasOne = ({ set }: { set: TermSet }) => ({
    $gt: [{ $size: { $setIntersection: [{ $literal: set }, '$tags'] } }, 0],
  })
  const filter = {
    ...range,
    tags: oneOf(rarest!.set),
    ...(others.length > 0 && { $expr: { $and: others.map(hasOne) } }),
  }
  return collection.countDocuments(filter, { ...COUNT_OPTIONS, hint: THREAD_TAGS_INDEX })
}
