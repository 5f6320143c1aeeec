import type { CompatCall } from '../common/api.js'

/*
 * The pages of Mailgun's lists are named by their place after an item. Ours go on after a cursor, which stands for that
 * place. Going back is not possible: the links to the first and the last page, and to the one before, are there for form.
 */

/** What is asked for, as ours. */
export const pageOf = (asked: {
  limit?: string | undefined
  page?: string | undefined
  place?: string | undefined
}) => ({
  ...(asked.limit !== undefined && { limit: asked.limit }),
  ...(asked.page === 'next' && asked.place && { cursor: asked.place }),
})

/** The links of a page. @param list.place name of the parameter with the place. */
export function pagingOf(
  { param, request }: Pick<CompatCall, 'param' | 'request'>,
  list: { path: string; place: string; limit: string | undefined; next: string | null },
) {
  const url = `${request.protocol}://${request.host}/compat/mailgun/v3/${param('domain')}/${list.path}`
  const at = (page: string, place = '') =>
    `${url}?${new URLSearchParams({ page, [list.place]: place, ...(list.limit && { limit: list.limit }) })}`
  const next = list.next === null ? at('last') : at('next', list.next)
  return { first: at('first'), last: at('last'), next, previous: at('previous') }
}
