import { z } from 'zod'
import { Channel } from './channels.js'
import { id, timestamp } from './fields.js'

const CHANNEL_STATUSES = ['verified', 'pending', 'sandbox', 'ready', 'not_configured'] as const

export const SendingPause = z
  .object({
    reason: z.enum(['complaints', 'bounces']).meta({
      description: 'What there is too much of: mail that is reported as spam, or that bounces permanently.',
    }),
    affected: z.number().int().meta({ description: 'The number of those mails.' }),
    mails: z.number().int().meta({ description: 'The number of all live mails of the 24 hours before.' }),
    rate_percent: z.number().meta({ description: 'The share of `affected` in `mails`, in percent.' }),
    limit_percent: z.number().meta({ description: 'The share above which sending is paused, in percent.' }),
    since: timestamp().meta({ description: 'Since when sending is paused.' }),
  })
  .meta({ id: 'SendingPause' })
export type SendingPause = z.output<typeof SendingPause>

export const AccountVerification = z
  .object({
    account_id: id('account'),
    owner_email: z.string().meta({ description: 'The address of its owner, who gets its notices.' }),
    sandbox_mode: z.boolean().meta({ description: 'Whether the account has no verified domain.' }),
    shared_email_sender: z.string().meta({ description: 'The sender in sandbox mode.' }),
    channels: z.array(z.object({ channel: Channel, status: z.enum(CHANNEL_STATUSES), verified: z.boolean() })),
    sending_paused: SendingPause.nullable().meta({
      description: 'Why live mail of the account is neither accepted nor sent; null if it is.',
    }),
  })
  .meta({ id: 'AccountVerification' })
export type AccountVerification = z.output<typeof AccountVerification>
