import { accountsCollaborators, accountsOperatorCollaborators } from './accounts/index.js'
import { audienceCollaborators, audienceOperatorCollaborators } from './audience/index.js'
import type { OperatorDeps, ServiceDeps } from './deps.js'
import { domainsCollaborators, domainsOperatorCollaborators } from './domains/index.js'
import { mailAppCollaborators } from './mail-app/index.js'
import { platformCollaborators, platformOperatorCollaborators } from './platform/index.js'
import { readingCollaborators } from './reading/index.js'
import { receivingCollaborators } from './receiving/index.js'
import { removalOperatorCollaborators } from './removal/index.js'
import { sendingCollaborators, sendingOperatorCollaborators } from './sending/index.js'
import { trackingCollaborators } from './tracking/index.js'

/** What services and workers share. Each exists once in a process, so that work for the ledger is grouped there. */
export type Collaborators = ReturnType<typeof createCollaborators>
export type OperatorCollaborators = ReturnType<typeof createOperatorCollaborators>

/** The collaborators of the services that an operator uses. */
export function createOperatorCollaborators(deps: Pick<OperatorDeps, 'models' | 'clock' | 'sealer'>) {
  const platform = platformOperatorCollaborators(deps)
  return {
    ...platform,
    ...domainsOperatorCollaborators(deps),
    ...accountsOperatorCollaborators(deps),
    ...audienceOperatorCollaborators(deps),
    ...sendingOperatorCollaborators({ ...deps, ...platform }),
    ...removalOperatorCollaborators({ ...deps, ...platform }),
  }
}

/**
 * Builds what several services and workers use. Accounts get their mailer from sending, which stands above them: they know
 * only that it sends.
 */
export function createCollaborators(deps: Omit<ServiceDeps, 'eventStreams'>) {
  const operators = createOperatorCollaborators(deps)
  const platform = platformCollaborators(deps)
  const domains = domainsCollaborators(deps)
  const reading = readingCollaborators(deps)
  const sending = sendingCollaborators({ ...deps, ...operators, ...platform, ...domains })
  return {
    ...operators,
    ...platform,
    ...trackingCollaborators(deps),
    ...domains,
    ...reading,
    ...accountsCollaborators({ ...deps, ...sending }),
    ...audienceCollaborators({ ...deps, ...operators }),
    ...sending,
    ...receivingCollaborators(deps),
    ...mailAppCollaborators({ ...deps, ...operators, ...reading }),
  }
}
