import { fieldError } from '../../errors.js'

/*
 * Cursors of lists that are not sorted by id: threads and mails by time, labels by name. Each says what it follows.
 */

const POSITION = /^[0-9a-hjkmnp-tv-z]{20}$/
const BY_TIME = 'm1 '
const BY_NAME = 'l1 '

/** The opaque cursor after a position: see `positionOf`. */
export const encodePosition = (position: string): string => encode(BY_TIME, position)

/**
 * The position that a cursor follows.
 * @throws ApiError `invalid_request` if it is no cursor of these lists.
 */
export function decodePosition(cursor: string): string {
  const position = decode(BY_TIME, cursor)
  if (POSITION.test(position)) return position
  throw badCursor()
}

/** The opaque cursor after a name: see `labelKey`. */
export const encodeName = (nameKey: string): string => encode(BY_NAME, nameKey)

/**
 * The name that a cursor follows.
 * @throws ApiError `invalid_request` if it is no cursor of a list by name.
 */
export const decodeName = (cursor: string): string => decode(BY_NAME, cursor)

const encode = (kind: string, place: string) => Buffer.from(kind + place).toString('base64url')

function decode(kind: string, cursor: string): string {
  const text = Buffer.from(cursor, 'base64url').toString('utf8')
  const place = text.slice(kind.length)
  // Node.js skips what is no base64.
  if (text.startsWith(kind) && encode(kind, place) === cursor) return place
  throw badCursor()
}

const badCursor = () =>
  fieldError(
    'invalid_request',
    'cursor',
    'is not a cursor of this list; pass next_cursor of the previous page unchanged',
  )
