import { setTimeout as delay } from 'node:timers/promises'
import { ApiError } from '../../../errors.js'
import { Batcher } from '../../../lib/concurrency/batcher.js'
import { Keyed } from '../../../lib/concurrency/keyed.js'
import { LEDGER_BATCHING } from '../../../models/database-unavailable.js'
import type { Charge, DispatchedMessage, MessageDoc } from '../../../models/message.js'
import type { GrantDoc } from '../../../models/usage.js'
import type { ServiceDeps } from '../../deps.js'
import { BusyError, orOverloaded } from '../../platform/overload.js'
import type { Granted, Hold, SpendAccounting } from './spend-accounting.js'

const MAX_BATCH = 1_000
/** A message that does not fit waits so long for the holds that could make room to be settled. */
const WAIT_FOR_HOLDS_MS = 5_000
const LOOK_AGAIN_MS = 20
/** A hold is settled soon, or after a minute if its process has died. */
const RETRY_AFTER_HOLD_S = 5

/** A granted charge. The caller writes it into the message and reports whether that worked. */
export interface PendingCharge {
  charge: Charge
  /** The message is in the ledger, with this charge. */
  written(): void
  /** The message was not written and will not be: give the charge back. */
  notWritten(): void
  /** Nobody knows whether the message was written. The sweep looks for it, and gives the charge back if not. */
  unknown(): void
}

/** Other messages hold what is left under a spend cap, and may give it back: the message would fit then. */
export class BudgetOnHoldError extends BusyError {
  constructor() {
    const message =
      'Other mail of this account holds what is left of its spend cap, and may give it back. Nothing was accepted; retry with the same idempotency key.'
    super('overloaded', message, { retryAfterSeconds: RETRY_AFTER_HOLD_S })
  }
}

type WriteOutcome = 'written' | 'not_written' | 'unknown'

/** The local state of a hold whose messages are being written. */
interface OpenHold {
  hold: Hold
  /** Messages that are still being written. */
  open: Set<string>
  notWritten: GrantDoc[]
  /** Whether the outcome of a message stays unknown. Then the sweep settles the hold. */
  isUnknown: boolean
}

interface ScheduledCharge {
  message: DispatchedMessage & { lease: { token: string } }
  charge: Charge
}

type ChargesDeps = Pick<ServiceDeps, 'config' | 'models' | 'log'> & {
  spendAccounting: Pick<SpendAccounting, 'grant' | 'settle'>
}

/** Charges messages in groups: holds their cost before they are written, and settles it afterwards. */
export class Charges {
  readonly #deps: ChargesDeps
  /** By account. */
  readonly #grants: Keyed<Batcher<GrantDoc, Granted>>
  /** By usage. */
  readonly #settlements: Keyed<Batcher<OpenHold, undefined>>
  readonly #scheduled: Batcher<ScheduledCharge, boolean>
  readonly #openHolds = new Map<string, OpenHold>()

  constructor(deps: ChargesDeps) {
    this.#deps = deps
    this.#grants = new Keyed(
      (accountId) =>
        new Batcher((wanted) => deps.spendAccounting.grant(accountId, wanted), {
          ...LEDGER_BATCHING,
          maxItems: MAX_BATCH,
        }),
    )
    this.#settlements = new Keyed(
      (usageId) => new Batcher((ends) => this.#settle(usageId, ends), { maxItems: MAX_BATCH }),
    )
    this.#scheduled = new Batcher((charges) => this.#write(charges), { maxItems: MAX_BATCH })
  }

  /**
   * Holds the cost of a message.
   * @param recipients number of recipients; each is charged.
   * @throws ApiError `spend_cap_exceeded` if it exceeds a hard limit, `overloaded` if the ledger does not answer; BudgetOnHoldError.
   */
  async hold(message: Pick<MessageDoc, '_id' | 'account_id' | 'key_id'>, recipients: number): Promise<PendingCharge> {
    const micros = recipients * this.#deps.config.pricePerEmailMicros
    const grant = { message_id: message._id, key_id: message.key_id, micros, count: recipients }
    const hold = await this.#grant(message.account_id, grant)
    const end = this.#follow(hold)
    return {
      charge: { hold: hold.id, at: hold.at, period: hold.period, micros, count: recipients, state: 'charged' },
      written: () => end(grant, 'written'),
      notWritten: () => end(grant, 'not_written'),
      unknown: () => end(grant, 'unknown'),
    }
  }

  async #grant(accountId: string, wanted: GrantDoc): Promise<Hold> {
    const giveUpAt = performance.now() + WAIT_FOR_HOLDS_MS
    for (;;) {
      const granted = await orOverloaded(this.#grants.use(accountId, (group) => group.add(wanted)))
      if (typeof granted === 'object') return granted
      if (granted === 'spent') throw new ApiError('spend_cap_exceeded')
      if (performance.now() > giveUpAt) throw new BudgetOnHoldError()
      await delay(LOOK_AGAIN_MS)
    }
  }

  /**
   * Charges a scheduled message that is claimed for dispatch. Repeatable.
   * @throws ApiError `spend_cap_exceeded`; BudgetOnHoldError; Error if the claim was lost.
   */
  async chargeScheduled(message: ScheduledCharge['message'], recipients: number): Promise<void> {
    const pending = await this.hold(message, recipients)
    const isWritten = await this.#scheduled.add({ message, charge: pending.charge }).catch((error: unknown) => {
      pending.unknown()
      throw error
    })
    if (isWritten) return pending.written()
    // Whoever has the message now may have found this hold.
    pending.unknown()
    throw new Error('the claim was lost: another worker charges this message')
  }

  /**
   * Returns a function to report the outcome of each message of a hold. After the last one the hold is settled, unless
   * only the sweep can find out what has become of it.
   */
  #follow(hold: Hold): (grant: GrantDoc, outcome: WriteOutcome) => void {
    if (hold.isFound) return () => undefined
    const own = this.#openHolds.get(hold.id) ?? {
      hold,
      open: new Set(hold.grants.map((grant) => grant.message_id)),
      notWritten: [],
      isUnknown: false,
    }
    this.#openHolds.set(hold.id, own)
    return (grant, outcome) => {
      own.open.delete(grant.message_id)
      if (outcome === 'not_written') own.notWritten.push(grant)
      if (outcome === 'unknown') own.isUnknown = true
      if (own.open.size > 0) return
      this.#openHolds.delete(hold.id)
      if (own.isUnknown) return
      this.#settlements
        .use(hold.usageId, (group) => group.add(own))
        .catch((error) => this.#deps.log.warn({ err: error }, 'a hold could not be settled; the sweep will do it'))
    }
  }

  async #settle(usageId: string, ends: OpenHold[]): Promise<undefined> {
    await this.#deps.spendAccounting.settle(usageId, ends)
    return undefined
  }

  /** Writes charges into messages that are still claimed. Returns which of them are. */
  async #write(charges: ScheduledCharge[]): Promise<boolean[]> {
    const { collection } = this.#deps.models.messages
    const updates = charges.map(({ message, charge }) => ({
      updateOne: {
        filter: { _id: message._id, account_id: message.account_id, 'lease.token': message.lease.token },
        update: { $set: { charge } },
      },
    }))
    await collection.bulkWrite(updates, { ordered: false })
    const ids = charges.map(({ message }) => message._id)
    const found = await collection.find({ _id: { $in: ids } }, { projection: { charge: 1 } }).toArray()
    const holds = new Map(found.map(({ _id, charge }) => [_id, charge?.hold]))
    return charges.map(({ message, charge }) => holds.get(message._id) === charge.hold)
  }
}
