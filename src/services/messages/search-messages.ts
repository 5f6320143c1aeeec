import type { mongo } from 'mongoose'
import type { MessageSummary } from '../../contract/messages.js'
import type { Models } from '../../models/index.js'
import { BROADCAST_INDEX, MESSAGES_INDEX, type MessageDoc, STATUS_INDEX, TEST_INDEX } from '../../models/message.js'
import { decodeCursor, encodeCursor, listById, type Page, toPage } from '../pages.js'
import { rarestFirst, type TermIndex, type TermSet } from '../search/term-index.js'
import { foundBySteps, walkTerms } from '../search/term-walk.js'
import { presentSummary, SUMMARY_FIELDS, type SummaryRow } from './present-message.js'

const MESSAGES = listById('message')

/** What a search asks of a message, the limits of its ids included. */
interface Conditions {
  account_id: string
  _id: { $gte?: string; $lte: string }
  broadcast_id?: string
  status?: MessageDoc['status']
  test_mode?: boolean
}

interface Asked {
  limit: number
  cursor?: string | undefined
  /** For tests: entries of the index that each step reads, and how long a page without any result goes on, in ms. */
  chunk?: number
  emptyMs?: number
}

/** A condition that an index tells, which ends with the ids. */
interface Way {
  match: mongo.Filter<MessageDoc>
  hint: Record<string, 1 | -1>
  /** Whether messages that are in the index are left out. */
  isNot?: true
}

/** What indexes tell of some conditions besides terms: the one with the fewest messages is likely to be the first. */
function waysOf({ broadcast_id, status, test_mode }: Conditions): Way[] {
  return [
    ...(broadcast_id === undefined ? [] : [{ match: { broadcast_id }, hint: BROADCAST_INDEX }]),
    ...(test_mode ? [{ match: { test_mode }, hint: TEST_INDEX }] : []),
    ...(status ? [{ match: { status }, hint: STATUS_INDEX }] : []),
    ...(test_mode === false ? [{ match: { test_mode: true }, hint: TEST_INDEX, isNot: true as const }] : []),
  ]
}

/** The index that leads to the messages that meet some conditions, if no terms do. */
export function leadOf(where: Conditions): Way {
  return waysOf(where).find(({ isNot }) => !isNot) ?? { match: {}, hint: MESSAGES_INDEX }
}

/** What is left to compare with what the leading index finds. */
export function narrowsBy(where: Conditions, hasTerms: boolean): Way[] {
  const ways = waysOf(where)
  return hasTerms || ways[0]?.isNot ? ways : ways.slice(1)
}

/**
 * The messages that meet some conditions, newest first, found by the rarest of several terms, or by another index if
 * there are none. If what is asked for hardly occurs, a page may be short, or even empty: only a null cursor is the end.
 * @param sets terms of which every such message has at least one of each set.
 * @throws ApiError `invalid_request` if the cursor is from another kind of list.
 */
export async function searchMessages(
  { messages }: Pick<Models, 'messages'>,
  where: Conditions,
  sets: readonly TermSet[],
  { limit, cursor, chunk, emptyMs }: Asked,
): Promise<Page<MessageSummary>> {
  const { account_id, _id: range } = where
  const index: TermIndex<MessageDoc> = { rows: messages.collection, terms: 'search', position: '_id' }
  // No id lies between one and the same with a character added, so this turns `at most` into `below`.
  const ceiling = `${range.$lte}~`
  const before = cursor ? decodeCursor(MESSAGES, cursor) : ceiling
  const fetch = (ids: string[]) =>
    messages.collection
      .find<SummaryRow>({ ...where, _id: { $in: ids, ...range } }, { projection: SUMMARY_FIELDS, hint: { _id: 1 } })
      .sort({ _id: -1 })
      .toArray()
  const walk = {
    // The range is compared again when rows are fetched.
    floor: range.$gte?.slice(0, -1),
    before: before < ceiling ? before : ceiling,
    wanted: limit + 1,
    chunk,
    lead: sets.length > 0 ? undefined : ledBy(messages.collection, account_id, leadOf(where)),
    narrow: narrowedBy(messages.collection, account_id, narrowsBy(where, sets.length > 0)),
    fetch,
  }
  const steps = walkTerms(index, account_id, await rarestFirst(index, account_id, sets), walk)
  const { found, reached } = await foundBySteps(steps, limit, emptyMs)
  const page = toPage(MESSAGES, found, limit, presentSummary)
  return reached === null ? page : { ...page, nextCursor: encodeCursor(MESSAGES, reached) }
}

type Rows = mongo.Collection<MessageDoc>

/** Reads the newest ids in a range, from an index alone. */
const ledBy =
  (rows: Rows, account_id: string, { match, hint }: Way) =>
  async (_id: { $gt: string }, limit: number) => {
    const pipeline = [
      { $match: { account_id, ...match, _id } },
      { $sort: { _id: -1 } },
      { $limit: limit },
      // One row of many ids is much cheaper than many rows of one.
      { $group: { _id: null, ids: { $push: '$_id' } } },
    ]
    const [row] = await rows.aggregate<{ ids: string[] }>(pipeline, { hint }).toArray()
    return row?.ids ?? []
  }

/** Leaves out ids, in their order, as far as indexes alone tell that the messages do not meet conditions. */
const narrowedBy = (rows: Rows, account_id: string, ways: readonly Way[]) => async (ids: string[]) => {
  let left = ids
  for (const { match, hint, isNot = false } of ways) {
    if (left.length === 0) break
    const filter = { account_id, ...match, _id: { $in: left } }
    const found = await rows
      .find(filter, { projection: { _id: 1 }, hint, batchSize: left.length + 1 })
      .map(({ _id }) => _id)
      .toArray()
    const known = new Set(found)
    left = left.filter((id) => known.has(id) !== isNot)
  }
  return left
}
