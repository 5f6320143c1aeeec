import { Pace } from '../../lib/loop-share.js'
import { OrderGate } from '../../lib/order-gate.js'

/** The position of a send in its batch, and the two points at which it waits for the sends before it. */
export interface BatchPosition {
  /** Waits until the work of the sends before it leaves it time in the event loop. */
  toWork(): Promise<void>
  /** Waits until all sends before it have begun to render their templates or will not. */
  toRender(): Promise<void>
  /** Reports that the send renders nothing. */
  skipRendering(): void
  /** Waits until all sends before it are charged or will not be. */
  toCharge(): Promise<void>
  /** Reports that the send has ended or waits for something else: no other send waits for it any more. Idempotent. */
  leave(): void
}

/** The position of a send that is not in a batch: it waits for nothing. */
export const ALONE: BatchPosition = {
  toWork: async () => {},
  toRender: async () => {},
  skipRendering: () => {},
  toCharge: async () => {},
  leave: () => {},
}

/**
 * The order of a batch. Its items are accepted concurrently, but pass two gates in the order of the request: before
 * they render, because an item that holds a slot for rendering must never wait for an earlier one that cannot get one;
 * and before they are charged, so that the first items get the rest of a spend cap. They
 * share the event loop with everybody else.
 */
export class BatchOrder {
  readonly #rendering = new OrderGate()
  readonly #charging = new OrderGate()
  readonly #pace = new Pace()

  /** The position of an item, by its index. */
  position(index: number): BatchPosition {
    return {
      toWork: () => this.#pace.pass(),
      toRender: () => this.#rendering.pass(index),
      skipRendering: () => this.#rendering.leave(index),
      toCharge: () => this.#charging.pass(index),
      leave: () => {
        this.#rendering.leave(index)
        this.#charging.leave(index)
      },
    }
  }
}
