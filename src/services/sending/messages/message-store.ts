import { groupBy } from '../../../lib/collections/group-by.js'
import { Batcher, QueueFullError } from '../../../lib/concurrency/batcher.js'
import { LEDGER_BATCHING, STORE_TIMEOUT_MS } from '../../../models/database-unavailable.js'
import { insertUnordered } from '../../../models/insert-unordered.js'
import { type LookUp, lookUp } from '../../../models/look-up.js'
import { MAX_WRITE_DELAY_MS, type MailContent, type MessageDoc } from '../../../models/message.js'
import { dispatchLane } from '../../../streams/topics.js'
import { MAX_HOLD_AGE_MS } from '../../accounts/spend/spend-accounting.js'
import type { ServiceDeps } from '../../deps.js'
import { orOverloaded } from '../../platform/overload.js'

/** The fields of a stored message that a repeated request needs. */
export type StoredMessage = Pick<
  MessageDoc,
  | '_id'
  | 'account_id'
  | 'idempotency_key'
  | 'request_hash'
  | 'accepted_status'
  | 'channel'
  | 'stopped'
  | 'dispatch_at'
  | 'test_mode'
  | 'broadcast_id'
  | 'template_id'
  | 'tags'
  | 'scheduled_at'
>

/** Fields of {@link StoredMessage}. */
export const LOOK_UP_FIELDS = {
  ...{ account_id: 1, idempotency_key: 1, request_hash: 1, accepted_status: 1, channel: 1 },
  ...{ stopped: 1, dispatch_at: 1, test_mode: 1, broadcast_id: 1, template_id: 1, tags: 1 },
  scheduled_at: 1,
}

interface IdempotencyKey {
  accountId: string
  idempotencyKey: string
}

/** Content above this size, in bytes, is stored separately from the message, so that lists stay fast. */
export const MAX_INLINE_BYTES = 32 * 1024
/** The driver writes a group into one buffer in one go. */
const MAX_GROUP_BYTES = 4 * 1024 * 1024
/** Most bytes that wait for the ledger before requests are refused. `AcceptanceLimit` limits the number of messages. */
const MAX_WAITING_BYTES = 128 * 1024 * 1024

export type MessageStoreDeps = Pick<ServiceDeps, 'config' | 'models' | 'conveyor' | 'clock' | 'metrics'>

/** Writes and finds accepted messages in groups. */
export class MessageStore {
  readonly #deps: MessageStoreDeps
  readonly #find: LookUp<IdempotencyKey, StoredMessage | null>
  readonly #inserts: Batcher<MessageDoc, undefined>

  constructor(deps: MessageStoreDeps) {
    this.#deps = deps
    const maxWaiting = deps.config.maxWaitingMessages
    this.#find = lookUp((keys) => this.#findMany(keys), { maxWaiting })
    this.#inserts = new Batcher((messages) => this.#insertInTime(messages), {
      ...LEDGER_BATCHING,
      maxWeight: MAX_GROUP_BYTES,
      weigh: (message) => contentBytes(message.content),
      maxWaiting,
      maxWaitingWeight: MAX_WAITING_BYTES,
    })
  }

  /**
   * The message of an account with this idempotency key.
   * @throws ApiError `overloaded` if the ledger does not respond.
   */
  find(key: IdempotencyKey): Promise<StoredMessage | null> {
    return orOverloaded(this.#find(key))
  }

  /**
   * Writes a message. When this resolves, the message is durable, and its hint is on the way if it is due.
   * @throws DuplicateRowError if its idempotency key is taken; ApiError `overloaded` if too much waits for the ledger,
   *   the ledger does not respond, or the message waited too long, such as longer than its hold lasts.
   */
  async insert(message: MessageDoc): Promise<void> {
    await orOverloaded(this.#inserts.add(message))
  }

  async #findMany(keys: IdempotencyKey[]): Promise<(StoredMessage | null)[]> {
    const filters = [...groupBy(keys, (key) => key.accountId)].map(([accountId, own]) => ({
      account_id: accountId,
      idempotency_key: { $in: own.map((key) => key.idempotencyKey) },
    }))
    const projection = LOOK_UP_FIELDS
    const rows = await this.#deps.models.messages.collection.find({ $or: filters }, { projection }).toArray()
    const found = new Map(rows.map((row) => [`${row.account_id} ${row.idempotency_key}`, row]))
    return keys.map((key) => found.get(`${key.accountId} ${key.idempotencyKey}`) ?? null)
  }

  /** Refuses messages that waited too long, or so long that their hold may have expired. */
  async #insertInTime(messages: MessageDoc[]): Promise<(undefined | Error)[]> {
    const nowMs = this.#deps.clock.now().getTime()
    const isInTime = ({ charge, updated_at: acceptedAt }: MessageDoc) =>
      acceptedAt.getTime() > nowMs - MAX_WRITE_DELAY_MS && (!charge || charge.at.getTime() > nowMs - MAX_HOLD_AGE_MS)
    const inTime = messages.filter(isInTime)
    if (inTime.length === messages.length) return this.#insertMany(messages)
    const inserted = inTime.length > 0 ? await this.#insertMany(inTime) : []
    const results = new Map(inserted.map((result, index) => [inTime[index], result]))
    return messages.map((message) => (results.has(message) ? results.get(message) : new QueueFullError()))
  }

  async #insertMany(messages: MessageDoc[]): Promise<(undefined | Error)[]> {
    const { models, conveyor, clock, metrics } = this.#deps
    const big = messages.filter((message) => contentBytes(message.content) > MAX_INLINE_BYTES)
    // Contents first: a message without content cannot be sent, but content without its message does no harm.
    const contents = big.map(({ _id, account_id, content }) => ({ _id, account_id, content }))
    const failed = await insertUnordered(models.messageContents.collection, contents, STORE_TIMEOUT_MS)
    for (const failure of failed.values()) throw failure

    const apart = new Set(big)
    const rows = messages.map((message) => (apart.has(message) ? withoutContent(message) : message))
    const failures = await insertUnordered(models.messages.collection, rows, STORE_TIMEOUT_MS)

    const written = messages.filter((_message, index) => !failures.has(index))
    const test = written.filter((message) => message.test_mode).length
    metrics.messagesWritten(messages.length, { live: written.length - test, test })

    const now = clock.now()
    const due = written.filter((message) => message.dispatch_at! <= now)
    for (const [lane, own] of groupBy(due, dispatchLane)) {
      conveyor.hint(
        'dispatch',
        own.map((message) => ({ id: message._id, accountId: message.account_id })),
        lane,
      )
    }
    const orphans = messages.filter((message, index) => failures.has(index) && apart.has(message))
    if (orphans.length > 0)
      await models.messageContents.collection.deleteMany({ _id: { $in: orphans.map(({ _id }) => _id) } })
    return messages.map((_message, index) => failures.get(index))
  }
}

/** The row of a message whose content is stored apart. */
function withoutContent({ content, ...message }: MessageDoc): MessageDoc {
  if (!content) return { ...message, content }
  const { from, to, cc, subject } = content
  return { ...message, content: null, content_summary: { from, to, cc, subject } }
}

/** The approximate size of the content: texts and files. */
function contentBytes(content: MailContent | null): number {
  if (!content) return 0
  const files = content.attachments.reduce((sum, attachment) => sum + attachment.content.length(), 0)
  return files + (content.html?.length ?? 0) + (content.text?.length ?? 0) + 1_000
}
