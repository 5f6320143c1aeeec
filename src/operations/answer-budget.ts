import { ApiError } from '../errors.js'
import { Semaphore } from '../lib/concurrency/semaphore.js'
import { jsonSize } from '../lib/json/json-size.js'

/** Most text in the response to one request, in characters. */
const MAX_CHARS = 16 * 1024 * 1024
/** A response with less than this has no large value yet. */
const SMALL_CHARS = 64 * 1024
/** Most operations of a request that run at a time, because what they have loaded is not counted yet. */
const MAX_RUNNING = 4

/**
 * Limits the response to one request, however many operations, fields and aliases it has. A short request could otherwise
 * ask for hundreds of megabytes, which take seconds to serialize.
 */
export class AnswerBudget {
  readonly #permits = new Semaphore(MAX_RUNNING)
  #left = MAX_CHARS

  /**
   * Runs an operation of the request, after others if many are running.
   * @throws ApiError `invalid_request` if the response is too large already.
   */
  run<T>(operation: () => Promise<T>): Promise<T> {
    return this.#permits.hold(1, () => {
      this.#assertRoom()
      return operation()
    })
  }

  /**
   * Counts a value of the response, and returns it. The first one is answered whatever its size: each has its own
   * limit, and alone it has to be readable.
   * @throws ApiError `invalid_request` if the response would be too large with it, or has refused a value already.
   */
  count<T>(value: T): T {
    this.#assertRoom()
    const isFirst = this.#left > MAX_CHARS - SMALL_CHARS
    this.#left -= jsonSize(value)
    if (!isFirst) this.#assertRoom()
    return value
  }

  /** Begins anew: each event of a stream is a separate response. */
  restart(): void {
    this.#left = MAX_CHARS
  }

  #assertRoom(): void {
    if (this.#left >= 0) return
    throw new ApiError('invalid_request', 'The response would be larger than 16 MiB. Ask for less in one request.')
  }
}
