/** The paid plans. A plan determines the request rate and the quotas. */
export const PLANS = ['starter', 'pro', 'growth', 'scale'] as const
export type Plan = (typeof PLANS)[number]
