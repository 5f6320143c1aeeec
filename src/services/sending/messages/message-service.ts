import type { TimelineEvent } from '../../../contract/events.js'
import type { CanceledMessage, Message, MessageFilter, MessageSummary } from '../../../contract/messages.js'
import { ApiError } from '../../../errors.js'
import { groupBy } from '../../../lib/collections/group-by.js'
import type { MessageDoc } from '../../../models/message.js'
import { type Principal, writableBy } from '../../caller.js'
import type { ServiceDeps } from '../../deps.js'
import { isWithin, type MailViewer, reachOf } from '../../platform/mail-reach.js'
import type { Page } from '../../platform/pages.js'
import { listMessages } from './list-messages.js'
import { filingDue } from './new-message.js'
import {
  DETAILS_FIELDS,
  type DetailsRow,
  type MessageDetails,
  presentDetails,
  presentEvent,
  presentMessage,
} from './present-message.js'

/** Batch size of queries, large enough to get each result in one round trip. */
const WHOLE_BATCH = 10_000

/** What a cancellation says of a message that it cannot cancel. */
export const NONE_SCHEDULED = 'There is no scheduled message with this id.'

/** Reads messages and their timelines, and cancels scheduled ones. */
export class MessageService {
  readonly #deps: Pick<ServiceDeps, 'models' | 'clock'>

  constructor(deps: Pick<ServiceDeps, 'models' | 'clock'>) {
    this.#deps = deps
  }

  /**
   * Messages of an account, newest first.
   * @throws ApiError `invalid_request` if the cursor is from another kind of list.
   */
  list(accountId: string, filter: MessageFilter): Promise<Page<MessageSummary>> {
    return listMessages(this.#deps.models, accountId, filter)
  }

  /**
   * One message with its timeline, oldest event first.
   * @throws ApiError `not_found`.
   */
  async get(viewer: MailViewer, id: string): Promise<Message> {
    const [seen] = await this.seenBy(viewer, [id])
    if (seen === undefined) throw new ApiError('not_found')
    return this.#getWhere({ account_id: viewer.accountId, _id: id })
  }

  /**
   * The message, accepted or suppressed, with an idempotency key.
   * @throws ApiError `not_found`.
   */
  getByIdempotencyKey(accountId: string, key: string): Promise<Message> {
    return this.#getWhere({ account_id: accountId, idempotency_key: key })
  }

  /** Those of some messages that a viewer sees: with a key that is bound to inboxes, what was sent from their addresses. */
  async seenBy(viewer: MailViewer, ids: readonly string[]): Promise<readonly string[]> {
    const reach = await reachOf(this.#deps.models, viewer)
    if (reach.addresses === null) return ids
    const rows = await this.#deps.models.messages.collection
      .find<Pick<MessageDoc, '_id' | 'content' | 'content_summary'>>(
        { _id: { $in: [...ids] }, account_id: viewer.accountId },
        { projection: { 'content.from': 1, 'content_summary.from': 1 } },
      )
      .toArray()
    return rows.flatMap(({ _id, content, content_summary }) =>
      isWithin(reach, (content ?? content_summary)?.from.email ?? '') ? _id : [],
    )
  }

  /** Messages by id, without timelines. Unknown ids are left out. */
  async getMany(accountId: string, ids: readonly string[]): Promise<MessageDetails[]> {
    const rows = await this.#deps.models.messages.collection
      .find<DetailsRow>({ _id: { $in: ids }, account_id: accountId }, { projection: DETAILS_FIELDS })
      .batchSize(WHOLE_BATCH)
      .toArray()
    return rows.map(presentDetails)
  }

  /** Timelines by message id, oldest event first. Messages without events are left out. */
  async timelines(accountId: string, messageIds: readonly string[]): Promise<Map<string, TimelineEvent[]>> {
    const events = await this.#deps.models.events.collection
      .find({ message_id: { $in: messageIds }, account_id: accountId })
      .sort({ message_id: 1, occurred_at: 1, created_at: 1, _id: 1 })
      .batchSize(WHOLE_BATCH)
      .toArray()
    return groupBy(events.map(presentEvent), (event) => event.message_id)
  }

  /**
   * Cancels a scheduled message with one compare-and-set. The write by which a dispatch worker claims a message also
   * changes the status `scheduled`, so exactly one of the two wins. In the same write, mail of the mail app becomes
   * due to leave its thread.
   * @throws ApiError `not_found` if it is unknown, already canceled, no longer waiting, or live and the key is a test key.
   */
  async cancel(principal: Principal, id: string): Promise<CanceledMessage> {
    const { models, clock } = this.#deps
    const now = clock.now()
    const isOfMailApp = { $or: ['$filed', { $gt: ['$file_at', null] }] }
    const { matchedCount } = await models.messages.collection.updateOne(
      { _id: id, ...writableBy(principal), status: 'scheduled' },
      [
        {
          $set: { status: 'canceled', updated_at: now, file_at: { $cond: [isOfMailApp, filingDue(now), '$$REMOVE'] } },
        },
        { $unset: ['dispatch_at', 'held', 'enqueued_at'] },
      ],
    )
    if (matchedCount === 0) throw new ApiError('not_found', NONE_SCHEDULED)
    return { id, status: 'canceled' }
  }

  async #getWhere(where: { account_id: string; _id?: string; idempotency_key?: string }): Promise<Message> {
    const { models } = this.#deps
    const message = await models.messages.collection.findOne<DetailsRow>(where, { projection: DETAILS_FIELDS })
    if (!message) throw new ApiError('not_found')
    const events = await models.events.collection
      .find({ message_id: message._id, account_id: where.account_id })
      .sort({ occurred_at: 1, created_at: 1, _id: 1 })
      .toArray()
    return presentMessage(message, events)
  }
}
