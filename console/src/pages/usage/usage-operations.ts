import { graphql, type ResultOf, type VariablesOf } from '../../graphql/graphql'

const MonthUsageFragment = graphql(`
  fragment MonthUsage on Usage {
    period
    totalSendCount
    totalCostMicros
  }
`)
export type MonthUsageFragment = ResultOf<typeof MonthUsageFragment>

const CapFragment = graphql(`
  fragment Cap on SpendCap {
    id
    keyId
    softLimitMicros
    hardLimitMicros
    usedMicros
  }
`)
export type CapFragment = ResultOf<typeof CapFragment>

export const UsageYearDocument = graphql(
  `
  query UsageYear(
    $p0: String!
    $p1: String!
    $p2: String!
    $p3: String!
    $p4: String!
    $p5: String!
    $p6: String!
    $p7: String!
    $p8: String!
    $p9: String!
    $p10: String!
    $p11: String!
  ) {
    m0: usage(period: $p0) {
      ...MonthUsage
    }
    m1: usage(period: $p1) {
      ...MonthUsage
    }
    m2: usage(period: $p2) {
      ...MonthUsage
    }
    m3: usage(period: $p3) {
      ...MonthUsage
    }
    m4: usage(period: $p4) {
      ...MonthUsage
    }
    m5: usage(period: $p5) {
      ...MonthUsage
    }
    m6: usage(period: $p6) {
      ...MonthUsage
    }
    m7: usage(period: $p7) {
      ...MonthUsage
    }
    m8: usage(period: $p8) {
      ...MonthUsage
    }
    m9: usage(period: $p9) {
      ...MonthUsage
    }
    m10: usage(period: $p10) {
      ...MonthUsage
    }
    m11: usage(period: $p11) {
      ...MonthUsage
    }
  }
`,
  [MonthUsageFragment],
)
export type UsageYearQueryVariables = VariablesOf<typeof UsageYearDocument>

export const BillingDocument = graphql(`
  query Billing {
    billing {
      plan
      subscriptionStatus
      includedAllotment
      used
      recurringInterval
      currentPeriodEnd
      cancelAtPeriodEnd
      plansForSale {
        plan
        periods
      }
    }
  }
`)
export type BillingQuery = ResultOf<typeof BillingDocument>

export const SpendCapsDocument = graphql(
  `
  query SpendCaps {
    spendCaps(first: 100) {
      nodes {
        ...Cap
      }
    }
  }
`,
  [CapFragment],
)

export const SetSpendCapDocument = graphql(
  `
  mutation SetSpendCap($input: SetSpendCapInput!) {
    setSpendCap(input: $input) {
      ...Cap
    }
  }
`,
  [CapFragment],
)

export const DeleteSpendCapDocument = graphql(`
  mutation DeleteSpendCap($id: ID!) {
    deleteSpendCap(id: $id)
  }
`)

export const CheckoutDocument = graphql(`
  mutation Checkout($input: CreateCheckoutInput!) {
    createCheckout(input: $input) {
      url
      updated
      plan
    }
  }
`)

export const PortalDocument = graphql(`
  mutation Portal {
    createPortalSession {
      url
    }
  }
`)
