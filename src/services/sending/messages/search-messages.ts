import type { mongo } from 'mongoose'
import type { MessageSummary } from '../../../contract/messages.js'
import type { Models } from '../../../models/index.js'
import {
  BROADCAST_INDEX,
  MESSAGES_INDEX,
  type MessageDoc,
  SEARCH_INDEX,
  STATUS_INDEX,
  TEST_INDEX,
} from '../../../models/message.js'
import { decodeCursor, encodeCursor, listById, type Page, toPage } from '../../platform/pages.js'
import {
  after,
  type Condition,
  type FilterPositions,
  fewestFirst,
  type PositionRange,
  type ReadNewest,
  type TermSet,
  valuesOf,
  walkSources,
  withTerm,
} from '../../platform/search/term-index.js'
import { type WalkLimits, walk } from '../../platform/search/term-walk.js'
import { presentSummary, SUMMARY_FIELDS, type SummaryRow } from './present-message.js'

/** The list of the messages of an account. */
export const MESSAGES = listById('message')

type Rows = mongo.Collection<MessageDoc>

/** What a search asks of a message, the limits of its ids included. */
interface Conditions {
  account_id: string
  _id: { $gte?: string; $lte: string }
  broadcast_id?: string
  status?: MessageDoc['status']
  test_mode?: boolean
  key_id?: string
}

interface Asked extends WalkLimits {
  limit: number
  cursor?: string | undefined
}

/** The work to fetch a message, for {@link walk}. */
const FETCHING = 10

/** A condition that an index answers, which ends with the ids. */
interface AccessPath {
  match: mongo.Filter<MessageDoc>
  hint: Record<string, 1 | -1>
  /** Whether messages that are in the index are left out. */
  isNot?: true
}

/** The conditions besides terms that indexes answer. */
export function accessPathsOf({ broadcast_id, status, test_mode }: Conditions): AccessPath[] {
  return [
    ...(broadcast_id === undefined ? [] : [{ match: { broadcast_id }, hint: BROADCAST_INDEX }]),
    ...(test_mode ? [{ match: { test_mode }, hint: TEST_INDEX }] : []),
    ...(status ? [{ match: { status }, hint: STATUS_INDEX }] : []),
    ...(test_mode === false ? [{ match: { test_mode: true }, hint: TEST_INDEX, isNot: true as const }] : []),
  ]
}

const ALL: AccessPath = { match: {}, hint: MESSAGES_INDEX }

/** What can lead to the messages, by its index. */
interface IndexCondition extends Condition {
  hint: Record<string, 1 | -1>
}

const byWay = (rows: Rows, account_id: string, way: AccessPath): IndexCondition => ({
  hint: way.hint,
  newest: ledBy(rows, account_id, way),
  among: amongThose(rows, account_id, way),
})

/** The messages by their terms. */
export const indexOf = (rows: Rows) => ({ rows, terms: 'search', position: '_id' }) as const

/** What can lead, that with the fewest messages first. */
async function indexConditionsOf(
  rows: Rows,
  where: Conditions,
  sets: readonly TermSet[],
  range?: PositionRange,
): Promise<IndexCondition[]> {
  const bySet = (set: TermSet): IndexCondition => ({
    hint: SEARCH_INDEX,
    ...withTerm(indexOf(rows), where.account_id, set),
  })
  const ways = accessPathsOf(where).filter(({ isNot }) => !isNot)
  const conditions = [...sets.map(bySet), ...ways.map((way) => byWay(rows, where.account_id, way))]
  return conditions.length > 0 ? fewestFirst(conditions, range) : [byWay(rows, where.account_id, ALL)]
}

/** The index that leads to the fewest messages. */
export const leadingIndex = async (
  { messages }: Pick<Models, 'messages'>,
  where: Conditions,
  sets: readonly TermSet[],
) => (await indexConditionsOf(messages.collection, where, sets))[0]!.hint

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
  { limit, cursor, ...limits }: Asked,
): Promise<Page<MessageSummary>> {
  const { account_id, _id: range } = where
  const rows = messages.collection
  // No id lies between one and the same with a character added, so this turns `at most` into `below`.
  const ceiling = `${range.$lte}~`
  const given = cursor ? decodeCursor(MESSAGES, cursor) : ceiling
  const before = given < ceiling ? given : ceiling
  const conditions = await indexConditionsOf(rows, where, sets, after(before))
  const { newest, among } = walkSources(indexOf(rows), account_id, conditions)
  const excluded = accessPathsOf(where).filter(({ isNot }) => isNot)
  const { found, reached } = await walk({
    ...limits,
    newest,
    among: [...among, ...excluded.map((way) => amongThose(rows, account_id, way))],
    // The range is compared again when rows are fetched.
    floor: range.$gte?.slice(0, -1),
    before,
    wanted: limit + 1,
    fetch: (ids) =>
      rows
        .find<SummaryRow>({ ...where, _id: { $in: ids, ...range } }, { projection: SUMMARY_FIELDS, hint: { _id: 1 } })
        .sort({ _id: -1 })
        .toArray(),
    fetching: () => FETCHING,
  })
  const page = toPage(MESSAGES, found, limit, presentSummary)
  return reached === null ? page : { ...page, nextCursor: encodeCursor(MESSAGES, reached) }
}

/** Reads the newest ids in a range, from an index alone. */
const ledBy =
  (rows: Rows, account_id: string, { match, hint }: AccessPath): ReadNewest =>
  (_id, limit) =>
    valuesOf(rows, { account_id, ...match, _id }, '_id', hint, [{ $sort: { _id: -1 } }, { $limit: limit }])

/** Those of some ids whose messages meet a condition, in their order. */
const amongThose =
  (rows: Rows, account_id: string, { match, hint, isNot }: AccessPath): FilterPositions =>
  async (ids) => {
    const filter = { account_id, ...match, _id: { $in: ids } }
    const found = await rows
      .find(filter, { projection: { _id: 1 }, hint, batchSize: ids.length + 1 })
      .map(({ _id }) => _id)
      .toArray()
    const known = new Set(found)
    return ids.filter((id) => known.has(id) !== Boolean(isNot))
  }
