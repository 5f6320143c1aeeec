import { useState } from 'react'
import { Confirm } from '../../components/dialog'
import { SelectField } from '../../components/field'
import { May, OnlyReads } from '../../components/may'
import { Panel } from '../../components/panel'
import { Failure } from '../../components/states'
import { Time } from '../../components/time'
import { showToast } from '../../components/toasts'
import { useQuery } from '../../graphql/use-query'
import { useWrite } from '../../graphql/use-write'
import { BillingDocument, type BillingQuery, CheckoutDocument, PortalDocument } from './usage-operations'

type Billing = NonNullable<BillingQuery['billing']>

/** The plan and the emails that it includes, or what the operator sets to sell plans. */
export function Plan() {
  const [{ data, error }, again] = useQuery({ query: BillingDocument })
  const billing = data?.billing
  if (error) return <Failure error={error} retry={() => again({ requestPolicy: 'network-only' })} />
  if (!billing) return null
  const isForSale = billing.plansForSale.length > 0
  return (
    <Panel
      title="Plan"
      aside={
        billing.subscriptionStatus !== 'none' && (
          <May scope="admin" live>
            <Portal />
          </May>
        )
      }
    >
      <div className="content stack">
        {(isForSale || billing.plan !== null) && <Current billing={billing} />}
        {!isForSale && billing.subscriptionStatus === 'none' && <NotForSale />}
        {isForSale && (
          <May scope="admin" live instead={<OnlyReads />}>
            <Offers billing={billing} onChanged={() => again({ requestPolicy: 'network-only' })} />
          </May>
        )}
      </div>
    </Panel>
  )
}

/** For an owner who looks for plans and invoices: there are none, and what would bring them. */
const NotForSale = () => (
  <p className="muted">
    This service sells no plans, so there are no invoices. To sell them with Stripe, its operator sets{' '}
    <code>STRIPE_SECRET_KEY</code>, <code>STRIPE_WEBHOOK_SECRET</code> and <code>STRIPE_PRICES</code>:{' '}
    <a href="/docs/billing">how billing is set up</a>. Spend caps work without Stripe; they count{' '}
    <code>PRICE_PER_EMAIL_MICROS</code> for each recipient.
  </p>
)

function Current({ billing }: { billing: Billing }) {
  const { plan, includedAllotment, used, recurringInterval, currentPeriodEnd, cancelAtPeriodEnd } = billing
  if (plan === null) return <p>No plan yet. Without one, the limits of the account stay low.</p>
  const left = Math.max(includedAllotment - used, 0)
  return (
    <div className="cap">
      <div className="what">
        <strong>{inWords(plan)}</strong>
        <span className="muted">paid by the {recurringInterval}</span>
        {cancelAtPeriodEnd && <span className="badge warn">ends and does not renew</span>}
      </div>
      <progress
        max={Math.max(includedAllotment, 1)}
        value={Math.min(used, includedAllotment)}
        aria-label="Emails used"
      />
      <span className="muted">
        {used.toLocaleString()} of {includedAllotment.toLocaleString()} emails used, {left.toLocaleString()} left
        {currentPeriodEnd !== null && (
          <>
            {' '}
            until <Time at={currentPeriodEnd} />
          </>
        )}
      </span>
    </div>
  )
}

function Offers({ billing, onChanged }: { billing: Billing; onChanged: () => void }) {
  const [, checkout] = useWrite(CheckoutDocument)
  const [isAsking, setAsking] = useState(false)
  const offers = billing.plansForSale.flatMap(({ plan, periods }) => periods.map((period) => ({ plan, period })))
  const [chosen, setChosen] = useState('')
  const offer = offers.find((one) => nameOf(one) === chosen) ?? offers[0]!
  const isChange = billing.plan !== null
  const onCheckout = async () => {
    const result = (await checkout({ input: offer }, { failed: 'Not changed' }))?.createCheckout
    if (!result) return
    if (result.url) return location.assign(result.url)
    showToast(`The plan is ${inWords(result.plan ?? offer.plan)} now.`)
    onChanged()
  }
  return (
    <div className="offers">
      <SelectField
        label={isChange ? 'Another plan' : 'Subscribe to'}
        value={nameOf(offer)}
        onChange={setChosen}
        choices={offers.map((one) => [nameOf(one), `${inWords(one.plan)}, paid by the ${one.period}`] as const)}
      />
      <button type="button" className="button main" onClick={() => (isChange ? setAsking(true) : void onCheckout())}>
        {isChange ? 'Change the plan' : 'Go to the checkout'}
      </button>
      <Confirm
        title={`Change the plan to ${inWords(offer.plan)}?`}
        action="Change the plan"
        decline="Keep the plan"
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => void onCheckout()}
      >
        It changes at once. The unused time of the old plan is credited, and the difference is invoiced now.
      </Confirm>
    </div>
  )
}

function Portal() {
  const [isBusy, open] = useWrite(PortalDocument)
  const onOpen = async () => {
    const data = await open({}, { failed: 'Not opened' })
    if (data?.createPortalSession) location.assign(data.createPortalSession.url)
  }
  return (
    <button type="button" className="button small" disabled={isBusy} onClick={() => void onOpen()}>
      Invoices and payment
    </button>
  )
}

const nameOf = ({ plan, period }: { plan: string; period: string }) => `${plan}:${period}`
const inWords = (plan: string) => plan.charAt(0).toUpperCase() + plan.slice(1)
