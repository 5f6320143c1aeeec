import { idTime } from '../../ids.js'
import { groupBy } from '../../lib/collections/group-by.js'
import { Batcher } from '../../lib/concurrency/batcher.js'
import { withTimeout } from '../../lib/concurrency/time-limit.js'
import { LEDGER_BATCHING, LOOK_UP_TIMEOUT_MS, STORE_TIMEOUT_MS } from '../../models/database-unavailable.js'
import type { InboundEmailDoc } from '../../models/inbound-email.js'
import { DuplicateRowError, insertUnordered } from '../../models/insert-unordered.js'
import type { ServiceDeps } from '../deps.js'

/** A received mail before anything in it is read. */
export type NewInboundEmail = Pick<
  InboundEmailDoc,
  | 'account_id'
  | 'domain'
  | 'recipient'
  | 'inbox_id'
  | 'raw_digest'
  | 'size_bytes'
  | 'envelope_from'
  | 'client'
  | 'given_verdicts'
>

type NewRow = NewInboundEmail & Pick<InboundEmailDoc, '_id' | 'parse_at' | 'enqueued_at' | 'crashes' | 'thread_id'>

type StoreDeps = Pick<ServiceDeps, 'models' | 'conveyor' | 'newId'>

/** Writes the rows of received mail. Those that arrive together share an insert. */
export class InboundStore {
  readonly #deps: StoreDeps
  readonly #inserts: Batcher<NewRow, { id: string; isNew: boolean }>

  constructor(deps: StoreDeps) {
    this.#deps = deps
    this.#inserts = new Batcher((rows) => this.#insertMany(rows), LEDGER_BATCHING)
  }

  /**
   * Stores a received mail once: the same bytes at the same recipient are one. When this resolves it is durable and will
   * be parsed. Its raw bytes must be durable before.
   * @throws QueueFullError if too much waits for the ledger; errors of the ledger.
   */
  store(email: NewInboundEmail): Promise<{ id: string; isNew: boolean }> {
    const _id = this.#deps.newId('inboundEmail')
    const receivedAt = idTime(_id)
    return this.#inserts.add({
      ...email,
      _id,
      thread_id: null,
      parse_at: receivedAt,
      enqueued_at: receivedAt,
      crashes: 0,
    })
  }

  async #insertMany(rows: NewRow[]): Promise<({ id: string; isNew: boolean } | Error)[]> {
    const { models, conveyor } = this.#deps
    const failures = await insertUnordered<NewRow>(models.inboundEmails.collection, rows, STORE_TIMEOUT_MS)
    const fresh = rows.filter((_row, index) => !failures.has(index))
    const hints = fresh.map((row) => ({ id: row._id, accountId: row.account_id }))
    if (hints.length > 0) conveyor.hint('inbound', hints)
    const repeats = rows.filter((_row, index) => failures.get(index) instanceof DuplicateRowError)
    const firsts = await this.#findFirst(repeats)
    return rows.map((row, index) => {
      const failure = failures.get(index)
      if (!failure) return { id: row._id, isNew: true }
      const id = failure instanceof DuplicateRowError && firsts.get(keyOf(row))
      return id ? { id, isNew: false } : failure
    })
  }

  /** The ids of rows that were stored before, by account, bytes and recipient. */
  async #findFirst(repeats: readonly NewRow[]): Promise<Map<string, string>> {
    if (repeats.length === 0) return new Map()
    const $or = [...groupBy(repeats, ({ account_id, raw_digest }) => `${account_id} ${raw_digest}`).values()].map(
      (own) => {
        const { account_id, raw_digest } = own[0]!
        return { account_id, raw_digest, recipient: { $in: own.map(({ recipient }) => recipient) } }
      },
    )
    const projection = { account_id: 1, raw_digest: 1, recipient: 1 }
    const finding = this.#deps.models.inboundEmails.collection.find({ $or }, { projection }).toArray()
    const found = await withTimeout(LOOK_UP_TIMEOUT_MS, finding)
    return new Map(found.map((row) => [keyOf(row), row._id]))
  }
}

const keyOf = ({
  account_id,
  raw_digest,
  recipient,
}: Pick<NewInboundEmail, 'account_id' | 'raw_digest' | 'recipient'>) => `${account_id} ${raw_digest} ${recipient}`
