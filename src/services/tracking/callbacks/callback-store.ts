import { createHash } from 'node:crypto'
import { idTime } from '../../../ids.js'
import { Batcher } from '../../../lib/concurrency/batcher.js'
import { type CallbackDoc, UNKNOWN_ACCOUNT } from '../../../models/callback.js'
import { LEDGER_BATCHING, STORE_TIMEOUT_MS } from '../../../models/database-unavailable.js'
import { DuplicateRowError, insertUnordered } from '../../../models/insert-unordered.js'
import type { VerifiedCallback } from '../../../providers/callbacks/provider-callbacks.js'
import type { ServiceDeps } from '../../deps.js'
import { orOverloaded } from '../../platform/overload.js'

const MAX_GROUP_CHARS = 8 * 1024 * 1024
/** Most characters waiting for the ledger. More are refused: providers send them again. */
const MAX_WAITING_CHARS = 64 * 1024 * 1024

type StoreDeps = Pick<ServiceDeps, 'models' | 'conveyor' | 'newId'>

/** Writes callbacks. Those that arrive together share an insert. */
export class CallbackStore {
  readonly #deps: StoreDeps
  readonly #inserts: Batcher<CallbackDoc, boolean>

  constructor(deps: StoreDeps) {
    this.#deps = deps
    this.#inserts = new Batcher((rows) => this.#insertMany(rows), {
      ...LEDGER_BATCHING,
      maxWeight: MAX_GROUP_CHARS,
      weigh: ({ body }) => body.length,
      maxWaitingWeight: MAX_WAITING_CHARS,
    })
  }

  /**
   * Stores a callback once. When this resolves it is durable and will be processed.
   * @returns whether it is new.
   * @throws ApiError `overloaded` if too many wait for the ledger, or it does not answer.
   */
  store(callback: VerifiedCallback): Promise<boolean> {
    return orOverloaded(this.#inserts.add(this.#rowOf(callback)))
  }

  #rowOf({ provider, source, deliveryId, body, notification }: VerifiedCallback): CallbackDoc {
    const { type, providerMessageId, taggedMessageId } = notification
    const id = this.#deps.newId('callback')
    const receivedAt = idTime(id)
    return {
      _id: id,
      account_id: UNKNOWN_ACCOUNT,
      provider,
      provider_key: `${source}:${deliveryId ?? sha256(body)}`,
      source,
      type,
      ...(taggedMessageId !== null && { tagged_message_id: taggedMessageId }),
      provider_message_id: providerMessageId,
      body,
      process_at: receivedAt,
      enqueued_at: receivedAt,
      tries: 0,
      crashes: 0,
    }
  }

  /** Sets the accounts of those that name their message, because accounts take turns at having theirs processed. */
  async #nameAccounts(rows: CallbackDoc[]): Promise<void> {
    const ids = rows.flatMap(({ tagged_message_id: id }) => id ?? [])
    if (ids.length === 0) return
    const { collection } = this.#deps.models.messages
    const named = { _id: { $in: [...new Set(ids)] } }
    const found = await collection.find(named, { projection: { account_id: 1 }, maxTimeMS: STORE_TIMEOUT_MS }).toArray()
    const accounts = new Map(found.map((message) => [message._id, message.account_id]))
    for (const row of rows) row.account_id = accounts.get(row.tagged_message_id ?? '') ?? UNKNOWN_ACCOUNT
  }

  async #insertMany(rows: CallbackDoc[]): Promise<(boolean | Error)[]> {
    const { models, conveyor } = this.#deps
    await this.#nameAccounts(rows)
    const failures = await insertUnordered(models.callbacks.collection, rows, STORE_TIMEOUT_MS)
    const fresh = rows.filter((_row, index) => !failures.has(index))
    conveyor.hint(
      'ingest',
      fresh.map((row) => ({ id: row._id, accountId: row.account_id })),
    )
    return rows.map((_row, index) => {
      const failure = failures.get(index)
      return failure instanceof DuplicateRowError ? false : (failure ?? true)
    })
  }
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
