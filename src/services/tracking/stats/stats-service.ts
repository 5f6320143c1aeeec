import {
  type Stats,
  type StatsBucket,
  type StatsGroupBy,
  type StatsRequest,
  USUAL_GROUPS,
} from '../../../contract/stats.js'
import { fieldError } from '../../../errors.js'
import { idFloor } from '../../../ids.js'
import { WeightedCache } from '../../../lib/collections/weighted-cache.js'
import { type EventsOfHour, hourCountId, hourOf } from '../../../models/event-count.js'
import type { ServiceDeps } from '../../deps.js'
import { isoTime } from '../../platform/timestamps.js'
import { acceptedIn, countedUntil, SETTLED_AFTER_MS } from '../counts/accepted-counter.js'
import { readGroups } from './stats-groups.js'
import { groupDaysOf, INTERVAL_MS, rangeOf, type StatsRange, startsOf } from './stats-range.js'

const COUNTS = [
  ...['accepted', 'sent', 'delivered', 'opened', 'clicked', 'bounced', 'complained', 'failed', 'suppressed'],
] as const satisfies (keyof StatsBucket)[]
type Sums = Record<(typeof COUNTS)[number], number>

const NONE = Object.fromEntries(COUNTS.map((name) => [name, 0])) as Sums
/** How much of a row's id names an hour or a day, after the account. */
const DIGITS = { hour: '2026-11-23T10'.length, day: '2026-11-23'.length }

/** There are at most as many rows as buckets. */
const ONE_BATCH = { batchSize: 1_000 } as const

/** Most ranges whose messages are remembered: those of a few dozen requests for a month by hour. */
const MAX_REMEMBERED = 50_000

interface Wanted extends StatsRange {
  accountId: string
  mode: 'live' | 'test'
}

/** Statistics of an account's mail. They are read from counters, and from the index for messages of the last minutes. */
export class StatsService {
  readonly #deps: Pick<ServiceDeps, 'models' | 'clock'>
  /**
   * How many messages are in ranges that are settled but not counted yet. Their number stays: none is added, and retention
   * has them counted before it deletes any.
   */
  readonly #settled = new WeightedCache<number>({ maxWeight: MAX_REMEMBERED })

  constructor(deps: Pick<ServiceDeps, 'models' | 'clock'>) {
    this.#deps = deps
  }

  /**
   * Numbers of accepted messages and of events by hour or day, or of events by group. An event is in the bucket in which
   * it was recorded.
   * @throws ApiError `invalid_request` if the range has no bucket, or too many, an interval comes with groups, or a limit without.
   */
  get(accountId: string, request: StatsRequest): Promise<Stats> {
    const by = request.group_by
    return by ? this.#byGroup(accountId, by, request) : this.#overTime(accountId, request)
  }

  async #byGroup(accountId: string, by: StatsGroupBy, request: StatsRequest): Promise<Stats> {
    const range = groupDaysOf(request, this.#deps.clock.now())
    const place = { accountId, by, mode: request.test_mode ? 'test' : 'live' } as const
    return { buckets: [], ...(await readGroups(this.#deps.models, place, range, request.limit ?? USUAL_GROUPS)) }
  }

  async #overTime(accountId: string, request: StatsRequest): Promise<Stats> {
    if (request.limit !== undefined)
      throw fieldError('invalid_request', 'limit', 'is only for statistics with group_by')
    const range = rangeOf(request, this.#deps.clock.now())
    const wanted = { ...range, accountId, mode: request.test_mode ? 'test' : 'live' } as const
    const { sums, until } = await this.#sums(wanted)
    const starts = startsOf(range)
    const rest = await this.#notCounted(wanted, starts, until)
    const buckets = starts.map((start, index) => {
      const counted = sums.get(isoTime(start).slice(0, DIGITS[range.interval])) ?? NONE
      return { start: isoTime(start), ...counted, accepted: counted.accepted + (rest[index] ?? 0) }
    })
    return { buckets, groups: null, other: null }
  }

  /** The counters by bucket, and until when they have all accepted messages. */
  async #sums(wanted: Wanted): Promise<{ sums: Map<string, Sums>; until: Date }> {
    for (let before = await this.#readMarks(wanted.accountId); ; ) {
      const sums = await this.#readSums(wanted)
      const { until, latest } = await this.#readMarks(wanted.accountId)
      // Otherwise counts have moved to the rows in between, and it is unknown which of them were read.
      if (until.getTime() === before.until.getTime() && latest?.hour === before.latest?.hour) {
        addLatest(sums, wanted, latest)
        return { sums, until }
      }
      before = { until, latest }
    }
  }

  /** What is not in the rows of hours: messages accepted after a time, and events of the latest hour. */
  async #readMarks(accountId: string): Promise<{ until: Date; latest: EventsOfHour | undefined }> {
    const { models } = this.#deps
    const counter = models.eventSequences.collection.findOne({ _id: accountId }, { projection: { latest: 1 } })
    const [until, row] = await Promise.all([countedUntil(models), counter])
    return { until, latest: row?.latest }
  }

  async #readSums({ accountId, mode, interval, from, to }: Wanted): Promise<Map<string, Sums>> {
    const bucket = { $substrBytes: ['$_id', accountId.length + 1, DIGITS[interval]] }
    const sums = Object.fromEntries(COUNTS.map((name) => [name, { $sum: `$${mode}.${name}` }]))
    const rows = await this.#deps.models.eventCounts.collection
      .aggregate<Sums & { _id: string }>(
        [
          { $match: { _id: { $gte: hourCountId(accountId, from), $lt: hourCountId(accountId, to) } } },
          { $group: { _id: bucket, ...sums } },
        ],
        ONE_BATCH,
      )
      .toArray()
    return new Map(rows.map(({ _id, ...own }) => [_id, own as Sums]))
  }

