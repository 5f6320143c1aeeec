import type { OperatorDeps, ServiceDeps } from '../deps.js'
import type { DomainLookUp } from '../domains/domain-look-up.js'
import type { Quotas } from '../platform/quotas.js'
import type { ReadBarrier } from '../platform/read-barrier.js'
import { AccountService } from './account-service.js'
import { ApiKeyService } from './api-keys/api-key-service.js'
import { KeyUses } from './api-keys/key-uses.js'
import { AuditLog, type AuditLogDeps } from './audit/audit-log.js'
import { BillingCallbacks } from './billing/billing-callbacks.js'
import { BillingService } from './billing/billing-service.js'
import { SubscriptionSync } from './billing/subscription-sync.js'
import { SessionService } from './sessions/session-service.js'
import { SignInLinks } from './sessions/sign-in-links.js'
import { Charges } from './spend/charges.js'
import { SpendAccounting } from './spend/spend-accounting.js'
import { type AlertMail, SpendAlerts } from './spend/spend-alerts.js'
import { SpendService } from './spend/spend-service.js'

/*
 * Customers: accounts, their API keys and sessions, what they may spend and have spent, their subscription at Stripe, and
 * the log of what they changed.
 *
 * Services: `accounts`, `apiKeys` and `keyUses`, `sessions` and `signInLinks` (the console), `charges`, `spendAccounting`,
 * `spend` and `spendAlerts` (money), `billing`, `billingCallbacks` and `subscriptionSync` (Stripe), `auditLog`.
 */

export type AccountsOperatorCollaborators = ReturnType<typeof accountsOperatorCollaborators>
export type AccountsCollaborators = ReturnType<typeof accountsCollaborators>
export type AccountsOperatorServices = ReturnType<typeof accountsOperatorServices>

/** What services and workers share, also at the command line. */
export const accountsOperatorCollaborators = (deps: Pick<OperatorDeps, 'clock' | 'models'>) => ({
  keyUses: new KeyUses(deps),
})

/** What services and workers share. */
export function accountsCollaborators(
  deps: Pick<ServiceDeps, 'clock' | 'config' | 'log' | 'metrics' | 'models' | 'stripe'> & { systemMail: AlertMail },
) {
  const spendAlerts = new SpendAlerts(deps)
  const spendAccounting = new SpendAccounting({ ...deps, onAlert: (usageId) => spendAlerts.notifySoon(usageId) })
  return {
    charges: new Charges({ ...deps, spendAccounting }),
    spendAlerts,
    spendAccounting,
    subscriptionSync: new SubscriptionSync(deps),
  }
}

/** The services of an operator. */
export const accountsOperatorServices = (
  deps: Pick<OperatorDeps, 'clock' | 'config' | 'models' | 'newId'> &
    AccountsOperatorCollaborators &
    AuditLogDeps & { domainLookUp: DomainLookUp; quotas: Quotas; readBarrier: ReadBarrier },
) => ({
  accounts: new AccountService(deps),
  apiKeys: new ApiKeyService(deps),
  auditLog: new AuditLog(deps),
})

/** The other services. */
export const accountsServices = (
  deps: Pick<ServiceDeps, 'clock' | 'config' | 'log' | 'metrics' | 'models' | 'newId' | 'sealer' | 'stripe'> &
    AccountsOperatorCollaborators &
    AccountsCollaborators &
    AccountsOperatorServices & { readBarrier: ReadBarrier },
) => ({
  billing: new BillingService(deps),
  billingCallbacks: new BillingCallbacks(deps),
  sessions: new SessionService(deps),
  signInLinks: new SignInLinks(deps),
  spend: new SpendService(deps),
})
