import { isObject } from '../lib/json/plain-objects.js'

/*
 * tRPC parses the text of a body itself, all of it in one go. So it gets a short text in which a number stands for each
 * input, and the procedures take the inputs of these numbers from the context.
 */

/** What stands for an input. tRPC adds the id after which a subscription goes on. */
interface StandIn {
  input: number
  lastEventId?: string
}

/** The inputs of the calls of a request. */
export class Inputs {
  readonly #values: readonly unknown[]
  /** What tRPC gets for the body; undefined if there is none. */
  readonly text: string | undefined

  private constructor(values: readonly unknown[], text: string | undefined) {
    this.#values = values
    this.text = text
  }

  /** The inputs in a body: it is the input of its only call, or an object with the inputs of a batch by their numbers. */
  static of(body: unknown, { calls, isBatch }: { calls: number; isBatch: boolean }): Inputs {
    if (body === undefined) return new Inputs([], undefined)
    if (!isBatch) return new Inputs([body], JSON.stringify({ input: 0 } satisfies StandIn))
    // tRPC refuses it.
    if (!isObject(body)) return new Inputs([], 'null')
    const values = Array.from({ length: calls }, (_none, index) => body[index])
    const standIns = values.map((value, input) => (value === undefined ? undefined : { input }))
    return new Inputs(values, JSON.stringify({ ...standIns }))
  }

  /** The input that a stand-in stands for. */
  take(standIn: unknown): unknown {
    if (this.text === undefined || !isObject(standIn)) return standIn ?? {}
    const { input, ...more } = standIn as Partial<StandIn>
    const value = (input === undefined ? undefined : this.#values[input]) ?? {}
    return more.lastEventId !== undefined && isObject(value) ? { ...value, ...more } : value
  }
}
