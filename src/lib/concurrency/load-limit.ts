/*
 * Bounds what is in progress by time, not by number: as much as is done in a set time, at the rate that was shown while there
 * was more to do than could be done at once. By Little's law, what is let in then takes about that time, on a fast machine as
 * on a slow one.
 */

/** A rate is measured over so long, in ms. */
const WINDOW_MS = 100
/** After a longer pause nothing can be said about the rate: what the work needs did not answer. */
const MAX_WINDOW_MS = 1_000
/** So long a window counts, in ms; older ones count less and less. */
const MEMORY_MS = 3_000
/** A rate that was not shown again for so long says nothing about now. */
const FORGET_MS = 10_000
/** An owner may have so many times the places that are free: alone three quarters, and the next one finds some. */
const FREE_PERMITS_FACTOR = 3
/** Nobody is asked to stay away for longer, in s. */
const MAX_RETRY_AFTER_S = 30

export interface LoadLimitOptions {
  /** How long what is let in may take on average, in ms. */
  targetMs: number
  /** Least limit, however slow the work is. */
  least: number
  /** The limit until a rate is known. */
  initial: number
  /** Most that is in progress at any rate. */
  most: number
  /** Milliseconds of a clock that never goes back. */
  now?: () => number
  /** From 0 to 1. */
  random?: () => number
}

/** Who wants to begin work, and how much. */
export interface LoadEntry {
  owner: string
  /** Where the owner comes from, if those of one origin share what an owner may have. */
  origin?: string
  /** How much it counts for; 1 if omitted. */
  size?: number
}

/** The answer to work that is not let in. */
export interface Refused {
  /** When to come again, in whole seconds. Those who are refused get different times. */
  retryAfterSeconds: number
}

/** Lets in as much work as is done in a set time, and tells the rest when to come again. */
export class LoadLimit {
  readonly #options: Required<LoadLimitOptions>
  /** What is in progress, by owner and by origin. */
  readonly #byOwner = new Map<string, number>()
  readonly #byOrigin = new Map<string, number>()
  #taken = 0
  /** What was done in busy windows, and how long they were, in ms. */
  #shown = { done: 0, ms: 0 }
  #shownAt = -Infinity
  #window: Window
  /** When the next one who is refused may come again. */
  #returnAt = 0

  constructor({ now = () => performance.now(), random = Math.random, ...options }: LoadLimitOptions) {
    this.#options = { ...options, now, random }
    this.#window = newWindow(now())
  }

  /** What is in progress. */
  get taken(): number {
    return this.#taken
  }

  /** What is done in a second while there is more to do than can be done at once; null if that is not known. */
  get perSecond(): number | null {
    const { done, ms } = this.#shown
    return this.#options.now() - this.#shownAt < FORGET_MS ? (done * 1_000) / ms : null
  }

  /** Most that may be in progress at present. */
  get limit(): number {
    const { targetMs, least, initial, most } = this.#options
    const { perSecond } = this
    const wanted = perSecond === null ? initial : Math.max(least, Math.round((perSecond * targetMs) / 1_000))
    return Math.min(most, wanted)
  }

  /** Begins work, or says when to come again. */
  enter(entry: LoadEntry): Admitted | Refused {
    if (!this.#hasPlace(entry)) {
      this.#window.hasRefused = true
      return { retryAfterSeconds: this.#nextReturn(entry.size ?? 1) }
    }
    return new Admitted(
      (change) => this.#count(entry, change),
      () => this.#done(entry),
    )
  }

  #hasPlace({ owner, origin, size = 1 }: LoadEntry): boolean {
    // What is larger than all places must have its turn, too.
    if (this.#taken === 0) return true
    const free = this.limit - this.#taken - size
    if (free < 0) return false
    const share = FREE_PERMITS_FACTOR * free
    if ((this.#byOwner.get(owner) ?? 0) + size > share) return false
    return origin === undefined || (this.#byOrigin.get(origin) ?? 0) + size <= share
  }

  #count({ owner, origin, size = 1 }: LoadEntry, change: 1 | -1): void {
    this.#taken += change * size
    add(this.#byOwner, owner, change * size)
    if (origin !== undefined) add(this.#byOrigin, origin, change * size)
  }

  /** Measures the rate when a window is over. */
  #done({ size = 1 }: LoadEntry): void {
    const { limit, taken } = this
    const window = this.#window
    window.done += size
    window.ends += 1
    window.takenAtEnds += taken
    const nowMs = this.#options.now()
    const ms = nowMs - window.startedAt
    if (ms < WINDOW_MS) return
    // Otherwise the rate may only show how much there was to do. On average: what is done as a group ends at once.
    const isBusy = window.hasRefused || window.takenAtEnds / window.ends >= limit / 2
    if (isBusy && ms <= MAX_WINDOW_MS) this.#show(window.done, ms, nowMs)
    this.#window = newWindow(nowMs)
  }

  #show(done: number, ms: number, nowMs: number): void {
    const kept = nowMs - this.#shownAt < FORGET_MS ? Math.exp(-ms / MEMORY_MS) : 0
    this.#shown = { done: this.#shown.done * kept + done, ms: this.#shown.ms * kept + ms }
    this.#shownAt = nowMs
  }

  /**
   * Those who are refused come back one after the other, as fast as the work is done. Nobody knows how many do, so each
   * is told a time between half of its wait and all of it.
   */
  #nextReturn(size: number): number {
    const { now, random, targetMs } = this.#options
    const perMs = (this.perSecond ?? (this.limit * 1_000) / targetMs) / 1_000
    const nowMs = now()
    const last = nowMs + MAX_RETRY_AFTER_S * 1_000
    this.#returnAt = Math.min(Math.max(this.#returnAt, nowMs) + size / perMs, last)
    const waitS = (this.#returnAt - nowMs) / 1_000
    return Math.min(MAX_RETRY_AFTER_S, 1 + Math.floor(waitS * (0.5 + random() / 2)))
  }
}

/** The time in which a rate is measured. */
interface Window {
  startedAt: number
  /** How much was done in it. */
  done: number
  /** How often something ended, and what was in progress then, in total. */
  ends: number
  takenAtEnds: number
  hasRefused: boolean
}

const newWindow = (startedAt: number): Window => ({ startedAt, done: 0, ends: 0, takenAtEnds: 0, hasRefused: false })

/** Work that was let in. */
export class Admitted {
  readonly #count: (change: 1 | -1) => void
  readonly #onDone: () => void
  #state: 'active' | 'paused' | 'done' = 'active'

  constructor(count: (change: 1 | -1) => void, onDone: () => void) {
    this.#count = count
    this.#onDone = onDone
    count(1)
  }

  /** Gives the place to others while this waits for somebody else. */
  pause(): void {
    if (this.#state === 'active') this.#change('paused', -1)
  }

  /** Goes on after a pause, also if no place is free: it was let in. */
  resume(): void {
    if (this.#state === 'paused') this.#change('active', 1)
  }

  /** The work has ended. Idempotent. */
  leave(): void {
    if (this.#state === 'done') return
    this.pause()
    this.#state = 'done'
    this.#onDone()
  }

  #change(state: 'active' | 'paused', change: 1 | -1): void {
    this.#state = state
    this.#count(change)
  }
}

function add(counts: Map<string, number>, name: string, change: number): void {
  const count = (counts.get(name) ?? 0) + change
  if (count === 0) counts.delete(name)
  else counts.set(name, count)
}
