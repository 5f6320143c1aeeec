import type { Page } from '../services/platform/pages.js'

const pages = new WeakMap<object, Page<unknown>>()

/** The answer of a list: the items of a page under the list's own name, and the cursor of the next page. */
export async function answerPage<Name extends string, T>(name: Name, found: Promise<Page<T>>) {
  return answerWith(name, await found, {})
}

/** The answer of a search: a page, and what of the search may mean something else than its writer thinks. */
export async function answerFound<Name extends string, T>(name: Name, found: Promise<Page<T> & { hints: string[] }>) {
  const page = await found
  return answerWith(name, page, { hints: page.hints })
}

function answerWith<Name extends string, T, More extends object>(name: Name, page: Page<T>, more: More) {
  const answer = { [name]: page.items, next_cursor: page.nextCursor, ...more }
  pages.set(answer, page)
  return answer as Record<Name, T[]> & { next_cursor: string | null } & More
}

/** The page that an answer was made of; undefined if it is not one of a list. */
export const pageOf = (answer: object): Page<unknown> | undefined => pages.get(answer)
