import { ownThreadId, ThreadClock } from '../threads/thread-clock.js'

/*
 * Watches for turns that hold the event loop, on which everything else of the process waits, and says what had begun just
 * before them.
 *
 * There is one event loop in a process, and so one list of what has begun.
 */

/** A turn is held from this time on, in ms of CPU time. */
const HELD_MS = 200
/** How often the watch looks, in ms. */
const EVERY_MS = 100
/** Begun work that is remembered. */
const REMEMBERED = 8

/** Work that began: what it is, like a route, and the id that the log knows it by. */
export interface StartedWork {
  kind: string
  id: string
}

const begun: StartedWork[] = []
let next = 0

/** Notes that work begins. Cheap: a turn that is held names the last ones. */
export function noteWorkStart(kind: string, id: string): void {
  begun[next] = { kind, id }
  next = (next + 1) % REMEMBERED
}

/** A turn that held the event loop. */
export interface BlockedTurn {
  /** CPU time of it, in ms: a busy machine or a stopped process does not count. */
  heldMs: number
  /** What began last before its end, newest first. One of them probably held it. */
  recent: StartedWork[]
}

/** Reports each turn of the event loop that is held. */
export class EventLoopMonitor {
  readonly #onHeld: (turn: BlockedTurn) => void
  #timer: NodeJS.Timeout | null = null
  #clock: ThreadClock | null = null

  constructor(onHeld: (turn: BlockedTurn) => void) {
    this.#onHeld = onHeld
  }

  /** Idempotent. */
  start(): void {
    if (this.#timer) return
    const clock = new ThreadClock(ownThreadId())
    this.#clock = clock
    let [cpuMs, atMs] = [clock.nowMs(), performance.now()]
    this.#timer = setInterval(() => {
      const [nowCpuMs, nowMs] = [clock.nowMs(), performance.now()]
      // What a late timer waited for, as far as this thread worked meanwhile.
      const heldMs = Math.min(nowMs - atMs - EVERY_MS, nowCpuMs - cpuMs)
      cpuMs = nowCpuMs
      atMs = nowMs
      if (heldMs >= HELD_MS) this.#onHeld({ heldMs: Math.round(heldMs), recent: recentWork() })
    }, EVERY_MS).unref()
  }

  /** Idempotent. */
  close(): void {
    if (this.#timer) clearInterval(this.#timer)
    this.#timer = null
    this.#clock?.close()
  }
}

const recentWork = (): StartedWork[] => [...begun.slice(next), ...begun.slice(0, next)].reverse()
