import type { CompatCall } from '../common/api.js'
import { notSupported } from '../common/not-supported.js'

/*
 * The pages of Mailgun's lists are named by their place after an item. Ours go on after a cursor, which stands for that
 * place. Going back is not possible: the links to the last page and to the one before are there for form.
 */

/** The page behind the last one, which has nothing: as at Mailgun, programs follow `next` until a page is empty. */
export const END = 'end'

/** What is asked for, as ours. @throws ApiError 501 for a page that is not the first or the next one. */
export const pageOf = (asked: {
  limit?: string | undefined
  page?: string | undefined
  place?: string | undefined
}) => {
  if (asked.page === 'previous' || asked.page === 'last') throw notSupported('page', 'Pages go on by next.')
  return {
    ...(asked.limit !== undefined && { limit: asked.limit }),
    ...(asked.page === 'next' && asked.place && { cursor: asked.place }),
  }
}

/** The links of a page. @param list.place name of the parameter with the place. */
export function pagingOf(
  { param, request }: Pick<CompatCall, 'param' | 'request'>,
  list: { path: string; place: string; limit: string | undefined; next: string | null },
) {
  const url = `${request.protocol}://${request.host}/compat/mailgun/v3/${param('domain')}/${list.path}`
  const at = (page: string, place = '') =>
    `${url}?${new URLSearchParams({ page, [list.place]: place, ...(list.limit && { limit: list.limit }) })}`
  const next = list.next === null ? at(END) : at('next', list.next)
  return { first: at('first'), last: at('last'), next, previous: at('previous') }
}
