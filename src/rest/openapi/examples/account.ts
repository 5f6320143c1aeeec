import type { Examples } from './exchange.js'

export const accountExamples = {
  'account.verification': [
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
} satisfies Examples
