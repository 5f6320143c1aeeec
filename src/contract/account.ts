import { z } from 'zod'
import { Channel } from './channels.js'
import { id, timestamp } from './fields.js'

const CHANNEL_STATUSES = ['verified', 'pending', 'sandbox', 'ready', 'not_configured'] as const

export const SendingPause = z
  .object({
    reason: z.enum(['complaints', 'bounces']).meta({
      description: 'The reason: too much mail is reported as spam, or bounces permanently.',
    }),
    affected: z.number().int().meta({ description: 'The number of those mails.' }),
    mails: z.number().int().meta({ description: 'The number of all live mails of the 24 hours before.' }),
    rate_percent: z.number().meta({ description: 'The share of `affected` in `mails`, in percent.' }),
    limit_percent: z.number().meta({ description: 'The share above which sending is paused, in percent.' }),
    since: timestamp().meta({ description: 'Since when sending is paused.' }),
  })
  .meta({ id: 'SendingPause' })
export type SendingPause = z.output<typeof SendingPause>

/** Where programs reach the deployment. */
export const Endpoints = z
  .object({
    base_url: z.string().meta({ description: 'The URL of the service, to which paths like `/v1/send` are added.' }),
    compat_apis: z
      .array(
        z.object({
          name: z.string().meta({ description: 'The service whose API it is, such as `resend`.' }),
          url: z.string().meta({ description: 'The URL to give to an SDK of that service.' }),
        }),
      )
      .meta({ description: 'The APIs of other services that the deployment has.' }),
    smtp_port: z
      .number()
      .int()
      .nullable()
      .meta({ description: 'The port of the SMTP listener with STARTTLS; null if there is none.' }),
    smtps_port: z
      .number()
      .int()
      .nullable()
      .meta({ description: 'Its port with TLS from the first byte; null if there is none.' }),
  })
  .meta({ id: 'Endpoints' })
export type Endpoints = z.output<typeof Endpoints>

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
    endpoints: Endpoints.meta({ description: 'Where programs reach the service.' }),
  })
  .meta({ id: 'AccountVerification' })
export type AccountVerification = z.output<typeof AccountVerification>
