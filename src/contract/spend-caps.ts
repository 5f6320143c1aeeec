import { z } from 'zod'
import { id, idParam, nextCursor, optional } from './fields.js'

const limit = (what: string) =>
  z
    .int('must be a whole number of micro-dollars, or null for no limit')
    .min(0, 'must not be negative; null clears the limit')
    .nullable()
    .optional()
    .meta({ description: `${what} Null clears it; if left out, it does not change.` })

export const SpendCap = z
  .object({
    id: id('spendCap'),
    account_id: id('account'),
    key_id: id('apiKey').nullable().meta({ description: 'The key; null for the account.' }),
    soft_limit_micros: z.int().nullable().meta({ description: 'Alerts the owner by mail when reached.' }),
    hard_limit_micros: z.int().nullable().meta({ description: 'Blocks sends that would exceed it.' }),
    used_micros: z.int().meta({ description: 'What the account or the key has spent in the current month (UTC).' }),
  })
  .meta({ id: 'SpendCap' })
export type SpendCap = z.output<typeof SpendCap>

export const SpendCapPage = z.object({ spend_caps: z.array(SpendCap), next_cursor: nextCursor() })

export const SpendCapChange = z
  .strictObject({
    key_id: optional(idParam()).meta({ description: 'The key to cap. If left out, the cap is for the account.' }),
    soft_limit_micros: limit('Alerts the owner when reached, once a month.'),
    hard_limit_micros: limit('Blocks sends that would exceed it.'),
  })
  .refine(
    ({ soft_limit_micros, hard_limit_micros }) => soft_limit_micros !== undefined || hard_limit_micros !== undefined,
    {
      path: ['hard_limit_micros'],
      message: 'is required unless soft_limit_micros is given',
    },
  )
export type SpendCapChange = z.output<typeof SpendCapChange>
