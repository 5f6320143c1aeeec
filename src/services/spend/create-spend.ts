import type { ServiceDeps } from '../deps.js'
import type { SystemMail } from '../system-mail/system-mail.js'
import { Charges } from './charges.js'
import { SpendAlerts } from './spend-alerts.js'
import { SpendLedger } from './spend-ledger.js'

/** What charges messages. */
export type Spending = ReturnType<typeof createSpend>

/** What charges messages: for the accept path, for dispatch, and for the sweep. */
export function createSpend(deps: Omit<ServiceDeps, 'live'>, systemMail: SystemMail) {
  const alerts = new SpendAlerts(deps, systemMail)
  const ledger = new SpendLedger({ ...deps, onAlert: (usageId) => alerts.tellSoon(usageId) })
  const charges = new Charges(deps, ledger)
  return {
    ledger,
    charges,
    /** Finishes what processes that died left undone: holds, and alerts that nobody was told of. */
    async sweep(): Promise<void> {
      await ledger.settleStale()
      await alerts.tellLeft()
    },
  }
}
