import type { Page } from '../services/pages.js'

const pages = new WeakMap<object, Page<unknown>>()

/** The answer of a list: the items of a page under the list's own name, and the cursor of the next page. */
export async function answerPage<Name extends string, T>(name: Name, found: Promise<Page<T>>) {
  const page = await found
  const answer = { [name]: page.items, next_cursor: page.nextCursor }
  pages.set(answer, page)
  return answer as Record<Name, T[]> & { next_cursor: string | null }
}

/** The page that an answer was made of; undefined if it is not one of a list. */
export const pageOf = (answer: object): Page<unknown> | undefined => pages.get(answer)
