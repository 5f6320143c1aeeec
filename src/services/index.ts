import type { AuditLogDeps } from './accounts/audit/audit-log.js'
import { accountsOperatorServices, accountsServices } from './accounts/index.js'
import { audienceOperatorServices, audienceServices } from './audience/index.js'
import type { Collaborators, OperatorCollaborators } from './collaborators.js'
import type { OperatorDeps, ServiceDeps } from './deps.js'
import { domainsOperatorServices, domainsServices } from './domains/index.js'
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
    ...platformOperatorServices(deps),
    ...trackingOperatorServices(deps),
    ...domainsOperatorServices(deps),
    ...accountsOperatorServices(deps),
    ...audience,
    ...sendingOperatorServices(deps),
    ...removalOperatorServices({ ...deps, ...audience }),
  }
}

/**
 * Every service, in the order of the domains: each is built on those before it (see ORDER in .dependency-cruiser.mjs).
 * The type of a domain's parameter names what it may use, and the compiler refuses the rest.
 */
export function createServices(deps: ServiceDeps & Collaborators & AuditLogDeps) {
  const operators = createOperatorServices(deps)
  const tracking = trackingServices(deps)
  const sending = sendingServices({ ...deps, ...operators })
  return {
    ...operators,
    ...tracking,
    ...domainsServices(deps),
    ...accountsServices({ ...deps, ...operators }),
    ...audienceServices({ ...deps, ...operators }),
    ...sending,
    ...receivingServices({ ...deps, ...sending }),
    ...mailAppServices({ ...deps, ...sending }),
    ...removalServices({ ...deps, ...tracking }),
    eventStreams: deps.eventStreams,
    htmlReader: deps.htmlReader,
    readBarrier: deps.readBarrier,
  }
}
