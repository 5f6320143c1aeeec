import type { InboundRoute, InboundRouteWithSecret } from '../../../contract/inbound-routes.js'
import { standardSecretOf } from '../../../lib/http/webhook-signature.js'
import type { InboundRouteDoc } from '../../../models/inbound-route.js'
import type { Sealer } from '../../platform/encryption/sealer.js'
import { ROUTE_SECRET } from '../../platform/encryption/secret-fields.js'
import { isoTime } from '../../platform/timestamps.js'
import { verificationKey } from '../../tracking/webhooks/verification-key.js'

/** @param sealer opens the secret, of which the public key is made. */
export function presentRoute(route: InboundRouteDoc, sealer: Sealer): InboundRoute {
  return {
    id: route._id,
    domain: route.domain,
    match_prefix: route.match_prefix,
    destination_type: route.destination_type,
    forward_url: route.endpoint_url || null,
    forward_address: route.forward_address,
    format: route.format ?? 'postline',
    verification_key: verificationKey(route, ROUTE_SECRET, sealer),
    active: route.is_active,
    test_mode: route.test_mode ?? false,
    created_at: isoTime(route.created_at),
  }
}

export function presentWithSecret(route: InboundRouteDoc, sealer: Sealer, secret: string): InboundRouteWithSecret {
  return { ...presentRoute(route, sealer), signing_secret: secret, standard_secret: standardSecretOf(secret) }
}
