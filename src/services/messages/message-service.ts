import type { TimelineEvent } from '../../contract/events.js'
import type { CanceledMessage, Message, MessageFilter, MessageSummary } from '../../contract/messages.js'
import { ApiError } from '../../errors.js'
import { idFloor } from '../../ids.js'
import { groupBy } from '../../lib/group-by.js'
import { BROADCAST_INDEX } from '../../models/message.js'
import { type Reach, within } from '../caller.js'
import type { ServiceDeps } from '../deps.js'
import { emptyPage, newestFirst, type Page } from '../pages.js'
import {
  DETAILS_FIELDS,
  type DetailsRow,
  type MessageDetails,
  presentDetails,
  presentEvent,
  presentMessage,
  presentSummary,
  SUMMARY_FIELDS,
} from './present-message.js'
import { searchMessages } from './search-messages.js'
import { readSearch, recipientTerm, tagTerm } from './search-terms.js'

/** Batch size of queries, large enough to get each result in one round trip. */
const WHOLE_BATCH = 10_000

/** Reads messages and their timelines, and cancels scheduled ones. */
export class MessageService {
  readonly #deps: Pick<ServiceDeps, 'models' | 'clock'>

  constructor(deps: Pick<ServiceDeps, 'models' | 'clock'>) {
    this.#deps = deps
  }

  /** Messages of an account, newest first. */
  async list(accountId: string, filter: MessageFilter): Promise<Page<MessageSummary>> {
    const { channel, status, search, broadcast_id, test_mode } = filter
    const terms = exactTerms(filter)
    const text = search?.trim() ? readSearch(search) : { filter: {}, sets: [] }
    if (!text) return emptyPage()
    const where = {
      account_id: accountId,
      _id: idRange(filter),
      ...(channel && { channel }),
      ...(status && { status }),
      ...(broadcast_id !== undefined && { broadcast_id }),
      ...(test_mode !== undefined && { test_mode }),
      ...(terms.length > 0 && { search: { $all: terms } }),
      ...text.filter,
    }
    const sets = [...terms.map((term) => [term]), ...text.sets]
    const isOfBroadcast = broadcast_id !== undefined
    if (sets.length > 1 || (isOfBroadcast && sets.length > 0)) {
      return searchMessages(this.#deps.models, where, sets, filter)
    }
    const query = this.#deps.models.messages.find(where, SUMMARY_FIELDS)
    if (isOfBroadcast) query.hint(BROADCAST_INDEX)
    return newestFirst(query, 'message', filter, presentSummary)
  }

  /**
   * One message with its timeline, oldest event first.
   * @throws ApiError `not_found`.
   */
  get(accountId: string, id: string): Promise<Message> {
    return this.#getWhere({ account_id: accountId, _id: id })
  }

  /**
   * The message, accepted or suppressed, with an idempotency key.
   * @throws ApiError `not_found`.
   */
  getByIdempotencyKey(accountId: string, key: string): Promise<Message> {
    return this.#getWhere({ account_id: accountId, idempotency_key: key })
  }

  /** Messages by id, without timelines. Unknown ids are left out. */
  async getMany(accountId: string, ids: readonly string[]): Promise<MessageDetails[]> {
    const rows = await this.#deps.models.messages
      .find({ _id: { $in: ids }, account_id: accountId }, DETAILS_FIELDS)
      .batchSize(WHOLE_BATCH)
      .lean<DetailsRow[]>()
    return rows.map(presentDetails)
  }

  /** Timelines by message id, oldest event first. Messages without events are left out. */
  async timelines(accountId: string, messageIds: readonly string[]): Promise<Map<string, TimelineEvent[]>> {
    const events = await this.#deps.models.events
      .find({ message_id: { $in: messageIds }, account_id: accountId })
      .sort({ message_id: 1, occurred_at: 1, created_at: 1, _id: 1 })
      .batchSize(WHOLE_BATCH)
      .lean()
    return groupBy(events.map(presentEvent), (event) => event.message_id)
  }

  /**
   * Cancels a scheduled message with one compare-and-set. The write by which a dispatch worker claims a message also
   * changes the status `scheduled`, so exactly one of the two wins.
   * @throws ApiError `not_found` if it is unknown, already canceled, no longer waiting, or live and the key is a test key.
   */
  async cancel(reach: Reach, id: string): Promise<CanceledMessage> {
    const { models, clock } = this.#deps
    const { matchedCount } = await models.messages.updateOne(
      { _id: id, ...within(reach), status: 'scheduled' },
      {
        $set: { status: 'canceled', updated_at: clock.now() },
        $unset: { dispatch_at: 1, held: 1, enqueued_at: 1 },
      },
    )
    if (matchedCount === 0) throw new ApiError('not_found', 'There is no scheduled message with this id.')
    return { id, status: 'canceled' }
  }

  async #getWhere(where: { account_id: string; _id?: string; idempotency_key?: string }): Promise<Message> {
    const { models } = this.#deps
    const message = await models.messages.findOne(where, DETAILS_FIELDS).lean<DetailsRow>()
    if (!message) throw new ApiError('not_found')
    const events = await models.events
      .find({ message_id: message._id, account_id: where.account_id })
      .sort({ occurred_at: 1, created_at: 1, _id: 1 })
      .lean()
    return presentMessage(message, events)
  }
}

function exactTerms({ tag, recipient }: MessageFilter): string[] {
  return [...(recipient === undefined ? [] : [recipientTerm(recipient)]), ...(tag === undefined ? [] : [tagTerm(tag)])]
}

/** Ids start with their time, so time bounds become id bounds, like a cursor. */
function idRange({ from, to }: MessageFilter): { $gte?: string; $lte: string } {
  const end = to ? new Date(to.getTime() + 1) : new Date(2 ** 48 - 1)
  return { ...(from && { $gte: idFloor('message', from) }), $lte: idFloor('message', end) }
}
