import { z } from 'zod'
import { optional } from './fields.js'

export const UsagePeriod = z.strictObject({
  period: optional(z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'must be a year and month, like 2026-11')).meta({
    description: 'Year and month (UTC), like 2026-11. Defaults to the current month.',
  }),
})

export const Usage = z
  .object({
    period: z.string(),
    total_send_count: z.int().meta({ description: 'Recipients of mail accepted with live keys.' }),
    total_cost_micros: z.int(),
    channels: z.array(z.object({ channel: z.literal('email'), send_count: z.int(), cost_micros: z.int() })),
  })
  .meta({ id: 'Usage' })
export type Usage = z.output<typeof Usage>
