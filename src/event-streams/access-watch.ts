import type { Clock } from '../clock.js'
import { ApiError } from '../errors.js'
import { withTimeout } from '../lib/concurrency/time-limit.js'
import { validKeys } from '../models/api-key.js'
import { LOOK_UP_TIMEOUT_MS } from '../models/database-unavailable.js'
import type { Models } from '../models/index.js'
import { validSessions } from '../models/session.js'
import type { Caller } from '../services/caller.js'
import type { ReadBarrier } from '../services/platform/read-barrier.js'

/** Time between two checks, in ms. Streams of a caller who is no longer admitted end within two seconds. */
const CHECK_MS = 1_000

/** A stream that ends when its caller is no longer admitted. */
export interface WatchedStream {
  caller: Caller
  /** Ends the stream at once. */
  refuse(error: ApiError): void
}

export interface AccessWatchDeps {
  models: Models
  clock: Clock
  readBarrier: Pick<ReadBarrier, 'pass'>
  /** Called when a check fails. The next one follows as usual. */
  onFailure: (error: Error) => void
}

/**
 * Ends open streams whose key was revoked or rotated or has expired, whose session has ended, or whose account was
 * suspended. Requests look these up when they come; a stream outlives its request, so this looks again every second.
 */
export class AccessWatch {
  readonly #deps: AccessWatchDeps
  readonly #watched = new Set<WatchedStream>()
  #timer: NodeJS.Timeout | null = null
  #checking: Promise<void> = Promise.resolve()
  #closed = false

  constructor(deps: AccessWatchDeps) {
    this.#deps = deps
  }

  /** Number of watched streams. */
  get size(): number {
    return this.#watched.size
  }

  /** Watches a stream. Returns a function that stops this. */
  add(stream: WatchedStream): () => void {
    this.#watched.add(stream)
    if (!this.#closed) this.#timer ??= this.#schedule()
    return () => this.#watched.delete(stream)
  }

  /** Ends every stream with this error. */
  refuseAll(error: ApiError): void {
    for (const stream of this.#watched) stream.refuse(error)
  }

  async close(): Promise<void> {
    this.#closed = true
    if (this.#timer) clearTimeout(this.#timer)
    await this.#checking
  }

  #schedule(): NodeJS.Timeout {
    return setTimeout(() => {
      this.#checking = this.#check()
        .catch(this.#deps.onFailure)
        .then(() => {
          // Without streams it stops; the next stream starts it again.
          this.#timer = this.#watched.size > 0 && !this.#closed ? this.#schedule() : null
        })
    }, CHECK_MS)
  }

  async #check(): Promise<void> {
    const refusals = await this.#refusalsOf([...this.#watched])
    if (refusals.size === 0) return
    // After a failover a new key can seem not to exist, and clients do not reconnect after `unauthorized`.
    await this.#deps.readBarrier.pass(null)
    for (const [stream, error] of await this.#refusalsOf([...refusals.keys()])) stream.refuse(error)
  }

  /** The streams whose callers are not admitted any more, each with the reason. */
  async #refusalsOf(streams: readonly WatchedStream[]): Promise<Map<WatchedStream, ApiError>> {
    const refusals = new Map<WatchedStream, ApiError>()
    if (streams.length === 0) return refusals
    const lookingUp = this.#lookUp(streams.map(({ caller }) => caller))
    const { hashes, sessionIds, suspended } = await withTimeout(LOOK_UP_TIMEOUT_MS, lookingUp)
    for (const stream of streams) {
      const { keyHash, sessionId, accountId } = stream.caller
      // A rotated key is valid, but not with the secret that opened the stream.
      const isAdmitted = hashes.has(keyHash) && (sessionId === null || sessionIds.has(sessionId))
      if (!isAdmitted) refusals.set(stream, new ApiError('unauthorized'))
      else if (suspended.has(accountId)) refusals.set(stream, new ApiError('account_suspended'))
    }
    return refusals
  }

  async #lookUp(callers: readonly Caller[]) {
    const { models, clock } = this.#deps
    const now = clock.now()
    const one = <T>(values: T[]) => ({ $in: [...new Set(values)] })
    const [keys, sessions, accounts] = await Promise.all([
      models.apiKeys.collection.find({ _id: one(callers.map(({ keyId }) => keyId)), ...validKeys(now) }).toArray(),
      models.sessions.collection
        .find({ _id: one(callers.flatMap(({ sessionId }) => sessionId ?? [])), ...validSessions(now) })
        .toArray(),
      models.accounts.collection
        .find({ _id: one(callers.map(({ accountId }) => accountId)), suspended_at: { $ne: null } })
        .toArray(),
    ])
    return {
      hashes: new Set(keys.map(({ hash }) => hash)),
      sessionIds: new Set(sessions.map(({ _id }) => _id)),
      suspended: new Set(accounts.map(({ _id }) => _id)),
    }
  }
}
