import type { MessageStore, StoredMessage } from './message-store.js'
import type { Send } from './send.js'

/**
 * Makes one message of all requests with one idempotency key, whoever sends them and when:
 *
 * - those that meet in this process wait for the first of them;
 * - one that comes later finds the message in the ledger;
 * - of those that meet in different processes the unique index lets one through, and the others look up the winner.
 */
export class AcceptOnce {
  readonly #store: Pick<MessageStore, 'find'>
  /** Sends under way in this process, by account and idempotency key. */
  readonly #underWay = new Map<string, Promise<StoredMessage>>()

  constructor({ messageStore }: { messageStore: Pick<MessageStore, 'find'> }) {
    this.#store = messageStore
  }

  /** The message of a key: the one that is accepted under it already, or the one that `accept` makes. */
  async run(send: Send, accept: () => Promise<StoredMessage>): Promise<StoredMessage> {
    const name = `${send.caller.accountId} ${send.request.idempotency_key}`
    for (let first = this.#underWay.get(name); first; first = this.#underWay.get(name)) {
      // The first one may stand behind this one in the same batch.
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

  /** The message that the ledger has under the key of a send; null if there is none yet. */
  find({ caller, request }: Send): Promise<StoredMessage | null> {
    return this.#store.find({ accountId: caller.accountId, idempotencyKey: request.idempotency_key })
  }

  /**
   * The message that another process has accepted under the same key meanwhile.
   * @throws what kept this process from it, if there is no such message.
   */
  async winnerOver(send: Send, failure: unknown): Promise<StoredMessage> {
    const winner = await this.find(send)
    if (winner) return winner
    throw failure
  }
}
