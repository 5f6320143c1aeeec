import type { DestinationType } from '../../../contract/inbound-routes.js'
import { fieldError } from '../../../errors.js'
import { parseAddress } from '../../../lib/mail/addresses.js'
import type { InboundRouteDoc } from '../../../models/inbound-route.js'

/** Where a route forwards mail. */
export type RouteDestination = Pick<InboundRouteDoc, 'destination_type' | 'endpoint_url' | 'forward_address'>

export interface GivenDestination {
  destination_type: DestinationType
  forward_url?: string | undefined
  forward_address?: string | undefined
}

/**
 * The destination that a request names: the one that its type needs. The other one is dropped.
 * @throws ApiError `invalid_request` if it is missing.
 */
export function routeDestination({
  destination_type,
  forward_url,
  forward_address,
}: GivenDestination): RouteDestination {
  if (destination_type === 'webhook') {
    if (!forward_url) throw fieldError('invalid_request', 'forward_url', 'is required for a webhook route')
    return { destination_type, endpoint_url: forward_url, forward_address: null }
  }
  const address = forward_address && parseAddress(forward_address)
  if (!address) throw fieldError('invalid_request', 'forward_address', 'is required for an email route')
  return { destination_type, endpoint_url: '', forward_address: address.email }
}
