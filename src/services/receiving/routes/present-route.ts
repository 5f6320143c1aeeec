import type { InboundRoute, InboundRouteWithSecret } from '../../../contract/inbound-routes.js'
import { standardSecretOf } from '../../../lib/signature.js'
import type { InboundRouteDoc } from '../../../models/inbound-route.js'
import { isoTime } from '../../platform/timestamps.js'

export function presentRoute(route: InboundRouteDoc): InboundRoute {
  return {
    id: route._id,
    domain: route.domain,
    match_prefix: route.match_prefix,
    destination_type: route.destination_type,
    forward_url: route.endpoint_url || null,
    forward_address: route.forward_address,
    active: route.is_active,
    test_mode: route.test_mode ?? false,
    created_at: isoTime(route.created_at),
  }
}

export function presentWithSecret(route: InboundRouteDoc, secret: string): InboundRouteWithSecret {
  return { ...presentRoute(route), signing_secret: secret, standard_secret: standardSecretOf(secret) }
}
