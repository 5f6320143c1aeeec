import { randomUUID } from 'node:crypto'
import { WeightedCache } from '../../../lib/collections/weighted-cache.js'
import type { SpendCapDoc } from '../../../models/spend-cap.js'
import type { GrantDoc, HoldDoc, UsageDoc } from '../../../models/usage.js'
import type { ServiceDeps } from '../../deps.js'
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
import { releaseCharges } from './release-charges.js'

/*
 * Charging without a transaction on the hot path.
 *
 * A grant is one compare-and-set on the usage row of an account and month. It adds what fits the caps to the spend, and
 * notes this as a hold that names the messages. Then the messages are written, each with its hold. Then the hold is
 * settled: it is removed, and the grants of messages that were not written are given back. If a process dies in
 * between, the sweep settles its hold after a minute, by looking for its messages.
 *
 * A process that was only paused for that minute must not write messages whose grants were given back. So it checks the
 * age of the hold before it writes. If a write was already under way, the sweep finds the message later and counts it
 * again.
 */

/** If a hold is older than this, its process is taken for dead. */
export const STALE_HOLD_MS = 60_000
/** A message with an older hold is not written: the sweep might have given the hold back. */
export const MAX_HOLD_AGE_MS = STALE_HOLD_MS / 2
/** How long to look for messages of holds that were given back. */
const LATE_WRITE_MS = 86_400_000
/** Usage rows to cache. The compare-and-set detects a stale one. */
const MAX_KNOWN = 1_000
/**
 * Cached rows are read again after this time: a process may have died between changing a cap and changing the version.
 */
const KNOWN_FOR_MS = 5_000
const STALE_AT_A_TIME = 100

/** A hold and its usage row. */
export interface Hold extends HoldDoc {
  usageId: string
  period: string
  /** Whether another call made it, perhaps in a process that died. Then nobody knows of all its messages. */
  isFound: boolean
}

/**
 * The result of a grant: the message's hold; `spent` if the caps leave no room for it; `on_hold` if they may leave some once other
 * holds are settled, as their messages may not have been written.
 */
export type Granted = Hold | 'spent' | 'on_hold'

interface Known {
  usage: UsageDoc
  caps: SpendCapDoc[]
  /** When the caps were read, in ms. */
  readAt: number
}

export type SpendLedgerDeps = Pick<ServiceDeps, 'models' | 'clock'> & {
  /** Called when soft limits were reached and the row has unsent alerts. */
  onAlert: (usageId: string) => void
}

export class SpendAccounting {
  readonly #deps: SpendLedgerDeps
  readonly #known = new WeightedCache<Known>({ maxWeight: MAX_KNOWN })

  constructor(deps: SpendLedgerDeps) {
    this.#deps = deps
  }

