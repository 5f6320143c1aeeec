import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { groupBy } from '../../lib/group-by.js'
import type { Charge, MessageDoc } from '../../models/message.js'
import type { SpendCapDoc } from '../../models/spend-cap.js'
import type { GrantDoc, HoldDoc, UsageDoc } from '../../models/usage.js'
import type { ServiceDeps } from '../deps.js'
import {
  grantInOrder,
  grantsOf,
  periodOf,
  reachedLimits,
  takingBack,
  usageIdOf,
  withGrants,
  withoutHolds,
} from './grant.js'

/*
 * Charging without a transaction on the hot path.
 *
 * A grant is one compare-and-set on the usage row of account and month: it adds what fits the caps to what is
 * spent, and notes it as a hold that names its messages. Then the messages are written, each with its hold. Then the
 * hold is settled: it goes, and what was granted to messages that were not written goes back. A process that dies in
 * between leaves its hold behind; a minute later the sweep settles it by looking which of its messages exist.
 */

/** A hold older than this belongs to a process that died. */
export const STALE_HOLD_MS = 60_000
/** What does not fit is refused only once the holds of others that could make room are settled, or after this time. */
const WAIT_FOR_HOLDS_MS = 1_000
const LOOK_AGAIN_MS = 20
/** Rows of accounts and months that are kept to spare a look-up. A compare-and-set tells when one is out of date. */
const MAX_KNOWN = 1_000
const STALE_AT_A_TIME = 100

/** A hold, and the row it stands in. */
export interface Hold extends HoldDoc {
  usageId: string
  period: string
}

/** What a grant came to: the message's hold, or null when it does not fit. In the order of what was wanted. */
export type Granted = Hold | null

interface Known {
  usage: UsageDoc
  caps: SpendCapDoc[]
}

export type SpendLedgerDeps = Pick<ServiceDeps, 'models' | 'clock'> & {
  /** Told whenever soft limits were reached: the row has alerts that nobody knows of yet. */
  onAlert: (usageId: string) => void
}

export class SpendLedger {
  readonly #deps: SpendLedgerDeps
  readonly #known = new Map<string, Known>()

  constructor(deps: SpendLedgerDeps) {
    this.#deps = deps
  }

