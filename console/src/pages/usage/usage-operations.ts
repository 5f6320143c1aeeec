// Written by `npm run generate` from the schema and the `.graphql` files of the console. Do not edit.
import { document } from '../../graphql/document'

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
/** The plan to pay for. */
export type CreateCheckoutInput = {
  /** How often to pay: `month` (the default) or `year`. */
  period?: string | null | undefined;
  /** The plan: starter, pro, growth, scale. Case does not count. */
  plan: string;
};

/** A limit on what is spent in a month. */
export type SetSpendCapInput = {
  /** Stops sends that would pass it; null for no limit. */
  hardLimitMicros?: number | null | undefined;
  /** The key; null for the account. */
  keyId?: string | null | undefined;
  /** Alerts the owner by mail when it is reached; null for no limit. */
  softLimitMicros?: number | null | undefined;
};

export type UsageYearQueryVariables = Exact<{
  p0: string;
  p1: string;
  p2: string;
  p3: string;
  p4: string;
  p5: string;
  p6: string;
  p7: string;
  p8: string;
  p9: string;
  p10: string;
  p11: string;
}>;


export type UsageYearQuery = { m0: { period: string, totalSendCount: number, totalCostMicros: number } | null, m1: { period: string, totalSendCount: number, totalCostMicros: number } | null, m2: { period: string, totalSendCount: number, totalCostMicros: number } | null, m3: { period: string, totalSendCount: number, totalCostMicros: number } | null, m4: { period: string, totalSendCount: number, totalCostMicros: number } | null, m5: { period: string, totalSendCount: number, totalCostMicros: number } | null, m6: { period: string, totalSendCount: number, totalCostMicros: number } | null, m7: { period: string, totalSendCount: number, totalCostMicros: number } | null, m8: { period: string, totalSendCount: number, totalCostMicros: number } | null, m9: { period: string, totalSendCount: number, totalCostMicros: number } | null, m10: { period: string, totalSendCount: number, totalCostMicros: number } | null, m11: { period: string, totalSendCount: number, totalCostMicros: number } | null };

export type MonthUsageFragment = { period: string, totalSendCount: number, totalCostMicros: number };

export type BillingQueryVariables = Exact<{ [key: string]: never; }>;


export type BillingQuery = { billing: { plan: string | null, subscriptionStatus: string, includedAllotment: number, used: number, recurringInterval: string | null, currentPeriodEnd: string | null, cancelAtPeriodEnd: boolean, plansForSale: Array<{ plan: string, periods: Array<string> }> } | null };

export type SpendCapsQueryVariables = Exact<{ [key: string]: never; }>;


export type SpendCapsQuery = { spendCaps: { nodes: Array<{ id: string, keyId: string | null, softLimitMicros: number | null, hardLimitMicros: number | null, usedMicros: number }> } | null };

export type CapFragment = { id: string, keyId: string | null, softLimitMicros: number | null, hardLimitMicros: number | null, usedMicros: number };

export type SetSpendCapMutationVariables = Exact<{
  input: SetSpendCapInput;
}>;


export type SetSpendCapMutation = { setSpendCap: { id: string, keyId: string | null, softLimitMicros: number | null, hardLimitMicros: number | null, usedMicros: number } | null };

export type DeleteSpendCapMutationVariables = Exact<{
  id: string;
}>;


export type DeleteSpendCapMutation = { deleteSpendCap: boolean | null };

export type CheckoutMutationVariables = Exact<{
  input: CreateCheckoutInput;
}>;


export type CheckoutMutation = { createCheckout: { url: string | null, updated: boolean | null, plan: string | null } | null };

export type PortalMutationVariables = Exact<{ [key: string]: never; }>;


export type PortalMutation = { createPortalSession: { url: string } | null };

export const UsageYearDocument = document<UsageYearQuery, UsageYearQueryVariables>(`
query UsageYear($p0: String!, $p1: String!, $p2: String!, $p3: String!, $p4: String!, $p5: String!, $p6: String!, $p7: String!, $p8: String!, $p9: String!, $p10: String!, $p11: String!) {
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

fragment MonthUsage on Usage {
  period
  totalSendCount
  totalCostMicros
}
`)

export const BillingDocument = document<BillingQuery, BillingQueryVariables>(`
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

export const SpendCapsDocument = document<SpendCapsQuery, SpendCapsQueryVariables>(`
query SpendCaps {
  spendCaps(first: 100) {
    nodes {
      ...Cap
    }
  }
}

fragment Cap on SpendCap {
  id
  keyId
  softLimitMicros
  hardLimitMicros
  usedMicros
}
`)

export const SetSpendCapDocument = document<SetSpendCapMutation, SetSpendCapMutationVariables>(`
mutation SetSpendCap($input: SetSpendCapInput!) {
  setSpendCap(input: $input) {
    ...Cap
  }
}

fragment Cap on SpendCap {
  id
  keyId
  softLimitMicros
  hardLimitMicros
  usedMicros
}
`)

export const DeleteSpendCapDocument = document<DeleteSpendCapMutation, DeleteSpendCapMutationVariables>(`
mutation DeleteSpendCap($id: ID!) {
  deleteSpendCap(id: $id)
}
`)

export const CheckoutDocument = document<CheckoutMutation, CheckoutMutationVariables>(`
mutation Checkout($input: CreateCheckoutInput!) {
  createCheckout(input: $input) {
    url
    updated
    plan
  }
}
`)

export const PortalDocument = document<PortalMutation, PortalMutationVariables>(`
mutation Portal {
  createPortalSession {
    url
  }
}
`)
