import type { Config } from '../../../config.js'
import { PERIODS, type Period, type PlanForSale } from '../../../contract/billing.js'
import { fieldError } from '../../../errors.js'
import { groupBy } from '../../../lib/collections/group-by.js'
import { PLANS, type Plan } from '../../../plan-names.js'

type PriceTable = NonNullable<Config['stripePrices']>

/** What a price pays for. */
export interface Offer {
  plan: Plan
  period: Period
  priceId: string
}

/** Every price of a deployment, in the order of the plans. */
export function offersOf(prices: PriceTable | null): Offer[] {
  return PLANS.flatMap((plan) =>
    PERIODS.flatMap((period) => {
      const priceId = prices?.[plan]?.[period]
      return priceId === undefined ? [] : { plan, period, priceId }
    }),
  )
}

/**
 * The offer of a plan for a period.
 * @param name of the plan, in any case.
 * @throws ApiError `invalid_request` that names what there is.
 */
export function findOffer(offers: readonly Offer[], name: string, period: Period): Offer {
  const ofPlan = offers.filter(({ plan }) => plan === name.toLowerCase())
  const offer = ofPlan.find((each) => each.period === period)
  if (offer) return offer
  const [first] = ofPlan
  if (!first) throw fieldError('invalid_request', 'plan', `must be one of: ${inWords(offers)}`)
  const periods = ofPlan.map((each) => each.period).join(' or ')
  throw fieldError('invalid_request', 'period', `must be ${periods} with the plan ${first.plan}`)
}

/** The plans of offers, each with its periods. */
export const plansOf = (offers: readonly Offer[]): PlanForSale[] =>
  [...groupBy(offers, ({ plan }) => plan)].map(([plan, own]) => ({ plan, periods: own.map(({ period }) => period) }))

/** Like `starter (month, year), pro (month)`. */
function inWords(offers: readonly Offer[]): string {
  return plansOf(offers)
    .map(({ plan, periods }) => `${plan} (${periods.join(', ')})`)
    .join(', ')
}
