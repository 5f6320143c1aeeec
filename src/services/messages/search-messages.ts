import type { mongo } from 'mongoose'
import type { MessageSummary } from '../../contract/messages.js'
import type { Models } from '../../models/index.js'
import {
  BROADCAST_INDEX,
  MESSAGES_INDEX,
  type MessageDoc,
  SEARCH_INDEX,
  STATUS_INDEX,
  TEST_INDEX,
} from '../../models/message.js'
import { decodeCursor, encodeCursor, listById, type Page, toPage } from '../pages.js'
import { fewestFirst, type Newest, newestWith, type TermIndex, type TermSet } from '../search/term-index.js'
import { foundBySteps, walkTerms } from '../search/term-walk.js'
import { presentSummary, SUMMARY_FIELDS, type SummaryRow } from './present-message.js'

const MESSAGES = listById('message')

type Rows = mongo.Collection<MessageDoc>

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

/** What indexes tell of some conditions besides terms. */
export function waysOf({ broadcast_id, status, test_mode }: Conditions): Way[] {
  return [
    ...(broadcast_id === undefined ? [] : [{ match: { broadcast_id }, hint: BROADCAST_INDEX }]),
    ...(test_mode ? [{ match: { test_mode }, hint: TEST_INDEX }] : []),
    ...(status ? [{ match: { status }, hint: STATUS_INDEX }] : []),
    ...(test_mode === false ? [{ match: { test_mode: true }, hint: TEST_INDEX, isNot: true as const }] : []),
  ]
}

const ALL: Way = { match: {}, hint: MESSAGES_INDEX }

const searchIndex = (rows: Rows): TermIndex<MessageDoc> => ({ rows, terms: 'search', position: '_id' })

/** What can lead to the messages: a set of terms or another condition, by its index. */
interface Lead {
  set?: TermSet
  way?: Way
  hint: Record<string, 1 | -1>
  newest: Newest
}

/** What can lead, that with the fewest messages first. */
async function leadsOf(rows: Rows, where: Conditions, sets: readonly TermSet[]): Promise<Lead[]> {
  const ledByWay = (way: Way): Lead => ({ way, hint: way.hint, newest: ledBy(rows, where.account_id, way) })
  const ledBySet = (set: TermSet): Lead => {
    return { set, hint: SEARCH_INDEX, newest: newestWith(searchIndex(rows), where.account_id, set) }
  }
  const ways = waysOf(where).filter(({ isNot }) => !isNot)
  const leads = await fewestFirst([...sets.map(ledBySet), ...ways.map(ledByWay)])
  return leads.length > 0 ? leads : [ledByWay(ALL)]
}

/** The index that leads to the fewest messages. */
export const leadingIndex = async (
  { messages }: Pick<Models, 'messages'>,
  where: Conditions,
  sets: readonly TermSet[],
) => (await leadsOf(messages.collection, where, sets))[0]!.hint

/**
 * The messages that meet some conditions, newest first, found by the index that leads to the fewest. If what is
 * asked for hardly occurs, a page may be short, or even empty: only a null cursor is the end.
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
  const rows = messages.collection
  const leads = await leadsOf(rows, where, sets)
  const lead = leads[0]!
  const narrowing = [...leads.slice(1).flatMap(({ way }) => way ?? []), ...waysOf(where).filter(({ isNot }) => isNot)]
  // No id lies between one and the same with a character added, so this turns `at most` into `below`.
  const ceiling = `${range.$lte}~`
  const before = cursor ? decodeCursor(MESSAGES, cursor) : ceiling
  const fetch = (ids: string[]) =>
    rows
      .find<SummaryRow>({ ...where, _id: { $in: ids, ...range } }, { projection: SUMMARY_FIELDS, hint: { _id: 1 } })
      .sort({ _id: -1 })
      .toArray()
  const walk = {
    // The range is compared again when rows are fetched.
    floor: range.$gte?.slice(0, -1),
    before: before < ceiling ? before : ceiling,
    wanted: limit + 1,
    chunk,
    lead: lead.way && lead.newest,
    narrow: narrowedBy(rows, account_id, narrowing),
    fetch,
  }
  const terms = leads.flatMap(({ set }) => (set ? [set] : []))
  const steps = walkTerms(searchIndex(rows), account_id, terms, walk)
  const { found, reached } = await foundBySteps(steps, limit, emptyMs)
  const page = toPage(MESSAGES, found, limit, presentSummary)
  return reached === null ? page : { ...page, nextCursor: encodeCursor(MESSAGES, reached) }
}

/** Reads the newest ids in a range, from an index alone. */
const ledBy =
  (rows: Rows, account_id: string, { match, hint }: Way): Newest =>
  async (_id, limit) => {
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
