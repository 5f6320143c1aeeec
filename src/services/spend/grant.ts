import type { SpendCapDoc } from '../../models/spend-cap.js'
import type { Amount, GrantDoc, HoldDoc, SpendAlertDoc, UsageDoc } from '../../models/usage.js'

type Spent = Pick<UsageDoc, 'micros' | 'by_key'>

/**
 * Which grants fit the hard caps of the account and of their keys, in their order, each whole or not at all.
 * Reaching a cap exactly fits, passing it does not. One that does not fit leaves room for a smaller one behind it.
 */
export function grantInOrder(wanted: readonly GrantDoc[], spent: Spent, caps: readonly SpendCapDoc[]): GrantDoc[] {
  const limits = new Map(caps.map((cap) => [cap.key_id, cap.hard_limit_micros ?? Infinity]))
  const byKey = new Map(Object.entries(spent.by_key))
  let total = spent.micros
  return wanted.filter(({ key_id, micros }) => {
    const ofKey = byKey.get(key_id) ?? 0
    const fits = total + micros <= (limits.get(null) ?? Infinity) && ofKey + micros <= (limits.get(key_id) ?? Infinity)
    // What costs nothing passes no cap, not even one that was lowered below what is spent.
    if (!fits && micros > 0) return false
    total += micros
    byKey.set(key_id, ofKey + micros)
    return true
  })
}

/** Soft limits that are reached by what is spent and were not alerted of yet. A changed limit is another one. */
export function reachedLimits(usage: Spent & Pick<UsageDoc, 'alerts'>, caps: readonly SpendCapDoc[]): SpendAlertDoc[] {
  return caps.flatMap(({ _id, key_id, soft_limit_micros }) => {
    if (soft_limit_micros === null) return []
    const spent = key_id === null ? usage.micros : (usage.by_key[key_id] ?? 0)
    const isKnown = usage.alerts.some((alert) => alert.cap_id === _id && alert.limit_micros === soft_limit_micros)
    if (spent < soft_limit_micros || isKnown) return []
    return { cap_id: _id, key_id, limit_micros: soft_limit_micros, spent_micros: spent }
  })
}

/** Usage with grants added to it, or taken from it with a `sign` of -1. */
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

/** Usage as it will be if nothing of what is held comes to be. */
export function withoutHolds(usage: UsageDoc): UsageDoc {
  return withGrants(usage, grantsOf(usage.holds), -1)
}

/** What holds grant, together. */
export function grantsOf(holds: readonly HoldDoc[]): GrantDoc[] {
  return holds.flatMap((hold) => hold.grants)
}

/** Changes of the usage row's numbers that take grants back. */
export function takingBack(grants: readonly GrantDoc[]): Record<string, number> {
  const { micros, count, by_key } = withGrants({ micros: 0, count: 0, by_key: {} }, grants, -1)
  const keys = Object.entries(by_key).map(([key, spent]) => [`by_key.${key}`, spent])
  return { micros, count, ...Object.fromEntries(keys) }
}

/** The month (UTC) in which something is charged, like 2026-11. */
export function periodOf(at: Date): string {
  return at.toISOString().slice(0, 7)
}

/** Identifier of the usage row of an account and a month. */
export function usageIdOf(accountId: string, period: string): string {
  return `${accountId}:${period}`
}