  /**
   * Grants what fits the caps of an account. If a message already has a hold, because the process that asked first died, it gets that
   * hold again.
   * @returns the results in the order of `wanted`.
   */
  async grant(accountId: string, wanted: readonly GrantDoc[]): Promise<Granted[]> {
    const at = this.#deps.clock.now()
    const period = periodOf(at)
    const usageId = usageIdOf(accountId, period)
    for (let isFresh = false; ; isFresh = true) {
      const known = isFresh
        ? await this.#read(usageId, accountId, period)
        : await this.#find(usageId, accountId, period)
      const { usage, caps } = known
      const held = new Map(usage.holds.flatMap((hold) => hold.grants.map(({ message_id }) => [message_id, hold])))
      const open = wanted.filter(({ message_id }) => !held.has(message_id))
      const fitting = grantInOrder(open, usage, caps)
      if (fitting.length < open.length && !isFresh) continue
      const couldFit = new Set(fitting.length < open.length ? grantInOrder(open, withoutHolds(usage), caps) : [])
      const hold: HoldDoc = { id: randomUUID(), at, grants: fitting }
      if (fitting.length > 0 && !(await this.#add(usageId, known, hold))) continue
      for (const { message_id } of fitting) held.set(message_id, hold)
      return wanted.map((grant) => {
        const own = held.get(grant.message_id)
        if (own) return { ...own, usageId, period, isFound: own !== hold }
        return couldFit.has(grant) ? 'on_hold' : 'spent'
      })
    }
  }

  /** Settles holds of one row. Grants of messages that were not written are given back. Each hold is settled once. */
  async settle(usageId: string, ends: readonly { hold: HoldDoc; notWritten: GrantDoc[] }[]): Promise<void> {
    const { usage } = this.#deps.models
    const whole = ends.filter(({ notWritten }) => notWritten.length === 0).map(({ hold }) => hold.id)
    if (whole.length > 0) {
      // The amounts do not change, so the version stays and concurrent grants need not start again.
      // It need not be durable either: the sweep settles a hold that comes back after a crash.
      await usage.collection.updateOne(
        { _id: usageId },
        { $pull: { holds: { id: { $in: whole } } } },
        { writeConcern: { w: 1 } },
      )
    }
    for (const { hold, notWritten } of ends) if (notWritten.length > 0) await this.#takeBack(usageId, hold, notWritten)
  }

  /**
   * Ends a hold and gives back what it granted to messages that were not written.
   * @param givenBack kept in the row, in case they are written late after all.
   */
  async #takeBack(usageId: string, hold: HoldDoc, notWritten: GrantDoc[], givenBack?: HoldDoc): Promise<void> {
    await this.#deps.models.usage.collection.updateOne(
      { _id: usageId, 'holds.id': hold.id },
      {
        $pull: { holds: { id: hold.id } },
        ...(givenBack && { $push: { given_back: givenBack } }),
        $inc: { version: 1, ...takingBack(notWritten) },
      },
    )
  }

  /** Settles the holds of dead processes, and counts late writes. Returns how many holds it settled. */
  async settleStale(): Promise<number> {
    const { models, clock } = this.#deps
    const before = new Date(clock.now().getTime() - STALE_HOLD_MS)
    const rows = await models.usage.collection
      .find({ 'holds.at': { $lt: before } })
      .limit(STALE_AT_A_TIME)
      .toArray()
    let settled = 0
    for (const { _id, holds } of rows) {
      const stale = holds.filter(({ at }) => at < before)
      const isWritten = await this.#whatIsWritten(stale)
      for (const hold of stale) await this.#settleStale(_id, hold, isWritten)
      settled += stale.length
    }
    await this.#countLateWrites()
    return settled
  }

