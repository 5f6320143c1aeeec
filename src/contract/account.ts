import { z } from 'zod'
import { id } from './fields.js'

export const AccountVerification = z
  .object({
    account_id: id('account'),
    sandbox_mode: z.boolean().meta({ description: 'Whether the account has no verified domain.' }),
    shared_email_sender: z.string().meta({ description: 'The sender in sandbox mode.' }),
    channels: z.array(z.object({ channel: z.string(), status: z.string(), verified: z.boolean() })),
  })
  .meta({ id: 'AccountVerification' })
export type AccountVerification = z.output<typeof AccountVerification>
