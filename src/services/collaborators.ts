import { accountsCollaborators, accountsOperatorCollaborators } from './accounts/index.js'
import { audienceCollaborators, audienceOperatorCollaborators } from './audience/index.js'
import type { OperatorDeps, ServiceDeps } from './deps.js'
import { mailAppCollaborators } from './mail-app/index.js'
import { platformCollaborators, platformOperatorCollaborators } from './platform/index.js'
import { readingCollaborators } from './reading/index.js'
import { receivingCollaborators, receivingOperatorCollaborators } from './receiving/index.js'
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
    ...accountsOperatorCollaborators(deps),
    ...audienceOperatorCollaborators(deps),
    ...receivingOperatorCollaborators(deps),
    ...sendingOperatorCollaborators({ ...deps, ...platform }),
  }
}

/** Builds what several services and workers use, each domain after those that its parts are made of. */
export function createCollaborators(deps: ServiceDeps) {
  const operators = createOperatorCollaborators(deps)
  const platform = platformCollaborators(deps)
  const reading = readingCollaborators(deps)
  const sending = sendingCollaborators({ ...deps, ...operators, ...platform })
  return {
    ...operators,
    ...platform,
    ...reading,
    ...sending,
    ...accountsCollaborators({ ...deps, ...sending }),
    ...audienceCollaborators({ ...deps, ...operators }),
    ...mailAppCollaborators({ ...deps, ...operators, ...reading }),
    ...receivingCollaborators(deps),
    ...trackingCollaborators(deps),
  }
}
