import { z } from 'zod'
import type { IdKind } from '../../ids.js'
import { encodeCursor, listById } from '../../services/platform/pages.js'
import type { CompatCall } from '../common/api.js'
import { notSupported } from '../common/not-supported.js'

/** A text of a query. */
export const queryText = () => z.string().optional()

const PAGE = { limit: queryText(), after: queryText(), before: queryText() }

/** Pages as Resend counts them: after an id. */
export const ListQuery = z.strictObject(PAGE)
type ListQuery = z.output<typeof ListQuery>

/** The same with filters. */
export const listQueryWith = <S extends z.ZodRawShape>(filters: S) => z.strictObject({ ...PAGE, ...filters })

/** Where Resend has the cursor of a list. */
export const PAGE_NAMES = [['cursor', 'after']] as const

/**
 * A page of ours. @param parentId of whose items the list is.
 * @throws ApiError 501 for a page that ends before an item.
 */
export function pageOf({ limit, after, before }: ListQuery, kind: IdKind, parentId?: string) {
  if (before !== undefined) throw notSupported('before', 'Use after.')
  return {
    ...(limit !== undefined && { limit }),
    ...(after !== undefined && { cursor: encodeCursor(listById(kind, parentId), after) }),
  }
}

/**
 * Reads the query of a list that is answered whole, whatever its `limit`.
 * @throws ApiError 501 for a later page.
 */
export function readWhole({ query, ignore }: Pick<CompatCall, 'query' | 'ignore'>): void {
  const { limit, after, before } = query(ListQuery)
  for (const [name, value] of Object.entries({ after, before })) {
    if (value !== undefined) throw notSupported(name, 'The whole list comes at once.')
  }
  if (limit !== undefined) ignore('limit')
}

/** A page as Resend sends it. */
export const listOf = (data: readonly object[], nextCursor: string | null) => ({
  object: 'list',
  has_more: nextCursor !== null,
  data,
})
