/**
 * What a row carries that has work to do. The row is the job; an entry on a stream is only a hint that there is one.
 *
 * Besides these fields it has a due time, under a name of its own and a sparse index. The due time is unset when nothing
 * is left to do. Nobody but the owner of the lease writes an outcome: every outcome has the lease's token as a filter.
 */
export interface WorkFields {
  lease?: { by: string; token: string; until: Date }
  /** Claims without an outcome since the last outcome. */
  crashes: number
  /** When a hint for this row was last put on a stream. */
  enqueued_at?: Date
  /** Who has paused this row, by id. A paused row has no due time. */
  held?: string
  /** Since when it is paused. Absent for a row that was created paused. */
  held_at?: Date
  /** The error of the last handling that crashed, for whoever looks at a parked row. */
  last_error?: string
}

/** A row that has, or had, work to do. */
export type WorkRow = WorkFields & { _id: string; account_id: string }

/** A row that a worker owns until its lease ends. */
export type Claimed<T extends WorkRow> = T & { lease: NonNullable<WorkRow['lease']> }

/** Mongoose schema paths of {@link WorkFields}. */
export const workPaths = {
  lease: { by: String, token: String, until: Date, _id: false },
  crashes: { type: Number, default: 0 },
  enqueued_at: Date,
  held: String,
  held_at: Date,
  last_error: String,
} as const
