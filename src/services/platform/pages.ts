import type { mongo } from 'mongoose'
import type { PageRequest } from '../../contract/fields.js'
import { fieldError } from '../../errors.js'
import { type IdKind, isId } from '../../ids.js'

/** A page of a list, newest first. */
export interface Page<T> {
  items: T[]
  /** For each item the cursor of a page that begins after it. */
  cursors: string[]
  /** Null on the last page. A sparse page ends beyond its last item. */
  nextCursor: string | null
  /** Counts the whole list, up to one more than {@link MAX_COUNT}. Absent for a search, which only looks as far as it must. */
  count?: (() => Promise<number>) | undefined
}

/** Most items of a list that are counted. */
export const MAX_COUNT = 10_000
/** What a count is given: as far as it goes, and for how long. */
export const COUNT_OPTIONS = { limit: MAX_COUNT + 1, maxTimeMS: 5_000 } as const

/** A list and the places in it: cursors of another list are refused. */
export interface List {
  /** Without spaces. */
  name: string
  isPlace: (text: string) => boolean
}

/** A list that is sorted by the ids of its items: of all of an account, or of those of a parent. */
export function listById(kind: IdKind, parentId?: string): List {
  return { name: parentId === undefined ? kind : `${kind}/${parentId}`, isPlace: (text) => isId(kind, text) }
}

/** Rows of a collection. */
export interface ListQuery<D extends { _id: string }> {
  collection: mongo.Collection<D>
  filter: mongo.Filter<D>
  options?: mongo.FindOptions
}

/**
 * Reads a page of the rows that are found, newest first: ids sort by time.
 * @throws ApiError `invalid_request` if the cursor is from another list.
 */
export async function newestFirst<D extends { _id: string }, T, R extends { _id: string } = D>(
  { collection, filter, options }: ListQuery<D>,
  given: IdKind | List,
  { limit, cursor }: PageRequest,
  present: (row: R) => T,
): Promise<Page<T>> {
  const list = typeof given === 'string' ? listById(given) : given
  const after = cursor ? { $and: [filter, { _id: { $lt: decodeCursor(list, cursor) } }] } : filter
  const rows = await collection
    .find<R>(after as mongo.Filter<D>, options)
    .sort({ _id: -1 })
    .limit(limit + 1)
    .toArray()
  const count = () => collection.countDocuments(filter, { ...hintOf(options), ...COUNT_OPTIONS })
  return { ...toPage(list, rows, limit, present), count }
}

const hintOf = (options?: mongo.FindOptions) => (options?.hint ? { hint: options.hint } : {})

/** The opaque cursor after a place of a list. */
export function encodeCursor({ name }: List, place: string): string {
  return Buffer.from(`v2 ${name} ${place}`).toString('base64url')
}

/**
 * The place that a cursor follows.
 * @throws ApiError `invalid_request` if it is not a cursor of this list.
 */
export function decodeCursor(list: List, cursor: string): string {
  const place = placeIn(list, cursor)
  if (place !== null) return place
  const message = 'is not a cursor of this list; pass next_cursor of the previous page unchanged'
  throw fieldError('invalid_request', 'cursor', message)
}

/** The place that a cursor follows; null if it is not a cursor of this list. */
export function placeIn(list: List, cursor: string): string | null {
  const text = Buffer.from(cursor, 'base64url').toString('utf8')
  const place = text.slice(`v2 ${list.name} `.length)
  // Node.js skips what is no base64.
  return encodeCursor(list, place) === cursor && list.isPlace(place) ? place : null
}

/**
 * The place that a cursor follows in each of several lists.
 * @throws ApiError `invalid_request` if it is not a cursor of all of them.
 */
export function decodeSharedCursor(lists: readonly List[], cursor: string): string {
  const places = lists.map((list) => decodeCursor(list, cursor))
  return places[0] ?? ''
}

/** Makes a page of a list by id from rows, of which one more was read than the page holds. */
export const toPage = <D extends { _id: string }, T>(
  list: List,
  rows: readonly D[],
  limit: number,
  present: (row: D) => T,
): Page<T> => toPageBy(({ _id }) => _id, list, rows, limit, present)

/**
 * The same for any list.
 * @param placeOf the place of a row in the list.
 */
export function toPageBy<D, T>(
  placeOf: (row: D) => string,
  list: List,
  rows: readonly D[],
  limit: number,
  present: (row: D) => T,
): Page<T> {
  const shown = rows.slice(0, limit)
  const cursors = shown.map((row) => encodeCursor(list, placeOf(row)))
  return { items: shown.map(present), cursors, nextCursor: rows.length > limit ? (cursors.at(-1) ?? null) : null }
}

/** A page without items. */
export const emptyPage = <T>(): Page<T> => ({ items: [], cursors: [], nextCursor: null, count: async () => 0 })
