import { ApiError } from '../../errors.js'
import type { DomainDoc } from '../../models/domain.js'

/**
 * For what needs a domain that is verified.
 * @throws ApiError `domain_not_ready` if it is not, or is being deleted.
 */
export function assertReady({ name, fully_verified, deleting_at }: DomainDoc): void {
  if (fully_verified && !deleting_at) return
  throw new ApiError(
    'domain_not_ready',
    `The DNS records of ${name} are not verified yet. Publish them, then call POST /v1/domains/${name}/verify.`,
  )
}

/**
 * For what needs a domain that receives mail.
 * @throws ApiError `domain_not_ready` if it does not.
 */
export function assertReceives(domain: DomainDoc): void {
  assertReady(domain)
  if (domain.inbound_enabled) return
  const { name } = domain
  throw new ApiError(
    'domain_not_ready',
    `Mail to ${name} is not received. Turn it on first, with POST /v1/domains/${name}/inbound.`,
  )
}
