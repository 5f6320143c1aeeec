import { z } from 'zod'
import { operation } from './operation.js'
import { id } from './schemas.js'

export const getVerification = operation({
  name: 'account.verification',
  kind: 'query',
  scope: 'any',
  summary: 'Tells what the account may send, and from where.',
  errors: [],
  input: z.object({}),
  output: z
    .object({
      account_id: id('account'),
      sandbox_mode: z.boolean().meta({ description: 'Whether no domain is verified yet.' }),
      shared_email_sender: z.string().meta({ description: 'The sender in sandbox mode.' }),
      channels: z.array(z.object({ channel: z.string(), status: z.string(), verified: z.boolean() })),
    })
    .meta({ id: 'AccountVerification' }),
  run: ({ caller, services }) => services.accounts.verification(caller.accountId),
})
