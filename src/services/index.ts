import type { AuditLogDeps } from './accounts/audit/audit-log.js'
import { accountsOperatorServices, accountsServices } from './accounts/index.js'
import { audienceOperatorServices, audienceServices } from './audience/index.js'
import type { Collaborators, OperatorCollaborators } from './collaborators.js'
import type { OperatorDeps, ServiceDeps } from './deps.js'
import { mailAppServices } from './mail-app/index.js'
import { platformOperatorServices } from './platform/index.js'
import { receivingServices } from './receiving/index.js'
import { removalOperatorServices, removalServices } from './removal/index.js'
import { sendingOperatorServices, sendingServices } from './sending/index.js'
import { trackingOperatorServices, trackingServices } from './tracking/index.js'

export type OperatorServices = ReturnType<typeof createOperatorServices>
export type Services = ReturnType<typeof createServices>

/** The services of an operator's command line, which need the ledger alone. */
export function createOperatorServices(deps: OperatorDeps & OperatorCollaborators & AuditLogDeps) {
  const audience = audienceOperatorServices(deps)
  return {
    ...audience,
    ...accountsOperatorServices(deps),
    ...platformOperatorServices(deps),
    ...removalOperatorServices({ ...deps, ...audience }),
    ...sendingOperatorServices(deps),
    ...trackingOperatorServices(deps),
  }
}

/** Every service. A domain whose services others are made of is built before those. */
export function createServices(deps: ServiceDeps & Collaborators & AuditLogDeps) {
  const operators = createOperatorServices(deps)
  const sending = sendingServices({ ...deps, ...operators })
  const tracking = trackingServices(deps)
  return {
    ...operators,
    ...sending,
    ...tracking,
    ...accountsServices({ ...deps, ...operators }),
    ...audienceServices({ ...deps, ...operators }),
    ...mailAppServices({ ...deps, ...sending }),
    ...receivingServices({ ...deps, ...sending }),
    ...removalServices({ ...deps, ...tracking }),
    eventStreams: deps.eventStreams,
    htmlReader: deps.htmlReader,
  }
}
