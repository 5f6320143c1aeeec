import { AccountVerification } from '../contract/account.js'
import { NoFields } from '../contract/fields.js'
import { get, operation, type Tag } from './operation.js'

/** Its section of the documentation. */
export const tag: Tag = { title: 'Account', description: 'What the account may send.', order: 7 }

export const getVerification = operation({
  name: 'account.verification',
  kind: 'query',
  scope: 'any',
  rest: get('/v1/account/verification'),
  summary: 'Gets what the account may send, and from which sender.',
  errors: [],
  input: NoFields,
  output: AccountVerification,
  examples: [
    {
      summary: 'An account in sandbox mode',
      input: {},
      output: {
        account_id: 'acc_01kaj2b4c6d8e0f2g4h6j8k0m2',
        sandbox_mode: true,
        shared_email_sender: 'hello@sandbox.postline.localhost',
        channels: [
          { channel: 'email', status: 'sandbox', verified: false },
          { channel: 'sms', status: 'not_configured', verified: false },
          { channel: 'push', status: 'not_configured', verified: false },
          { channel: 'voice', status: 'not_configured', verified: false },
          { channel: 'webhook', status: 'ready', verified: false },
        ],
      },
    },
  ],
  run: ({ caller, services }) => services.accounts.verification(caller.accountId),
})
