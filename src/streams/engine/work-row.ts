/** A claim of a row: whose it is until when. The token is that of all rows claimed together. */
export interface Lease {
  by: string
  token: string
  until: Date
}

/**
 * The fields of a row with work to do. The row is the job; a stream entry is only a hint.
 *
 * In addition it has a due time, with its own name and a sparse index, which is unset when nothing is left to do. Only
 * the owner of the lease writes an outcome: every outcome has the lease's token as a filter.
 */
export interface WorkFields {
  lease?: Lease
  /** Claims without an outcome since the last outcome. */
  crashes: number
  /** When a hint for this row was last put on a stream. */
  enqueued_at?: Date
  /** Id of whoever paused this row. A paused row has no due time. */
  held?: string
  /** When it was paused. Absent if it was created paused. */
  held_at?: Date
  /** The error of the last crash, for operators. */
  last_error?: string
}

/** A row that has or had work to do. */
export type WorkRow = WorkFields & { _id: string; account_id: string }

/** A row owned by a worker until its lease ends. */
export type Claimed<T extends WorkRow> = T & { lease: Lease }

/** What callers see of rows that are parked, and of those that are retried: fields to set, as aggregation expressions. */
export interface ParkedState {
  parked(at: Date): Record<string, unknown>
  retried(at: Date): Record<string, unknown>
}

/** Mongoose schema paths of {@link WorkFields}. */
export const workPaths = {
  lease: { by: String, token: String, until: Date, _id: false },
  crashes: { type: Number, default: 0 },
  enqueued_at: Date,
  held: String,
  held_at: Date,
  last_error: String,
} as const

/**
 * The index of due rows: by account, and by a field that divides the work of an account into lanes. It is partial, so it
 * holds open work only.
 */
export const dueIndex = (dueField: string, laneField?: string) =>
  [
    { account_id: 1, ...(laneField && { [laneField]: 1 }), [dueField]: 1 } as Record<string, 1>,
    { partialFilterExpression: { [dueField]: { $exists: true } } },
  ] as const