  /**
   * Grants what fits the caps of an account, in order. A message that is held already, because whoever asked before
   * died, gets its hold again.
   */
  async grant(accountId: string, wanted: readonly GrantDoc[]): Promise<Granted[]> {
    const at = this.#deps.clock.now()
    const period = periodOf(at)
    const usageId = usageIdOf(accountId, period)
    const giveUpAt = performance.now() + WAIT_FOR_HOLDS_MS
    for (let isFresh = false; ; isFresh = true) {
      const known = isFresh
        ? await this.#read(usageId, accountId, period)
        : await this.#find(usageId, accountId, period)
      const { usage, caps } = known
      const held = new Map(usage.holds.flatMap((hold) => hold.grants.map(({ message_id }) => [message_id, hold])))
      const open = wanted.filter(({ message_id }) => !held.has(message_id))
      const fitting = grantInOrder(open, usage, caps)
      const couldFit = () => grantInOrder(open, withoutHolds(usage), caps).length > fitting.length
      if (fitting.length < open.length && !isFresh) continue
      if (fitting.length < open.length && couldFit() && performance.now() < giveUpAt) {
        await delay(LOOK_AGAIN_MS)
        continue
      }
      const hold: HoldDoc = { id: randomUUID(), at, grants: fitting }
      if (fitting.length > 0 && !(await this.#add(usageId, known, hold))) continue
      for (const { message_id } of fitting) held.set(message_id, hold)
      return wanted.map(({ message_id }) => {
        const own = held.get(message_id)
        return own ? { ...own, usageId, period } : null
      })
    }
  }

  /** Ends holds of one row. What they granted to messages that were not written goes back. Each once. */
  async settle(usageId: string, ends: readonly { hold: HoldDoc; notWritten: readonly GrantDoc[] }[]): Promise<void> {
    const { usage } = this.#deps.models
    const whole = ends.filter(({ notWritten }) => notWritten.length === 0).map(({ hold }) => hold.id)
    if (whole.length > 0) {
      // Nothing that a grant looks at has changed, so the version stays and no grant in flight has to begin again.
      await usage.collection.updateOne({ _id: usageId as never }, { $pull: { holds: { id: { $in: whole } } } } as never)
    }
    for (const { hold, notWritten } of ends) {
      if (notWritten.length === 0) continue
      await usage.collection.updateOne({ _id: usageId as never, 'holds.id': hold.id }, {
        $pull: { holds: { id: hold.id } },
        $inc: { version: 1, ...takingBack(notWritten) },
      } as never)
    }
  }

  /** Settles the holds of processes that died. Answers how many. */
  async settleStale(): Promise<number> {
    const { models, clock } = this.#deps
    const before = new Date(clock.now().getTime() - STALE_HOLD_MS)
    const rows = await models.usage
      .find({ 'holds.at': { $lt: before } })
      .limit(STALE_AT_A_TIME)
      .lean<UsageDoc[]>()
    let settled = 0
    for (const { _id, holds } of rows) {
      const stale = holds.filter(({ at }) => at < before)
      const ids = grantsOf(stale).map(({ message_id }) => message_id)
      const charged = await models.messages.collection
        .find({ _id: { $in: ids } } as object, { projection: { charge: 1 } })
        .toArray()
      const holdOf = new Map((charged as unknown as MessageDoc[]).map(({ _id: id, charge }) => [id, charge?.hold]))
      const ends = stale.map((hold) => ({
        hold,
        notWritten: hold.grants.filter(({ message_id }) => holdOf.get(message_id) !== hold.id),
      }))
      await this.settle(_id, ends)
      settled += stale.length
    }
    return settled
  }

  /**
   * Gives the charges of messages back that no provider took. Each once, however often it is asked for.
   * @param ids messages; those without a charge are left as they are.
   */
  async giveBack(ids: readonly string[]): Promise<void> {
    const { connection, messages, usage } = this.#deps.models
    await connection.transaction(async (session) => {
      const filter = { _id: { $in: ids }, 'charge.state': 'charged' } as object
      const rows = await messages
        .find(filter, { account_id: 1, key_id: 1, charge: 1 }, { session })
        .lean<(MessageDoc & { charge: Charge })[]>()
      if (rows.length === 0) return
      await messages.collection.updateMany(filter, { $set: { 'charge.state': 'returned' } }, { session })
      for (const [usageId, own] of groupBy(rows, (row) => usageIdOf(row.account_id, row.charge.period))) {
        const grants = own.map(({ _id, key_id, charge: { micros, count } }) => ({
          message_id: _id,
          key_id,
          micros,
          count,
        }))
        const $inc = { version: 1, ...takingBack(grants) }
        await usage.collection.updateOne({ _id: usageId as never }, { $inc } as never, { session })
      }
    })
  }

  /** Makes grants in flight look at the caps again, which have changed. */
  async capsChanged(accountId: string): Promise<void> {
    const usageId = usageIdOf(accountId, periodOf(this.#deps.clock.now()))
    await this.#deps.models.usage.collection.updateOne({ _id: usageId as never }, { $inc: { version: 1 } })
  }

  /** Writes a hold and what it grants, if the row is still as it is known. */
  async #add(usageId: string, { usage, caps }: Known, hold: HoldDoc): Promise<boolean> {
    const next = withGrants(usage, hold.grants)
    const alerts = reachedLimits(next, caps)
    const { matchedCount } = await this.#deps.models.usage.collection.updateOne(
      { _id: usageId as never, version: usage.version },
      {
        $set: {
          micros: next.micros,
          count: next.count,
          by_key: next.by_key,
          version: usage.version + 1,
          ...(alerts.length > 0 && { alert_due_at: hold.at }),
        },
        $push: { holds: hold, ...(alerts.length > 0 && { alerts: { $each: alerts } }) } as never,
      },
    )
    if (matchedCount === 0) return false
    const known = { ...next, version: usage.version + 1, alerts: [...usage.alerts, ...alerts] }
    this.#keep(usageId, { usage: known, caps })
    if (alerts.length > 0) this.#deps.onAlert(usageId)
    return true
  }

  #find(usageId: string, accountId: string, period: string): Promise<Known> | Known {
    return this.#known.get(usageId) ?? this.#read(usageId, accountId, period)
  }

  async #read(usageId: string, accountId: string, period: string): Promise<Known> {
    // The row first: a cap that changes in between changes the row after itself.
    const usage = await this.#open(usageId, accountId, period)
    const caps = await this.#deps.models.spendCaps.find({ account_id: accountId }).lean<SpendCapDoc[]>()
    const known = { usage, caps }
    this.#keep(usageId, known)
    return known
  }

  #keep(usageId: string, known: Known): void {
    this.#known.delete(usageId)
    // Holds are looked at only in a row that was just read.
    this.#known.set(usageId, { ...known, usage: { ...known.usage, holds: [] } })
    if (this.#known.size > MAX_KNOWN) this.#known.delete(this.#known.keys().next().value!)
  }

  /** The row of an account and month, made when it is not there yet. */
  async #open(usageId: string, accountId: string, period: string): Promise<UsageDoc> {
    const fresh = { account_id: accountId, period, micros: 0, count: 0, by_key: {}, holds: [], alerts: [], version: 0 }
    for (;;) {
      const found = await this.#deps.models.usage.findById(usageId).lean<UsageDoc>()
      if (found) return found
      const make = { $setOnInsert: fresh } as never
      await this.#deps.models.usage.collection.updateOne({ _id: usageId as never }, make, { upsert: true })
    }
  }
}
