import type { MessageStore, StoredMessage } from './message-store.js'
import type { Send } from './send.js'

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
  readonly #underWay = new Map<string, Promise<StoredMessage>>()

  constructor({ messageStore }: { messageStore: Pick<MessageStore, 'find'> }) {
    this.#store = messageStore
  }

  /** Returns the message of a key: the one that is already accepted, or the one that `accept` makes. */
  async run(send: Send, accept: () => Promise<StoredMessage>): Promise<StoredMessage> {
    const name = `${send.caller.accountId} ${send.request.idempotency_key}`
    for (let first = this.#underWay.get(name); first; first = this.#underWay.get(name)) {
      // The first one may come after this one in the same batch.
      send.position.leave()
      const stored = await first.catch(() => null)
      if (stored) return stored
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
  find({ caller, request }: Send): Promise<StoredMessage | null> {
    return this.#store.find({ accountId: caller.accountId, idempotencyKey: request.idempotency_key })
  }

  /**
   * The message that another process has accepted with the same key in the meantime.
   * @throws `failure` if there is no such message.
   */
  async winnerOver(send: Send, failure: unknown): Promise<StoredMessage> {
    const winner = await this.find(send)
    if (winner) return winner
    throw failure
  }
}
