import { AccountVerification } from '../contract/account.js'
import { NoFields } from '../contract/fields.js'
import { get, operation, type Tag } from './operation.js'

/** Its section of the documentation. */
export const tag: Tag = { title: 'Account', description: 'What the account may send.', order: 7 }

const endpoints = {
  base_url: 'https://post.example.com',
  compat_apis: [{ name: 'resend', url: 'https://post.example.com/compat/resend' }],
  smtp_port: 2_525,
  smtps_port: null,
}

export const getVerification = operation({
  name: 'account.verification',
  kind: 'query',
  scope: 'any',
  rest: get('/v1/account/verification'),
  summary: 'Gets what the account may send, from which sender, and where programs reach the service.',
  forBoundKeys: true,
  errors: [],
  input: NoFields,
  output: AccountVerification,
  examples: [
    {
      summary: 'An account in sandbox mode',
      input: {},
      output: {
        account_id: 'acc_01kaj2b4c6d8e0f2g4h6j8k0m2',
        owner_email: 'owner@shop.example',
        sandbox_mode: true,
        shared_email_sender: 'hello@sandbox.postline.localhost',
        channels: [
          { channel: 'email', status: 'sandbox', verified: false },
          { channel: 'sms', status: 'not_configured', verified: false },
          { channel: 'push', status: 'not_configured', verified: false },
          { channel: 'voice', status: 'not_configured', verified: false },
          { channel: 'webhook', status: 'ready', verified: false },
        ],
        sending_paused: null,
        endpoints,
      },
    },
    {
      summary: 'An account that is paused for sending',
      input: {},
      output: {
        account_id: 'acc_01kaj2b4c6d8e0f2g4h6j8k0m2',
        owner_email: 'owner@shop.example',
        sandbox_mode: false,
        shared_email_sender: 'hello@sandbox.postline.localhost',
        channels: [
          { channel: 'email', status: 'verified', verified: true },
          { channel: 'sms', status: 'not_configured', verified: false },
          { channel: 'push', status: 'not_configured', verified: false },
          { channel: 'voice', status: 'not_configured', verified: false },
          { channel: 'webhook', status: 'not_configured', verified: false },
        ],
        sending_paused: {
          reason: 'complaints',
          affected: 4,
          mails: 1_000,
          rate_percent: 0.4,
          limit_percent: 0.3,
          since: '2026-11-22T09:00:00.000Z',
        },
        endpoints,
      },
    },
  ],
  run: ({ caller, services }) => services.accounts.verification(caller.accountId),
})
