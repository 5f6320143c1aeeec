import { AddressToValidate, AddressValidation } from '../contract/validation.js'
import { NOTHING_CHANGED, operation, post } from './operation.js'

export const validateAddress = operation({
  name: 'messages.validate',
  kind: 'mutation',
  scope: 'send',
  rest: post('/v1/validate'),
  summary: 'Checks whether an address can receive mail: its syntax, and its domain in DNS. Sends nothing.',
  errors: ['validation_not_configured'],
  unaudited: NOTHING_CHANGED,
  input: AddressToValidate,
  output: AddressValidation,
  examples: [
    {
      summary: 'An address that can receive mail',
      input: { email: 'ada@example.com' },
      output: { email: 'ada@example.com', valid: true, reason: 'ok' },
    },
    {
      summary: 'A domain that does not accept mail',
      input: { email: 'ada@example.invalid' },
      output: { email: 'ada@example.invalid', valid: false, reason: 'undeliverable_domain' },
    },
  ],
  run: ({ caller, services }, { email }) => services.validation.validate(caller.accountId, email),
})
