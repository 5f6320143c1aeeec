import type { SendingWarning } from '../../../contract/broadcast-requests.js'
import { allotmentOf, planOf } from '../../accounts/billing/plans.js'
import { usedOf } from '../../accounts/billing/pool.js'
import { periodOf, spentOf, usageIdOf } from '../../accounts/spend/grant.js'
import type { Caller } from '../../caller.js'
import type { ServiceDeps } from '../../deps.js'
import { isoTime } from '../../platform/timestamps.js'

type Deps = Pick<ServiceDeps, 'config' | 'models' | 'clock'>

const MICROS = 1_000_000
const dollars = (micros: number) =>
  (micros / MICROS).toLocaleString('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 4 })
const whole = (count: number) => count.toLocaleString('en-US')
const mails = (count: number) => (count === 1 ? '1 mail' : `${whole(count)} mails`)
const contacts = (count: number) => (count === 1 ? '1 contact' : `${whole(count)} contacts`)

/**
 * What will be in the way of a mail to so many recipients: a spend cap at which it would stop, and the end of what the plan
 * includes. They are about this moment: other mail may use up the rest before.
 */
export async function sendingWarnings(deps: Deps, caller: Caller, recipients: number): Promise<SendingWarning[]> {
  const [cap, plan] = await Promise.all([overCap(deps, caller, recipients), overPlan(deps, caller, recipients)])
  return [cap, plan].filter((warning) => warning !== null)
}

async function overCap(
  { config, models, clock }: Deps,
  { accountId, keyId }: Caller,
  recipients: number,
): Promise<SendingWarning | null> {
  const price = config.pricePerEmailMicros
  if (price === 0) return null
  const _id = usageIdOf(accountId, periodOf(clock.now()))
  const [caps, usage] = await Promise.all([
    models.spendCaps.collection.find({ account_id: accountId, key_id: { $in: [null, keyId] } }).toArray(),
    models.usage.collection.findOne({ _id }, { projection: { micros: 1, by_key: 1 } }),
  ])
  const spent = usage ?? { micros: 0, by_key: {} }
  const lefts = caps.flatMap(({ key_id, hard_limit_micros: limit }) =>
    limit === null ? [] : { limit, left: Math.max(0, Math.floor((limit - spentOf(spent, key_id)) / price)) },
  )
  const [least] = lefts.toSorted((one, other) => one.left - other.left)
  if (!least || least.left >= recipients) return null
  const message =
    `The spend cap of ${dollars(least.limit)} has room for ${mails(least.left)} this month, and the list has ` +
    `${contacts(recipients)}. The broadcast pauses when the cap is reached.`
  return { code: 'over_spend_cap', message }
}

async function overPlan({ models }: Deps, { accountId }: Caller, recipients: number): Promise<SendingWarning | null> {
  const row = await models.billing.collection.findOne({ _id: accountId })
  const plan = planOf(row?.subscription ?? null)
  if (!row?.subscription?.period || !plan) return null
  const { period, period_end } = row.subscription
  const included = allotmentOf(plan, period)
  const left = Math.max(0, included - (row.pool ? await usedOf(models, accountId, row.pool) : 0))
  if (left >= recipients) return null
  const message =
    `The plan ${plan} includes ${mails(left)} more until ${isoTime(period_end).slice(0, 10)}, and the list has ` +
    `${contacts(recipients)}.`
  return { code: 'over_plan', message }
}
