import type { Logger } from 'pino'
import type { Clock } from '../clock.js'
import type { EventStreamRequest, TimelineEvent, TimelineEventType } from '../contract/events.js'
import { ApiError, fieldError } from '../errors.js'
import { getOrMake } from '../lib/collections/get-or-make.js'
import { BoundedQueue, QueueOverflowError } from '../lib/concurrency/bounded-queue.js'
import type { Models } from '../models/index.js'
import type { Caller } from '../services/caller.js'
import type { ReadBarrier } from '../services/platform/read-barrier.js'
import type { RedisConnections } from '../streams/engine/redis-connections.js'
import { AccessWatch } from './access-watch.js'
import { AccountChannel, readEvents, type SequencedEvent } from './account-channel.js'
import { EventTail } from './event-tail.js'
import type { StreamSlots } from './stream-slots.js'

/*
 * Live timelines. A subscriber first gets the events it missed from the ledger, then the new ones, in the account's
 * order of sequence, without gaps or duplicates.
 *
 * Each process has one tail, which hears which accounts have new events and wakes their channels. A channel reads the
 * ledger once for all its subscribers. Every two seconds one query compares the sequence counters of all channels, so a
 * lost hint costs two seconds.
 */

const POLL_MS = 2_000
const REPLAY_PAGE = 500
/** Most events waiting for one subscriber. They are shared, so each costs a pointer. */
const MAX_WAITING = 5_000
/** How long a timeline stays open after its terminal event, in ms. */
const TERMINAL_IDLE_MS = 60_000
const TERMINAL_TYPES: readonly TimelineEventType[] = ['bounced', 'complained', 'failed', 'suppressed', 'unsubscribed']
/** How long to wait for the number of a recorded event, in ms. */
const NUMBERING_MS = 10_000

export interface EventStreamDeps {
  models: Models
  connections: RedisConnections
  /** Redis keys of the news streams, one for each partition. */
  newsStreams: string[]
  slots: StreamSlots
  readBarrier: Pick<ReadBarrier, 'pass'>
  clock: Clock
  log: Logger
  /** How long a timeline stays open after its terminal event, in ms. A minute by default. */
  terminalIdleMs?: number | undefined
}

/** Serves live event streams to all subscribers of this process. */
export class EventStreams {
  readonly #deps: EventStreamDeps
  readonly #tail: EventTail
  readonly #channels = new Map<string, { channel: Promise<AccountChannel>; users: number }>()
  /** Functions that wake streams of other things than events, by account. */
  readonly #wakers = new Map<string, Set<() => void>>()
  readonly #access: AccessWatch
  #poll: NodeJS.Timeout | null = null
  #polling: Promise<void> = Promise.resolve()
  #closed = false

