import type { DestinationType } from '../contract/inbound-routes.js'
import type { WebhookFormat } from '../contract/webhooks.js'
import { ledgerModel, ledgerSchema } from './ledger-schema.js'

/**
 * A rule that forwards received mail. The fields from `signing_secret` on are those of a webhook subscription, because
 * the same worker delivers to both.
 */
export interface InboundRouteDoc {
  _id: string
  account_id: string
  /** Lower case, A-labels. */
  domain: string
  /** Lower case. Empty for all mail of the domain. */
  match_prefix: string
  destination_type: DestinationType
  /** Empty for an email route. */
  endpoint_url: string
  /** Null for a webhook route. */
  forward_address: string | null
  /** How the requests of a webhook route are written. Absent for our own format. */
  format?: WebhookFormat
  /** Sealed: see services/platform/encryption/sealer.ts. */
  signing_secret: string
  is_active: boolean
  /** Set if a test key made it. Mail that comes in is live, so it forwards nothing. */
  test_mode?: true
  /** Start of the pause; null while it is active. */
  paused_at: Date | null
  /** Length of all finished pauses. */
  paused_total_ms: number
  /** Whether its endpoint fails repeatedly. */
  failing: boolean
  created_at: Date
}

const schema = ledgerSchema('inbound_routes', {
  _id: { type: String, required: true },
  account_id: { type: String, required: true },
  domain: { type: String, required: true },
  match_prefix: { type: String, default: '' },
  destination_type: { type: String, required: true },
  endpoint_url: { type: String, default: '' },
  forward_address: { type: String, default: null },
  format: String,
  signing_secret: { type: String, required: true },
  test_mode: Boolean,
  is_active: { type: Boolean, default: true },
  paused_at: { type: Date, default: null },
  paused_total_ms: { type: Number, default: 0 },
  failing: { type: Boolean, default: false },
  created_at: { type: Date, required: true },
})
schema.index({ account_id: 1, _id: -1 })
schema.index({ account_id: 1, domain: 1, _id: 1 })

export const inboundRouteModel = ledgerModel<InboundRouteDoc>('InboundRoute', schema)
