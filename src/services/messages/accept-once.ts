import type { MessageStore, StoredMessage } from './message-store.js'
import type { Claim } from './send.js'

/** The message of an idempotency key. */
export interface Accepted {
  message: StoredMessage
  /** Whether this request made it, and no earlier one. */
  isNew: boolean
}

/**
 * Makes one message from all requests with the same idempotency key:
 *
 * - concurrent requests in this process wait for the first of them;
 * - later requests find the message in the ledger;
 * - of concurrent requests in different processes, the unique index accepts one, and the others look up the winner.
 */
export class AcceptOnce {
  readonly #store: Pick<MessageStore, 'find'>
  /** Sends in progress in this process, by account and idempotency key. */
  readonly #underWay = new Map<string, Promise<Accepted>>()

  constructor({ messageStore }: { messageStore: Pick<MessageStore, 'find'> }) {
    this.#store = messageStore
  }

  /** Returns the message of a key: the one that is already accepted, or the one that `accept` makes. */
  async run(send: Claim, accept: () => Promise<Accepted>): Promise<Accepted> {
    const name = `${send.caller.accountId} ${send.request.idempotency_key}`
    for (let first = this.#underWay.get(name); first; first = this.#underWay.get(name)) {
      // The first one may come after this one in the same batch.
      send.position.leave()
      const earlier = await first.catch(() => null)
      if (earlier) return { ...earlier, isNew: false }
    }
    const own = accept()
    this.#underWay.set(name, own)
    try {
      return await own
    } finally {
      this.#underWay.delete(name)
    }
  }

  /** The message in the ledger with the key of a send; null if there is none yet. */
  async find({ caller, request }: Claim): Promise<Accepted | null> {
    const key = { accountId: caller.accountId, idempotencyKey: request.idempotency_key }
    const message = await this.#store.find(key)
    return message && { message, isNew: false }
  }

  /**
   * The message that another process has accepted with the same key in the meantime.
   * @throws `failure` if there is no such message.
   */
  async winnerOver(send: Claim, failure: unknown): Promise<Accepted> {
    const winner = await this.find(send)
    if (winner) return winner
    throw failure
  }
}
