import { z } from 'zod'
import { parseAddress } from '../lib/mail/addresses.js'
import { id, idParam, nextCursor, optional, timestamp } from './fields.js'
import { WebhookFormat } from './webhooks.js'

export const DESTINATION_TYPES = ['webhook', 'email'] as const
export const DestinationType = z.enum(DESTINATION_TYPES, 'must be webhook or email').meta({ id: 'DestinationType' })
export type DestinationType = z.output<typeof DestinationType>

const MAX_URL_CHARS = 2_048
const MAX_PREFIX_CHARS = 64

const route = z.object({
  id: id('inboundRoute'),
  domain: z.string().meta({ description: 'The domain whose mail it forwards.' }),
  match_prefix: z.string().meta({
    description: 'How the local part of the recipient must begin, in any case. Empty: all mail of the domain.',
  }),
  destination_type: DestinationType,
  forward_url: z
    .string()
    .nullable()
    .meta({ description: 'Where a webhook route posts mail; null for an email route.' }),
  forward_address: z
    .string()
    .nullable()
    .meta({ description: 'Where an email route sends mail; null for a webhook route.' }),
  format: WebhookFormat.meta({
    description: 'How a webhook route writes its requests. An email route makes no requests.',
  }),
  verification_key: z.string().nullable().meta({
    description: 'The public key that verifies requests in the format `sendgrid`. Null for other formats.',
  }),
  active: z.boolean().meta({ description: 'False while it forwards nothing.' }),
  test_mode: z
    .boolean()
    .meta({ description: 'Whether a test key made it. Received mail is live, so such a route forwards nothing.' }),
  created_at: timestamp(),
})

export const InboundRoute = route.meta({ id: 'InboundRoute' })
export type InboundRoute = z.output<typeof InboundRoute>

export const InboundRouteWithSecret = route
  .extend({
    signing_secret: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .meta({ description: 'Key of the signatures of its requests. Shown only here.' }),
    standard_secret: z
      .string()
      .regex(/^whsec_[A-Za-z0-9+/=]+$/)
      .meta({ description: 'The same secret in the form that libraries for Standard Webhooks take.' }),
  })
  .meta({ id: 'InboundRouteWithSecret' })
export type InboundRouteWithSecret = z.output<typeof InboundRouteWithSecret>

const matchPrefix = () =>
  z
    .string()
    .max(MAX_PREFIX_CHARS, `must have at most ${MAX_PREFIX_CHARS} characters`)
    .regex(/^[^\s@\p{Cc}]*$/u, 'must be the beginning of a local part, like support, without @ and spaces')
    .meta({ description: 'How the local part of the recipient must begin, in any case. Empty: all mail.' })

const destination = {
  forward_url: optional(
    z
      .string('must be a public https URL, like https://example.com/mail')
      .max(MAX_URL_CHARS, `must have at most ${MAX_URL_CHARS} characters`),
  ).meta({ description: 'A public https URL, for a webhook route.' }),
  forward_address: optional(
    z.string().refine((text) => parseAddress(text) !== null, 'must be an address, like ada@example.com'),
  ).meta({ description: 'An address, for an email route.' }),
}

export const NewInboundRoute = z.strictObject({
  domain: z
    .string('is required: a verified domain that receives mail')
    .meta({ description: 'The name or id of a verified domain that receives mail.' }),
  match_prefix: optional(matchPrefix()),
  destination_type: DestinationType,
  ...destination,
  format: optional(WebhookFormat).meta({
    description:
      'How a webhook route writes its requests: `postline` by default, or as another mail API hands over received mail.',
  }),
})
export type NewInboundRoute = z.output<typeof NewInboundRoute>

export const InboundRouteChanges = z.strictObject({
  id: idParam(),
  match_prefix: optional(matchPrefix()),
  destination_type: optional(DestinationType),
  ...destination,
  format: optional(WebhookFormat).meta({ description: 'The format of new mail. Earlier mail keeps its own.' }),
  active: optional(z.boolean('must be true, or false to stop forwarding')).meta({
    description: 'False to stop forwarding, true to go on.',
  }),
})
export type InboundRouteChanges = z.output<typeof InboundRouteChanges>

export const InboundRoutePage = z.object({ routes: z.array(InboundRoute), next_cursor: nextCursor() })
