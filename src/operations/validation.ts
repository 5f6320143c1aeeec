import { z } from 'zod'
import { VALIDATION_REASONS } from '../services/validation/address-validator.js'
import { operation, post } from './operation.js'

export const validateAddress = operation({
  name: 'messages.validate',
  kind: 'mutation',
  scope: 'send',
  rest: post('/v1/validate'),
  summary: 'Tells whether an address can get mail: its syntax, and what DNS says of its domain. Sends nothing.',
  errors: ['validation_not_configured'],
  // It changes nothing.
  audited: false,
  input: z.object({
    email: z.string('is required: the address to look at').max(1_000, 'must have at most 1,000 characters'),
  }),
  output: z
    .object({
      email: z.string(),
      valid: z.boolean(),
      reason: z
        .enum(VALIDATION_REASONS)
        .meta({ description: '`undeliverable_domain`: it publishes no MX, A or AAAA record, or a null MX.' }),
    })
    .meta({ id: 'AddressValidation' }),
  examples: [
    {
      summary: 'An address that can get mail',
      input: { email: 'ada@example.com' },
      output: { email: 'ada@example.com', valid: true, reason: 'ok' },
    },
    {
      summary: 'A domain that takes none',
      input: { email: 'ada@example.invalid' },
      output: { email: 'ada@example.invalid', valid: false, reason: 'undeliverable_domain' },
    },
  ],
  run: ({ caller, services }, { email }) => services.validator.validate(caller.accountId, email),
})
