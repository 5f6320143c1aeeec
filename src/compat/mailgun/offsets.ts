import { z } from 'zod'
import { MAX_OFFSET_ITEMS, type Offset } from '../common/offset-pages.js'

/** How Mailgun's older lists are paged. */
export const PLACE = z.strictObject({
  limit: z.coerce.number().int().min(1).max(MAX_OFFSET_ITEMS).default(100),
  skip: z.coerce.number().int().min(0).default(0),
})

/** The place in the list. */
export const placeOf = ({ limit, skip }: z.output<typeof PLACE>): Offset => ({
  count: Math.min(limit, Math.max(1, MAX_OFFSET_ITEMS - skip)),
  offset: skip,
})