  /** Durably, unlike `settle`: reads see only what the majority has, and the next sweep is to find what this one left. */
  async #settleStale(usageId: string, hold: HoldDoc, isWritten: (hold: HoldDoc, grant: GrantDoc) => boolean) {
    const notWritten = hold.grants.filter((grant) => !isWritten(hold, grant))
    const givenBack = notWritten.length > 0 ? { ...hold, grants: notWritten } : undefined
    await this.#takeBack(usageId, hold, notWritten, givenBack)
  }

  /** Counts messages that were written after their hold was given back. Forgets holds after a day. */
  async #countLateWrites(): Promise<void> {
    const { models, clock } = this.#deps
    const rows = await models.usage.collection
      .find({ 'given_back.at': { $exists: true } })
      .limit(STALE_AT_A_TIME)
      .toArray()
    const forgetBefore = new Date(clock.now().getTime() - LATE_WRITE_MS)
    for (const usage of rows) {
      const givenBack = usage.given_back ?? []
      const isWritten = await this.#whatIsWritten(givenBack)
      const late = givenBack.flatMap((hold) => hold.grants.filter((grant) => isWritten(hold, grant)))
      const left = givenBack
        .map((hold) => ({ ...hold, grants: hold.grants.filter((grant) => !isWritten(hold, grant)) }))
        .filter(({ at, grants }) => grants.length > 0 && at > forgetBefore)
      if (late.length === 0 && left.length === givenBack.length) continue
      // A concurrent sweep would have changed the version.
      const { micros, count, by_key } = withGrants(usage, late)
      await models.usage.collection.updateOne(
        { _id: usage._id, version: usage.version },
        {
          $set: { micros, count, by_key, version: usage.version + 1, ...(left.length > 0 && { given_back: left }) },
          ...(left.length === 0 && { $unset: { given_back: 1 } }),
        },
      )
    }
  }

  /** Finds which grants have become messages: those that have the hold. */
  async #whatIsWritten(holds: readonly HoldDoc[]): Promise<(hold: HoldDoc, grant: GrantDoc) => boolean> {
    const ids = grantsOf(holds).map(({ message_id }) => message_id)
    const rows = await this.#deps.models.messages.collection
      .find({ _id: { $in: ids } }, { projection: { charge: 1 } })
      .toArray()
    const holdOf = new Map(rows.map(({ _id, charge }) => [_id, charge?.hold]))
    return (hold, { message_id }) => holdOf.get(message_id) === hold.id
  }

  /**
   * Gives back the charges of messages that no provider accepted. Each charge once, however often this is called.
   * @param ids messages; those without a charge are ignored.
   */
  releaseCharges(ids: readonly string[]): Promise<void> {
    return releaseCharges(this.#deps.models, ids)
  }

  /** Makes concurrent grants read the changed caps; the change may also reach a soft limit. */
  async capsChanged(accountId: string): Promise<void> {
    const at = this.#deps.clock.now()
    const period = periodOf(at)
    const usageId = usageIdOf(accountId, period)
    const { collection } = this.#deps.models.usage
    await collection.updateOne({ _id: usageId }, { $inc: { version: 1 } })
    for (;;) {
      const { usage, caps } = await this.#read(usageId, accountId, period)
      const alerts = reachedLimits(usage, caps)
      if (alerts.length === 0) return
      const { matchedCount } = await collection.updateOne(
        { _id: usageId, version: usage.version },
        {
          $set: { version: usage.version + 1, alert_due_at: at },
          $push: { alerts: { $each: alerts } },
        },
      )
      if (matchedCount > 0) return this.#deps.onAlert(usageId)
    }
  }

  /** Writes a hold and its grants, if the row has not changed. */
  async #add(usageId: string, { usage, ...known }: Known, hold: HoldDoc): Promise<boolean> {
    const next = withGrants(usage, hold.grants)
    const alerts = reachedLimits(next, known.caps)
    const { matchedCount } = await this.#deps.models.usage.collection.updateOne(
      { _id: usageId, version: usage.version },
      {
        $set: {
          micros: next.micros,
          count: next.count,
          by_key: next.by_key,
          version: usage.version + 1,
          ...(alerts.length > 0 && { alert_due_at: hold.at }),
        },
        $push: { holds: hold, ...(alerts.length > 0 && { alerts: { $each: alerts } }) },
      },
    )
    if (matchedCount === 0) return false
    const changed = { ...next, version: usage.version + 1, alerts: [...usage.alerts, ...alerts] }
    this.#keep(usageId, { ...known, usage: changed })
    if (alerts.length > 0) this.#deps.onAlert(usageId)
    return true
  }

  #find(usageId: string, accountId: string, period: string): Promise<Known> | Known {
    const known = this.#known.get(usageId)
    if (known && this.#deps.clock.now().getTime() - known.readAt < KNOWN_FOR_MS) return known
    return this.#read(usageId, accountId, period)
  }

  async #read(usageId: string, accountId: string, period: string): Promise<Known> {
    const readAt = this.#deps.clock.now().getTime()
    // Read the row before the caps: a change of a cap also changes the row, afterwards.
    const usage = await this.#open(usageId, accountId, period)
    const caps = await this.#deps.models.spendCaps.collection.find({ account_id: accountId }).toArray()
    const known = { usage, caps, readAt }
    this.#keep(usageId, known)
    return known
  }

  #keep(usageId: string, known: Known): void {
    // Holds are used only from freshly read rows.
    this.#known.set(usageId, { ...known, usage: { ...known.usage, holds: [] } })
  }

  /** The usage row of an account and month, created if needed. */
  async #open(usageId: string, accountId: string, period: string): Promise<UsageDoc> {
    const fresh = { account_id: accountId, period, micros: 0, count: 0, by_key: {}, holds: [], alerts: [], version: 0 }
    for (;;) {
      const found = await this.#deps.models.usage.collection.findOne({ _id: usageId })
      if (found) return found
      const make = { $setOnInsert: fresh }
      await this.#deps.models.usage.collection.updateOne({ _id: usageId }, make, { upsert: true })
    }
  }
}