  constructor(deps: EventStreamDeps) {
    this.#deps = deps
    this.#tail = new EventTail({ ...deps, onNews: (accountIds) => this.#wake(accountIds) })
    this.#access = new AccessWatch({
      ...deps,
      onFailure: (error) => deps.log.warn({ err: error }, 'checking who may read open streams failed; trying again'),
    })
  }

  /** Number of open streams. */
  get open(): number {
    return this.#access.size
  }

  /** Interrupts every stream. Readers reconnect to another process and continue where they were. */
  async close(): Promise<void> {
    this.#closed = true
    if (this.#poll) clearInterval(this.#poll)
    this.#access.refuseAll(new ApiError('stream_interrupted'))
    await Promise.all([this.#access.close(), this.#tail.close(), this.#deps.slots.close(), this.#polling])
  }

  /**
   * Events in order of sequence: those after `after`, then live ones, until the signal.
   * @throws ApiError `rate_limit_exceeded` if the account has too many open streams, `not_found` for an unknown message,
   *   `invalid_request` for an unknown event, `stream_overflow` if the reader is too slow, `stream_interrupted` if this
   *   process stops, `unauthorized` if the key becomes invalid or the session ends, `account_suspended` if the account is
   *   suspended.
   */
  async *subscribe(
    caller: Caller,
    request: EventStreamRequest,
    signal?: AbortSignal,
  ): AsyncGenerator<TimelineEvent, void> {
    try {
      yield* this.#follow(caller, request, signal)
    } catch (error) {
      if (error instanceof QueueOverflowError) throw new ApiError('stream_overflow')
      // A process that stops closes MongoDB while some streams are still reading.
      throw this.#closed && !(error instanceof ApiError) ? new ApiError('stream_interrupted') : error
    }
  }

  /**
   * What `read` finds whenever the account may have news, and every two seconds, until the signal.
   * @throws ApiError as {@link subscribe}.
   */
  async *follow<T>(caller: Caller, read: () => AsyncIterable<T>, signal?: AbortSignal): AsyncGenerator<T, void> {
    const { accountId } = caller
    const news = new BoundedQueue<true>(1)
    const freeSlot = await this.#deps.slots.take(accountId, (error) => news.cut(error))
    // News that comes before the last is read is the same news.
    const ring = () => news.length === 0 && news.push(true)
    ring()
    const wakers = getOrMake(this.#wakers, accountId, () => new Set<() => void>())
    wakers.add(ring)
    const poll = setInterval(ring, POLL_MS)
    const end = () => news.end()
    signal?.addEventListener('abort', end)
    const unwatch = this.#access.add({ caller, refuse: (error) => news.cut(error) })
    this.#start()
    if (this.#closed) news.cut(new ApiError('stream_interrupted'))
    try {
      for await (const _ of news) {
        if (signal?.aborted) return
        for await (const item of read()) {
          if (news.isCut || signal?.aborted) break
          yield item
        }
      }
    } finally {
      signal?.removeEventListener('abort', end)
      clearInterval(poll)
      unwatch()
      freeSlot()
      wakers.delete(ring)
      if (wakers.size === 0) this.#wakers.delete(accountId)
    }
  }

  async *#follow(caller: Caller, request: EventStreamRequest, signal?: AbortSignal) {
    const { accountId } = caller
    const { message_id: messageId } = request
    if (messageId) await this.#assertMessage(accountId, messageId)
    const queue = new BoundedQueue<SequencedEvent>(MAX_WAITING)
    const freeSlot = await this.#deps.slots.take(accountId, (error) => queue.cut(error))
    if (this.#closed) {
      freeSlot()
      throw new ApiError('stream_interrupted')
    }
    const end = () => queue.end()
    const idle = new IdleEnd(messageId ? (this.#deps.terminalIdleMs ?? TERMINAL_IDLE_MS) : null, end)
    const opening = this.#enter(accountId)
    let leave: (() => void) | null = null
    const unwatch = this.#access.add({ caller, refuse: (error) => queue.cut(error) })
    signal?.addEventListener('abort', end)
    try {
      const channel = await opening
      const isOver = () => queue.isCut || signal?.aborted === true
      const start = await this.#startOf(accountId, request, channel, isOver)
      if (signal?.aborted) return
      // A subscriber that resumes after the terminal event, or wants other types, does not see it.
      if (messageId && (await this.#hasEnded(accountId, messageId))) idle.start()
      const joinedAt = channel.position
      leave = channel.listen((item) => matches(item, request) && item.seq > start && queue.push(item))
      for await (const { event } of this.#replay(accountId, request, start, joinedAt)) {
        if (signal?.aborted) return
        if (queue.isCut) break
        idle.saw(event)
        yield event
      }
      for await (const { event } of queue) {
        idle.saw(event)
        yield event
      }
    } finally {
      idle.clear()
      signal?.removeEventListener('abort', end)
      unwatch()
      leave?.()
      freeSlot()
      this.#exit(accountId)
    }
  }

  async #assertMessage(accountId: string, messageId: string): Promise<void> {
    const filter = { _id: messageId, account_id: accountId }
    const message = await this.#deps.models.messages.collection.findOne(filter, { projection: { _id: 1 } })
    if (!message) throw new ApiError('not_found', 'There is no message with this id.')
  }

  /**
   * Whether a timeline has a terminal event. The status does not show it: opens and clicks come even after a complaint.
   */
  async #hasEnded(accountId: string, messageId: string): Promise<boolean> {
    const filter = { message_id: messageId, account_id: accountId, type: { $in: TERMINAL_TYPES } }
    return (await this.#deps.models.events.collection.findOne(filter, { projection: { _id: 1 } })) !== null
  }

  /** The number after which a subscription starts. */
  async #startOf(
    accountId: string,
    { lastEventId: after, message_id }: EventStreamRequest,
    channel: AccountChannel,
    isOver: () => boolean,
  ): Promise<number> {
    if (after) return this.#numberOf(accountId, after, isOver)
    return message_id ? 0 : channel.position
  }

  async #numberOf(accountId: string, eventId: string, isOver: () => boolean): Promise<number> {
    const deadline = Date.now() + NUMBERING_MS
    for (;;) {
      const event = await this.#deps.models.events.collection.findOne({ _id: eventId, account_id: accountId })
      if (event?.seq || isOver()) return event?.seq ?? 0
      if (!event || Date.now() > deadline || this.#closed) {
        const message =
          'is not an event of this account, or is no longer kept; pass the id of a later one, or leave it out'
        throw fieldError('invalid_request', 'lastEventId', message)
      }
      // The event is recorded; its fan-out will give it a number.
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }

  async *#replay(accountId: string, { message_id: messageId, types }: EventStreamRequest, start: number, upTo: number) {
    for (let position = start; position < upTo; ) {
      const range = { after: position, upTo, messageId, types: types?.length ? types : undefined, limit: REPLAY_PAGE }
      const page = await readEvents(this.#deps.models, accountId, range)
      yield* page
      if (page.length < REPLAY_PAGE) return
      position = page.at(-1)!.seq
    }
  }

  /** The channel of an account, opened by its first subscriber and closed with the last. */
  #enter(accountId: string): Promise<AccountChannel> {
    this.#start()
    const found = this.#channels.get(accountId)
    if (found) {
      found.users += 1
      return found.channel
    }
    const { models } = this.#deps
    const channel = models.eventSequences.collection
      .findOne({ _id: accountId })
      .then((counter) => new AccountChannel(models, accountId, counter?.seq ?? 0))
    this.#channels.set(accountId, { channel, users: 1 })
    return channel
  }

  #exit(accountId: string): void {
    const entry = this.#channels.get(accountId)!
    entry.users -= 1
    if (entry.users === 0) this.#channels.delete(accountId)
  }

  /** Starts the tail with the first subscriber: a process without any costs nothing. */
  #start(): void {
    if (this.#poll || this.#closed) return
    this.#tail.start()
    this.#poll = setInterval(() => {
      this.#polling = this.#lookRound().catch((error: Error) =>
        this.#deps.log.warn({ err: error }, 'checking for missed events failed; trying again'),
      )
    }, POLL_MS)
  }

  #wake(accountIds: Iterable<string>): void {
    for (const id of accountIds) {
      for (const ring of this.#wakers.get(id) ?? []) ring()
      this.#channels
        .get(id)
        ?.channel.then((channel) => channel.wake())
        .catch((error: Error) => this.#deps.log.warn({ accountId: id, err: error }, 'reading live events failed'))
    }
  }

  async #lookRound(): Promise<void> {
    if (this.#channels.size === 0) return
    const { models } = this.#deps
    const counters = await models.eventSequences.collection.find({ _id: { $in: [...this.#channels.keys()] } }).toArray()
    for (const { _id, seq } of counters) {
      const channel = await this.#channels.get(_id)?.channel
      if (channel && channel.position < seq) this.#wake([_id])
    }
  }
}

/** Ends a timeline that has been idle for too long after a terminal event. */
class IdleEnd {
  readonly #afterMs: number | null
  readonly #end: () => void
  #timer: NodeJS.Timeout | null = null

  constructor(afterMs: number | null, end: () => void) {
    this.#afterMs = afterMs
    this.#end = end
  }

  saw(event: TimelineEvent): void {
    if (this.#timer || TERMINAL_TYPES.includes(event.type)) this.start()
  }

  start(): void {
    if (this.#afterMs === null) return
    this.clear()
    this.#timer = setTimeout(this.#end, this.#afterMs)
  }

  clear(): void {
    if (this.#timer) clearTimeout(this.#timer)
  }
}

function matches({ event }: SequencedEvent, { message_id, types }: EventStreamRequest): boolean {
  return (!message_id || event.message_id === message_id) && (!types?.length || types.includes(event.type))
}
