import type { ThreadFilter } from '../../contract/mail-threads.js'
import { normalizeAddress } from '../../lib/addresses.js'
import type { Models } from '../../models/index.js'
import { type MailThreadDoc, THREAD_TAGS_INDEX, THREAD_TIME_INDEX } from '../../models/mail-thread.js'
import { COUNT_OPTIONS } from '../pages.js'
import { rarestFirst } from '../search/term-index.js'
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

/**
 * Threads with some tags, newest first. The index leads to those with the rarest tag; the others are compared.
 * @param before only threads after this position in the list.
 */
export async function threadsWithTags(
  models: Models,
  accountId: string,
  tags: readonly string[],
  { before, limit }: { before: string | undefined; limit: number },
): Promise<MailThreadDoc[]> {
  const { filter, hint } = await filterOf(models, accountId, tags, before)
  return models.mailThreads.collection.find(filter, { hint, sort: { position: -1 }, limit }).toArray()
}

/** How many threads have these tags, as far as lists are counted. */
export async function countThreadsWithTags(
  models: Models,
  accountId: string,
  tags: readonly string[],
): Promise<number> {
  const { filter, hint } = await filterOf(models, accountId, tags)
  return models.mailThreads.collection.countDocuments(filter, { ...COUNT_OPTIONS, hint })
}

async function filterOf(models: Models, accountId: string, tags: readonly string[], before?: string) {
  // Threads that became a part of another have no position.
  const range = { account_id: accountId, position: { $gt: '', ...(before !== undefined && { $lt: before }) } }
  if (tags.length === 0) return { filter: range, hint: THREAD_TIME_INDEX }
  const index = { rows: models.mailThreads.collection, terms: 'tags', position: 'position' } as const
  const sets = tags.map((tag) => [tag])
  const [rarest, ...others] = (await rarestFirst(index, accountId, sets)).flat()
  // An expression uses no index, so that the planner has no choice.
  const rest = others.length > 0 && { $expr: { $setIsSubset: [{ $literal: others }, '$tags'] } }
  return { filter: { ...range, tags: rarest!, ...rest }, hint: THREAD_TAGS_INDEX }
}
