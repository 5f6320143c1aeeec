import { z } from 'zod'
import { validateAddress } from '../../operations/validation.js'
import type { CompatRoute } from '../common/api.js'

const Query = z.strictObject({ address: z.string('is required'), provider_lookup: z.string().optional() })

/** Whether an address can receive mail, from its syntax and its domain. What is not looked at is null. */
export const validation: readonly CompatRoute[] = [
  {
    method: 'GET',
    path: '/v4/address/validate',
    operation: validateAddress,
    names: [['email', 'address']],
    answer: async ({ query, ignore, run }) => {
      const { address, provider_lookup } = query(Query)
      if (provider_lookup !== undefined) ignore('provider_lookup')
      const { email, valid, reason } = await run(validateAddress, { email: address })
      return {
        address: email,
        // Nobody has asked the server of the mailbox.
        result: valid ? 'unknown' : 'undeliverable',
        risk: valid ? 'unknown' : 'high',
        reason: valid ? [] : [reason],
        is_disposable_address: null,
        is_role_address: null,
      }
    },
  },
]
