import type { OperatorDeps, ServiceDeps } from '../deps.js'
import { DailyQuotas } from './daily-quotas.js'
import { SecretRotation } from './encryption/secret-rotation.js'
import { Quotas } from './quotas.js'

/*
 * What every domain builds on, and what knows no mail: encrypted secrets, quotas and rate limits, locks in the ledger,
 * pages of lists, and the index of search terms.
 */

/** What services and workers of every domain share, also at the command line. */
export const platformOperatorCollaborators = (deps: Pick<OperatorDeps, 'models'>) => ({ quotas: new Quotas(deps) })

/** What services and workers of every domain share. */
export const platformCollaborators = (deps: Pick<ServiceDeps, 'clock' | 'models'>) => ({
  dailyQuotas: new DailyQuotas(deps),
})

/** The services of an operator. */
export const platformOperatorServices = (deps: Pick<OperatorDeps, 'models' | 'sealer'>) => ({
  secretRotation: new SecretRotation(deps),
})
