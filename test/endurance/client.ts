import { setTimeout as delay } from 'node:timers/promises'
import type { Random } from '../../scripts/fuzz/random.js'
import type { Book } from './book.js'

/** Longest wait for an answer, in ms. */
const ATTEMPT_TIMEOUT_MS = 12_000
const RETRY_AFTER_MS = 400

export interface Reply {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: reads whatever JSON comes back
  body: any
  /** Whether an earlier attempt may have had an effect. */
  wasRepeated: boolean
}

export interface Ask {
  key: string
  body?: unknown
  headers?: Record<string, string>
}

/** Asks the APIs in turns, and again until one of them answers. */
export class Client {
  readonly #apis: string[]
  readonly #book: Book
  readonly #random: Random
  #givesUpAt = Infinity

  constructor(apis: string[], book: Book, random: Random) {
    this.#apis = apis
    this.#book = book
    this.#random = random
  }

  /** Requests that have no answer by then are given up. */
  giveUpAfter(ms: number): void {
    this.#givesUpAt = Date.now() + ms
  }

  /** Repeats an attempt until it has a result. Null if it was given up. */
  async repeat<T>(attempt: () => Promise<T | null>): Promise<{ result: T; wasRepeated: boolean } | null> {
    for (let wasRepeated = false; Date.now() < this.#givesUpAt; wasRepeated = true) {
      const result = await within(ATTEMPT_TIMEOUT_MS, attempt()).catch(() => null)
      if (result !== null) return { result, wasRepeated }
      this.#book.retries += 1
      await delay(RETRY_AFTER_MS + this.#random.below(RETRY_AFTER_MS))
    }
    return null
  }

  /** An answer, or null if it asks for a later attempt. An accident is a problem: the API has to say what it lacks. */
  orRetry<T extends { status: number; body: unknown }>(answer: T): T | null {
    const { status, body } = answer
    if (status === 429 || status >= 500) this.#book.noteError(status, body)
    return status === 429 || status >= 500 ? null : answer
  }

  /** One of the APIs. */
  api(): string {
    return this.#random.oneOf(this.#apis)
  }

  /** Null if it was given up. */
  async ask(method: string, path: string, { key, body, headers }: Ask): Promise<Reply | null> {
    const isText = typeof body === 'string'
    const answer = await this.repeat(async () => {
      const response = await fetch(this.api() + path, {
        method,
        headers: {
          authorization: `Bearer ${key}`,
          ...(body !== undefined && !isText && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: isText ? body : JSON.stringify(body) }),
        signal: AbortSignal.timeout(ATTEMPT_TIMEOUT_MS),
      })
      const text = await response.text()
      return this.orRetry({ status: response.status, body: text ? JSON.parse(text) : null })
    })
    return answer && { ...answer.result, wasRepeated: answer.wasRepeated }
  }
}

/** Fails if a result takes longer. */
async function within<T>(ms: number, result: Promise<T>): Promise<T> {
  const timer = new AbortController()
  const late = delay(ms, undefined, { signal: timer.signal }).then(() => {
    throw new Error(`not within ${ms} ms`)
  })
  late.catch(() => undefined)
  try {
    return await Promise.race([result, late])
  } finally {
    timer.abort()
  }
}
