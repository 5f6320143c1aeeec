import { shouldYield, yieldToEventLoop } from '../../../lib/concurrency/time-slices.js'

/** The position of a send in its batch, and the points at which it waits for the sends before it. */
export interface BatchPosition {
  /** Waits until the work of the sends before it leaves it time in the event loop. */
  waitForTimeSlice(): Promise<void>
  /** Waits until all sends before it have begun to render their templates or will not. */
  waitToRender(): Promise<void>
  /** Reports that the send renders nothing. */
  skipRendering(): void
  /** Waits until all sends before it are charged or will not be. */
  waitToCharge(): Promise<void>
  /** Reports that the send has ended or waits for something else: no other send waits for it any more. Idempotent. */
  leave(): void
}

/** The position of a send that is not in a batch: it waits for nothing. */
export const ALONE: BatchPosition = {
  waitForTimeSlice: async () => {},
  waitToRender: async () => {},
  skipRendering: () => {},
  waitToCharge: async () => {},
  leave: () => {},
}

/**
 * The order of a batch. Its items are accepted concurrently, but pass two gates in the order of the request: before
 * they render, because an item that holds a slot for rendering must never wait for an earlier one that cannot get one;
 * and before they are charged, so that the first items get the rest of a spend cap. They share the event loop with everybody
 * else.
 */
export class BatchOrder {
  /** Resolves once the last send that asked for time has got it. */
  #worked: Promise<unknown> = Promise.resolve()
  #rendering = Promise.resolve()
  #charging = Promise.resolve()

  /** The next position: the items ask for theirs in the order of the request. */
  next(): BatchPosition {
    const [rendering, charging] = [gateAfter(this.#rendering), gateAfter(this.#charging)]
    this.#rendering = rendering.passed
    this.#charging = charging.passed
    return {
      waitForTimeSlice: () => this.#waitForTimeSlice(),
      waitToRender: () => rendering.pass(),
      skipRendering: () => rendering.leave(),
      waitToCharge: () => charging.pass(),
      leave: () => {
        rendering.leave()
        charging.leave()
      },
    }
  }

  /** One after the other, in the order in which they come. Each has begun to work before the share is looked at again. */
  #waitForTimeSlice(): Promise<void> {
    const turn = this.#worked.then(() => (shouldYield() ? yieldToEventLoop() : undefined))
    this.#worked = turn
    return turn
  }
}

/**
 * A gate that a send passes, or leaves, after all before it. `passed` resolves when it has done so. A send that has left
 * does not wait if it comes back.
 */
function gateAfter(before: Promise<void>) {
  let hasLeft = false
  let leave = () => {}
  const passed = new Promise<void>((resolve) => {
    leave = () => {
      if (hasLeft) return
      hasLeft = true
      // This takes a moment longer than `pass`: its send has gone on before the next one does.
      void before.then(resolve)
    }
  })
  const pass = async () => {
    if (hasLeft) return
    await before
    leave()
  }
  return { pass, leave, passed }
}
