import type { MessageSummary } from '../../contract/messages.js'
import type { Models } from '../../models/index.js'
import { BROADCAST_INDEX, type MessageDoc } from '../../models/message.js'
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
}

interface Asked {
  limit: number
  cursor?: string | undefined
  /** For tests: entries of the index that each step reads, and how long a page without any result goes on, in ms. */
  chunk?: number
  emptyMs?: number
}

/**
 * The messages that meet some conditions, newest first, found by the rarest of several terms. If what is asked for hardly
 * occurs, a page may be short, or even empty: only a null cursor is the end.
 * @param sets terms of which every such message has at least one of each set.
 * @throws ApiError `invalid_request` if the cursor is from another kind of list.
 */
export async function searchMessages(
  { messages }: Pick<Models, 'messages'>,
  where: Conditions,
  sets: readonly TermSet[],
  { limit, cursor, chunk, emptyMs }: Asked,
): Promise<Page<MessageSummary>> {
  const { account_id, _id: range, broadcast_id } = where
  const index: TermIndex<MessageDoc> = { rows: messages.collection, terms: 'search', position: '_id' }
  // No id lies between one and the same with a character added, so this turns `at most` into `below`.
  const ceiling = `${range.$lte}~`
  const before = cursor ? decodeCursor(MESSAGES, cursor) : ceiling
  const fetch = (ids: string[]) =>
    messages.collection
      .find<SummaryRow>({ ...where, _id: { $in: ids, ...range } }, { projection: SUMMARY_FIELDS, hint: { _id: 1 } })
      .sort({ _id: -1 })
      .toArray()
  // The index alone tells which messages are of a broadcast.
  const ofBroadcast = async (ids: string[]) => {
    if (ids.length === 0) return []
    const found = await messages.collection
      .find({ account_id, broadcast_id: broadcast_id!, _id: { $in: ids } }, { projection: { _id: 1 } })
      .hint(BROADCAST_INDEX)
      .sort({ _id: -1 })
      .toArray()
    return found.map(({ _id }) => _id)
  }
  const walk = {
    // The range is compared again when rows are fetched.
    floor: range.$gte?.slice(0, -1),
    before: before < ceiling ? before : ceiling,
    wanted: limit + 1,
    chunk,
    narrow: broadcast_id === undefined ? undefined : ofBroadcast,
    fetch,
  }
  const steps = walkTerms(index, account_id, await rarestFirst(index, account_id, sets), walk)
  const { found, reached } = await foundBySteps(steps, limit, emptyMs)
  const page = toPage(MESSAGES, found, limit, presentSummary)
  return reached === null ? page : { ...page, nextCursor: encodeCursor(MESSAGES, reached) }
}
