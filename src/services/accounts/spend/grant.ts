import type { SpendCapDoc } from '../../../models/spend-cap.js'
import type { Amount, GrantDoc, HoldDoc, SpendAlertDoc, UsageDoc } from '../../../models/usage.js'

/** What a month has come to, in all and by key. */
export type Spent = Pick<UsageDoc, 'micros' | 'by_key'>

/** What a key has spent; without a key, the account. In micro-dollars. */
export const spentOf = ({ micros, by_key }: Spent, keyId: string | null): number =>
  keyId === null ? micros : (by_key[keyId] ?? 0)

/**
 * The grants that fit the hard limits of the account and of their keys, in order, each as a whole. A limit can be
 * reached but not exceeded. After a grant that does not fit, a smaller one still may.
 */
export function grantInOrder(wanted: readonly GrantDoc[], spent: Spent, caps: readonly SpendCapDoc[]): GrantDoc[] {
  const limits = new Map(caps.map((cap) => [cap.key_id, cap.hard_limit_micros ?? Infinity]))
  const byKey = new Map(Object.entries(spent.by_key))
  let total = spent.micros
  return wanted.filter(({ key_id, micros }) => {
    const ofKey = byKey.get(key_id) ?? 0
    const fits = total + micros <= (limits.get(null) ?? Infinity) && ofKey + micros <= (limits.get(key_id) ?? Infinity)
    // A free message exceeds no limit, not even one that was lowered below the current spend.
    if (!fits && micros > 0) return false
    total += micros
    byKey.set(key_id, ofKey + micros)
    return true
  })
}

/** Soft limits that are reached and have no alert yet. A changed limit counts as a new one. */
export function reachedLimits(usage: Spent & Pick<UsageDoc, 'alerts'>, caps: readonly SpendCapDoc[]): SpendAlertDoc[] {
  return caps.flatMap(({ _id, key_id, soft_limit_micros }) => {
    if (soft_limit_micros === null) return []
    const spent = spentOf(usage, key_id)
    const isKnown = usage.alerts.some((alert) => alert.cap_id === _id && alert.limit_micros === soft_limit_micros)
    if (spent < soft_limit_micros || isKnown) return []
    return { cap_id: _id, key_id, limit_micros: soft_limit_micros, spent_micros: spent }
  })
}

/** Usage plus grants, or minus grants with a `sign` of -1. */
export function withGrants<T extends Amount & Spent>(usage: T, grants: readonly GrantDoc[], sign: 1 | -1 = 1): T {
  const by_key = { ...usage.by_key }
  let { micros, count } = usage
  for (const grant of grants) {
    micros += sign * grant.micros
    count += sign * grant.count
    by_key[grant.key_id] = (by_key[grant.key_id] ?? 0) + sign * grant.micros
  }
  return { ...usage, micros, count, by_key }
}

/** Usage if all holds are given back. */
export function withoutHolds(usage: UsageDoc): UsageDoc {
  return withGrants(usage, grantsOf(usage.holds), -1)
}

/** All grants of these holds. */
export function grantsOf(holds: readonly HoldDoc[]): GrantDoc[] {
  return holds.flatMap((hold) => hold.grants)
}

/** The `$inc` values that give grants back. */
export function takingBack(grants: readonly GrantDoc[]): Record<string, number> {
  const { micros, count, by_key } = withGrants({ micros: 0, count: 0, by_key: {} }, grants, -1)
  const keys = Object.entries(by_key).map(([key, spent]) => [`by_key.${key}`, spent])
  return { micros, count, ...Object.fromEntries(keys) }
}

/** The month (UTC) of a charge, like 2026-11. */
export function periodOf(at: Date): string {
  return at.toISOString().slice(0, 7)
}

/** Id of the usage row of an account and month. */
export function usageIdOf(accountId: string, period: string): string {
  return `${accountId}:${period}`
}
