import type { Page } from '../services/pages.js'

/** The answer of a list: the items of a page under the list's own name, and the cursor of the next page. */
export async function answerPage<Name extends string, T>(name: Name, page: Promise<Page<T>>) {
  const { items, nextCursor } = await page
  return { [name]: items, next_cursor: nextCursor } as Record<Name, T[]> & { next_cursor: string | null }
}
