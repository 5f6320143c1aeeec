import { ApiError } from '../../../errors.js'
import { Batcher } from '../../../lib/concurrency/batcher.js'
import { Keyed } from '../../../lib/concurrency/keyed.js'
import { LEDGER_GUARDS } from '../../../models/database-unavailable.js'
import type { Charge, DispatchedMessage, MessageDoc } from '../../../models/message.js'
import type { GrantDoc } from '../../../models/usage.js'
import type { ServiceDeps } from '../../deps.js'
import { orOverloaded } from '../../platform/overload.js'
import type { Granted, Hold, SpendLedger } from './spend-ledger.js'

const MAX_BATCH = 1_000

/** A granted charge. The caller writes it into the message and reports whether that worked. */
export interface PendingCharge {
  charge: Charge
  /** The message is in the ledger, with this charge. */
  written(): void
  /** The message was not written and will not be: give the charge back. */
  notWritten(): void
}

/** The local state of a hold whose messages are being written. */
interface OpenHold {
  hold: Hold
  /** Messages whose outcome is unknown. */
  open: Set<string>
  notWritten: GrantDoc[]
}

interface ScheduledCharge {
  message: DispatchedMessage & { lease: { token: string } }
  charge: Charge
}

type ChargesDeps = Pick<ServiceDeps, 'config' | 'models' | 'log'> & {
  spendLedger: Pick<SpendLedger, 'grant' | 'settle'>
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
        new Batcher((wanted) => deps.spendLedger.grant(accountId, wanted), { ...LEDGER_GUARDS, maxItems: MAX_BATCH }),
    )
    this.#settlements = new Keyed(
      (usageId) => new Batcher((ends) => this.#settle(usageId, ends), { maxItems: MAX_BATCH }),
    )
    this.#scheduled = new Batcher((charges) => this.#write(charges), { maxItems: MAX_BATCH })
  }

  /**
   * Holds the cost of a message.
   * @param recipients number of recipients; each is charged.
   * @throws ApiError `spend_cap_exceeded` if it exceeds a hard limit, `overloaded` if the ledger does not answer.
   */
  async hold(message: Pick<MessageDoc, '_id' | 'account_id' | 'key_id'>, recipients: number): Promise<PendingCharge> {
    const micros = recipients * this.#deps.config.pricePerEmailMicros
    const grant = { message_id: message._id, key_id: message.key_id, micros, count: recipients }
    const hold = await orOverloaded(this.#grants.use(message.account_id, (group) => group.add(grant)))
    if (!hold) throw new ApiError('spend_cap_exceeded')
    const end = this.#follow(hold)
    return {
      charge: { hold: hold.id, at: hold.at, period: hold.period, micros, count: recipients, state: 'charged' },
      written: () => end(grant, true),
      notWritten: () => end(grant, false),
    }
  }

  /**
   * Charges a scheduled message that is claimed for dispatch. Repeatable.
   * @throws ApiError `spend_cap_exceeded`; Error if the claim was lost.
   */
  async chargeScheduled(message: ScheduledCharge['message'], recipients: number): Promise<void> {
    const pending = await this.hold(message, recipients)
    if (await this.#scheduled.add({ message, charge: pending.charge })) return pending.written()
    pending.notWritten()
    throw new Error('the claim was lost: another worker charges this message')
  }

  /** Returns a function to report the outcome of each message of a hold. After the last one the hold is settled. */
  #follow(hold: Hold): (grant: GrantDoc, isWritten: boolean) => void {
    const own = this.#openHolds.get(hold.id) ?? {
      hold,
      open: new Set(hold.grants.map((grant) => grant.message_id)),
      notWritten: [],
    }
    this.#openHolds.set(hold.id, own)
    return (grant, isWritten) => {
      own.open.delete(grant.message_id)
      if (!isWritten) own.notWritten.push(grant)
      if (own.open.size > 0) return
      this.#openHolds.delete(hold.id)
      this.#settlements
        .use(hold.usageId, (group) => group.add(own))
        .catch((error) => this.#deps.log.warn({ err: error }, 'a hold could not be settled; the sweep will do it'))
    }
  }

  async #settle(usageId: string, ends: OpenHold[]): Promise<undefined> {
    await this.#deps.spendLedger.settle(usageId, ends)
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
