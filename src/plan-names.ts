/** The paid plans. A plan determines the request rate, the quotas and the included emails. */
export const PLANS = ['starter', 'pro', 'growth', 'scale'] as const
export type Plan = (typeof PLANS)[number]

/** How often a plan is paid for. */
export const PERIODS = ['month', 'year'] as const
export type Period = (typeof PERIODS)[number]
