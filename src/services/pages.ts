import type { HydratedDocument, Query } from 'mongoose'
import type { PageRequest } from '../contract/fields.js'
import { fieldError } from '../errors.js'
import { type IdKind, isId } from '../ids.js'

/** A page of a list, newest first. */
export interface Page<T> {
  items: T[]
  /** Null on the last page. */
  nextCursor: string | null
}

/**
 * Reads a page of the rows that a query finds, newest first: ids sort by time.
 * @throws ApiError `invalid_request` if the cursor is from another kind of list.
 */
export async function newestFirst<D extends { _id: string }, T, R extends { _id: string } = D>(
  query: Query<HydratedDocument<D>[], HydratedDocument<D>, object, D>,
  kind: IdKind,
  { limit, cursor }: PageRequest,
  present: (row: R) => T,
): Promise<Page<T>> {
  if (cursor) query.lt('_id', decodeCursor(kind, cursor))
  const rows = await query
    .sort({ _id: -1 })
    .limit(limit + 1)
    .lean<R[]>()
  return toPage(rows, limit, present)
}

/** The opaque cursor after a row. It is valid for its kind of list only. */
export function encodeCursor(id: string): string {
  return Buffer.from(`v1:${id}`).toString('base64url')
}

/**
 * The id that a cursor follows.
 * @throws ApiError `invalid_request` if it is not a cursor of this kind of list.
 */
export function decodeCursor(kind: IdKind, cursor: string): string {
  const [version, id = ''] = Buffer.from(cursor, 'base64url').toString('utf8').split(':')
  // Node.js skips what is no base64.
  if (version === 'v1' && isId(kind, id) && encodeCursor(id) === cursor) return id
  const message = 'is not a cursor of this list; pass next_cursor of the previous page unchanged'
  throw fieldError('invalid_request', 'cursor', message)
}

/** Makes a page from rows, of which one more was read than the page holds. */
export function toPage<D extends { _id: string }, T>(rows: D[], limit: number, present: (row: D) => T): Page<T> {
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  return { items: items.map(present), nextCursor: rows.length > limit && last ? encodeCursor(last._id) : null }
}