  /** How many accepted messages of each bucket are not counted yet. */
  async #notCounted({ accountId, mode, interval }: Wanted, starts: Date[], until: Date): Promise<number[]> {
    const ranges = starts.map((start) => {
      const end = new Date(start.getTime() + INTERVAL_MS[interval])
      return end <= until ? null : acceptedIn(start > until ? start : until, end)
    })
    // Read from indexes alone, of which none has live mail only.
    const test = await this.#countRanges({ account_id: accountId, test_mode: true }, ranges)
    if (mode === 'test') return test
    const all = await this.#countRanges({ account_id: accountId }, ranges)
    return all.map((count, index) => count - test[index]!)
  }

  /** How many messages have their id in each of the ranges. Those of settled ranges are counted once. */
  async #countRanges(filter: Filter, ranges: readonly (IdRange | null)[]): Promise<number[]> {
    const keyOf = ({ $gte, $lt }: IdRange) => [filter.account_id, filter.test_mode ?? false, $gte, $lt].join(' ')
    const known = ranges.map((range) => (range ? this.#settled.get(keyOf(range)) : 0))
    const counts = await this.#count(
      filter,
      ranges.map((range, index) => (known[index] === undefined ? range : null)),
    )
    const settled = idFloor('message', new Date(this.#deps.clock.now().getTime() - SETTLED_AFTER_MS))
    return ranges.map((range, index) => {
      if (known[index] !== undefined) return known[index]
      if (range!.$lt <= settled) this.#settled.set(keyOf(range!), counts[index]!)
      return counts[index]!
    })
  }

  /**
   * One command, because there may be hundreds of ranges if no scheduler has run. Each range is a separate scan, because
   * finding out the hour of an id takes longer than reading it.
   */
  async #count(filter: Filter, ranges: readonly (IdRange | null)[]): Promise<number[]> {
    const { collection } = this.#deps.models.messages
    const scans = ranges.flatMap((_id, index) =>
      _id ? [[{ $match: { ...filter, _id } }, { $group: { _id: { $literal: index }, count: { $sum: 1 } } }]] : [],
    )
    const [first, ...others] = scans
    if (!first) return ranges.map(() => 0)
    const rest = others.map((pipeline) => ({ $unionWith: { coll: collection.collectionName, pipeline } }))
    const rows = await collection.aggregate<{ _id: number; count: number }>([...first, ...rest], ONE_BATCH).toArray()
    const counts = new Map(rows.map(({ _id, count }) => [_id, count]))
    return ranges.map((_range, index) => counts.get(index) ?? 0)
  }
}

function addLatest(sums: Map<string, Sums>, { mode, interval, from, to }: Wanted, latest: EventsOfHour | undefined) {
  if (!latest || latest.hour < hourOf(from) || latest.hour >= hourOf(to)) return
  const bucket = latest.hour.slice(0, DIGITS[interval])
  const own = sums.get(bucket) ?? NONE
  const counts: Partial<Sums> = latest[mode] ?? {}
  const added = COUNTS.map((name) => [name, own[name] + (counts[name] ?? 0)])
  sums.set(bucket, Object.fromEntries(added) as Sums)
}

type IdRange = ReturnType<typeof acceptedIn>
type Filter = { account_id: string; test_mode?: true }
