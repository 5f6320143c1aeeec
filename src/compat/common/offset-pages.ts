import { ApiError } from '../../errors.js'

/** Most items of a list that are gone through for a page: pages here begin after an item, not at a number. */
export const MAX_OFFSET_ITEMS = 1_000
const PAGE_ITEMS = 100

/** A part of a list by its place. */
export interface Offset {
  count: number
  offset: number
}

/**
 * How many items a list has: other APIs count them all. Here it is at least so many, and one more than were read if there are
 * others.
 */
export const totalOf = (offset: number, items: number, hasMore: boolean): number => offset + items + (hasMore ? 1 : 0)

/** A page of a list of ours. */
interface ListPage<T> {
  items: T[]
  next: string | null
}

/**
 * The items at a place of a list, and whether there are more.
 * @param read a page of at most `limit` items after a cursor.
 * @param instead a sentence that says what to use for later pages.
 * @throws ApiError `not_supported` beyond {@link MAX_OFFSET_ITEMS}.
 */
export async function itemsAt<T>(
  { count, offset }: Offset,
  read: (page: { limit: number; cursor?: string }) => Promise<ListPage<T>>,
  instead: string,
): Promise<{ items: T[]; hasMore: boolean }> {
  const end = offset + count
  if (end > MAX_OFFSET_ITEMS) {
    const most = MAX_OFFSET_ITEMS.toLocaleString('en-US')
    throw new ApiError(
      'not_supported',
      `Only the first ${most} items of a list can be read by their number. ${instead}`,
    )
  }
  const items: T[] = []
  let cursor: string | null = null
  do {
    const limit = Math.min(PAGE_ITEMS, end - items.length)
    const page: ListPage<T> = await read({ limit, ...(cursor !== null && { cursor }) })
    items.push(...page.items)
    cursor = page.next
  } while (cursor !== null && items.length < end)
  return { items: items.slice(offset, end), hasMore: cursor !== null }
}
