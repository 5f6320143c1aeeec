import type { mongo } from 'mongoose'
import type { Clock } from '../../clock.js'
import type { Hint } from './hint.js'
import { type DueGroup, type OpenWorkPart, unionAll } from './open-work.js'
import { dueIndex, type WorkRow } from './work-row.js'

/** A due row, as the sweep sees it. */
export interface DueRow {
  hint: Hint
  /** The lane of its hint; by default the first lane of the topic. */
  lane?: string | undefined
  enqueuedAt?: Date | undefined
}

export interface BacklogOptions<T extends WorkRow> {
  collection: mongo.Collection<T>
  /** Field with the time when a row becomes due. */
  dueField: string & keyof T
  clock: Clock
  /**
   * The field with the name of a row's lane, unless {@link route} chooses another. The rows of each name are swept apart.
   * See {@link dueIndex}.
   */
  laneField?: string & keyof T
  /** Lanes that the field can name. */
  lanes?: readonly string[]
  /**
   * Chooses the lane and target of a due row's hint from the named fields. By default the lane that the row names or the first,
   * and no target.
   */
  route?: {
    fields: readonly (string & keyof T)[]
    of(row: Partial<T>): { lane?: string | undefined; target?: string | undefined }
    /** Lanes that it chooses instead of those that rows name. */
    moreLanes?: readonly string[]
  }
}

type Group = Omit<DueGroup, 'since'>

/** Reads the rows of a topic that have something to do, for the sweep and for operators. It changes none. */
export class Backlog<T extends WorkRow> {
  readonly #options: BacklogOptions<T>
  readonly #rows: mongo.Collection<WorkRow>

  constructor(options: BacklogOptions<T>) {
    this.#options = options
    // A view of the rows that has only the fields common to all work.
    this.#rows = options.collection as unknown as mongo.Collection<WorkRow>
  }

  /** Whose rows are due now, and who has paused some. For the sweep, which asks all topics at once. */
  parts(): OpenWorkPart[] {
    const pausers = [
      { $match: { held: { $gt: '' } } },
      { $sort: { held: 1 } },
      { $group: { _id: '$held' } },
      { $project: { _id: 0, pauser: '$_id' } },
    ]
    return [...this.#dueParts(), { collection: this.#rows, stages: pausers }]
  }

  /** Whose rows are due now. Takes one index look-up for each, however many rows they have. */
  async groups(): Promise<DueGroup[]> {
    return (await unionAll<{ due: DueGroup }>(this.#dueParts())).map(({ due }) => due)
  }

  /** One part for each lane. The order of the due index lets mongod skip from one account to the next. */
  #dueParts(): OpenWorkPart[] {
    const { dueField, laneField, lanes = [undefined] } = this.#options
    return lanes.map((lane) => ({
      collection: this.#rows,
      stages: [
        { $match: { ...this.#isDueAnywhere(), ...(laneField && { [laneField]: lane }) } },
        { $sort: this.#dueIndex },
        { $group: { _id: '$account_id', since: { $first: `$${dueField}` } } },
        {
          $project: { _id: 0, due: { accountId: '$_id', since: '$since', ...(lane && { lane: { $literal: lane } }) } },
        },
      ],
    }))
  }

  /** The lanes that the hints of a group can be on; undefined for all lanes of the topic. */
  lanesOf({ lane }: Group): readonly string[] | undefined {
    return lane === undefined ? undefined : [lane, ...(this.#options.route?.moreLanes ?? [])]
  }

  /** Rows of a group that are due now, longest due first. */
  async due({ accountId, lane }: Group, limit: number, skip: number): Promise<DueRow[]> {
    const { dueField, laneField, route } = this.#options
    const filter = { ...isDue(this.#options), account_id: accountId, ...(laneField && { [laneField]: lane }) }
    const fields = ['account_id', 'enqueued_at', ...(route?.fields ?? [])]
    const projection = Object.fromEntries(fields.map((field) => [field, 1]))
    const sort = { [dueField]: 1 } as const
    const rows = await this.#rows.find<T>(filter, { projection, limit, skip, sort, hint: this.#dueIndex }).toArray()
    return rows.map((row) => {
      const routed = route?.of(row) ?? {}
      const hint = { id: row._id, accountId: row.account_id, target: routed.target }
      return { hint, lane: routed.lane ?? lane, enqueuedAt: row.enqueued_at }
    })
  }

  /** The number of rows that are due now, counted up to `limit`. */
  countDue(limit: number): Promise<number> {
    return this.#rows.countDocuments(this.#isDueAnywhere(), { limit, hint: this.#dueIndex })
  }

  /** How many rows of each account have something to do, now or later. For an operator: it reads all of them. */
  countOpen(): Promise<{ accountId: string; count: number }[]> {
    const stages = [
      { $match: { account_id: { $gte: '' }, [this.#options.dueField]: { $exists: true } } },
      { $group: { _id: '$account_id', count: { $sum: 1 } } },
      { $project: { _id: 0, accountId: '$_id', count: 1 } },
    ]
    return this.#rows.aggregate<{ accountId: string; count: number }>(stages, { hint: this.#dueIndex }).toArray()
  }

  /** How long the oldest due row has been due, in ms; 0 if none is due. */
  async oldestDueMs(): Promise<number> {
    const now = this.#options.clock.now().getTime()
    const groups = await this.groups()
    return groups.reduce((longest, { since }) => Math.max(longest, now - since.getTime()), 0)
  }

  /** Matches all rows that are due now, of any account. */
  #isDueAnywhere(): mongo.Filter<WorkRow> {
    // An index is only used for the fields behind its first one if a filter names that, too.
    return { account_id: { $gte: '' }, ...isDue(this.#options) }
  }

  get #dueIndex(): Record<string, 1> {
    const { dueField, laneField } = this.#options
    return dueIndex(dueField, laneField)[0]
  }
}

/** Matches all rows that are due now. */
export const isDue = ({ dueField, clock }: { dueField: string; clock: Clock }): mongo.Filter<WorkRow> => ({
  [dueField]: { $lte: clock.now() },
})
