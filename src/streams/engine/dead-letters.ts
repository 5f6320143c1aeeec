import type { mongo } from 'mongoose'
import type { Clock } from '../../clock.js'
import type { WorkRow } from './work-row.js'

/** A row that was parked after repeated crashes. */
export interface DeadLetterDoc {
  _id: string
  /** Topic of the row's hints. */
  kind: string
  /** Id of the parked row. */
  row_id: string
  account_id: string
  error: string
  crashes: number
  created_at: Date
}

/** Writes dead letters: one for each row, however often it is parked. */
export class DeadLetters {
  readonly #collection: mongo.Collection<DeadLetterDoc>
  readonly #newId: () => string
  readonly #clock: Clock

  constructor(collection: mongo.Collection<DeadLetterDoc>, newId: () => string, clock: Clock) {
    this.#collection = collection
    this.#newId = newId
    this.#clock = clock
  }

  async write(kind: string, rows: WorkRow[]): Promise<void> {
    const upserts = rows.map(({ _id, account_id, crashes, last_error }) => ({
      updateOne: {
        filter: { account_id, kind, row_id: _id },
        update: {
          $set: { crashes, error: last_error ?? `crashed ${crashes} times without an outcome` },
          $setOnInsert: { _id: this.#newId(), created_at: this.#clock.now() },
        },
        upsert: true,
      },
    }))
    await this.#collection.bulkWrite(upserts, { ordered: false })
  }
}
