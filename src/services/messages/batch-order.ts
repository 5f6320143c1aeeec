import { OrderGate } from '../../lib/order-gate.js'

/** Where a send stands among the sends of its request, and where it waits for those before it. */
export interface BatchPosition {
  /** Waits until everything before it has begun to render its template or will not. */
  toRender(): Promise<void>
  /** Says that it renders nothing. */
  skipRendering(): void
  /** Waits until everything before it is charged or will not be. */
  toCharge(): Promise<void>
  /** Says that it has ended or waits for something else: nothing waits for it any more. Idempotent. */
  leave(): void
}

/** The position of a send that is not in a batch: it waits for nothing. */
export const ALONE: BatchPosition = {
  toRender: async () => {},
  skipRendering: () => {},
  toCharge: async () => {},
  leave: () => {},
}

/**
 * The order of a batch. Its items are accepted side by side, and meet at two gates that they pass in the order of the
 * request: before they render, because an item that renders must never wait for one before it that finds no room, and
 * before they are charged, so that the first items get what a spend cap has left.
 */
export class BatchOrder {
  readonly #rendering = new OrderGate()
  readonly #charging = new OrderGate()

  /** The position of an item, by its index. */
  position(index: number): BatchPosition {
    return {
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
