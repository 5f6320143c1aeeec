import { Erasure, RecipientToErase } from '../contract/recipients.js'
import { operation, post, type Tag } from './operation.js'

/** Its section of the documentation. */
export const tag: Tag = { title: 'Recipients', description: 'Erases what is stored about a recipient.' }

export const eraseRecipient = operation({
  name: 'recipients.erase',
  kind: 'mutation',
  scope: 'admin',
  rest: post('/v1/recipients/erase'),
  summary:
    'Erases an address from everything that the account has, and lists where it stays because something would stop working without it.',
  errors: ['overloaded'],
  input: RecipientToErase,
  output: Erasure,
  // An erasure that left live mail out would look complete.
  liveAction: 'erase a recipient',
  // The audit log must not keep the address.
  target: () => null,
  examples: [
    {
      summary: 'A recipient',
      input: { email: 'ada@example.com' },
      output: {
        messages: 3,
        inbound_emails: 0,
        contacts: 0,
        kept: [{ object: 'inbound_route', id: 'route_01kajqx5t2n8w4e6r9y7m3b1c0', field: 'forward_address' }],
      },
    },
  ],
  run: ({ caller, services }, { email }) => services.erasure.erase(caller.accountId, email),
})
