import { z } from 'zod'

/** A whole number in a query. */
const whole = (min: number, max: number, fallback: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.number().min(min).max(max))
    .default(fallback)

/** How SendGrid's older lists are paged. */
export const OFFSET_PAGING = { limit: whole(1, 500, 500), offset: whole(0, 1_000_000_000, 0) }

/** The place in the list. */
export const placeOf = ({ limit, offset }: { limit: number; offset: number }) => ({ count: limit, offset })

/** How its newer lists are paged. */
export const TOKEN_PAGING = { page_size: whole(1, 1_000, 100), page_token: z.string().optional() }

/** Names in errors. */
export const TOKEN_NAMES = [
  ['limit', 'page_size'],
  ['cursor', 'page_token'],
] as const

/** The page as an input of ours. */
export const pageOf = ({ page_size, page_token }: { page_size: number; page_token?: string | undefined }) => ({
  limit: page_size,
  cursor: page_token,
})

/** Where the next page is: a path for a client with the URL of this API, with all parameters of this one. */
export function pageMetadata(path: string, query: Record<string, unknown>, nextCursor: string | null) {
  if (nextCursor === null) return {}
  const given = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))
  return {
    next: `${path}?${new URLSearchParams([...given.filter(([name]) => name !== 'page_token'), ['page_token', nextCursor]])}`,
  }
}
