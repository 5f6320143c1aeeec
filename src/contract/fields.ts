import { z } from 'zod'
import { ID_PREFIXES, type IdKind, isId } from '../ids.js'
import { parseAddress } from '../lib/mail/addresses.js'

/** JSON schemas for inputs whose own schema describes how they are parsed instead of what is expected. */
export const documentedAs = z.registry<Record<string, unknown>>()

/** An optional field: null and absent mean the same. */
export const optional = <S extends z.ZodType>(schema: S) =>
  schema
    .nullish()
    .transform((value) => value ?? undefined)
    // Again, for the output type: the key may be missing there too.
    .optional()

/**
 * Validates at most one item more than the limit of a list or an object. Larger ones are refused anyway, and reporting
 * a million problems would block other requests.
 */
export const cutAbove = <S extends z.ZodType>(limit: number, schema: S) =>
  z.preprocess((value: z.input<S>): unknown => {
    if (Array.isArray(value)) return value.length > limit ? value.slice(0, limit + 1) : value
    return typeof value === 'object' && value !== null ? firstFields(value, limit + 1) : value
  }, schema)

function firstFields(object: object, count: number): object {
  const first: Record<string, unknown> = {}
  let taken = 0
  for (const name in object) {
    if (taken === count) return first
    first[name] = (object as Record<string, unknown>)[name]
    taken += 1
  }
  return object
}

/** Limits the length of a text. Nothing else is checked in a longer one, because that takes long for megabytes. */
export const atMostChars = (max: number) =>
  [max, { error: `must have at most ${max.toLocaleString('en-US')} characters`, abort: true }] as const

/** For names that mail programs show: they write encoded words themselves. */
export const NO_ENCODED_WORD = 'must not contain an encoded word, like =?utf-8?q?name?=: write the name itself'

/** Refuses what has no text form in UTF-8, so that a text is stored as it came. */
export const validUnicode = [
  (text: string) => !/\p{Cs}/u.test(text),
  'must be valid Unicode, without unpaired surrogates',
] as const

/** A timestamp in a response: RFC 3339, UTC, with milliseconds. */
export const timestamp = () => z.iso.datetime({ precision: 3 })

const NO_INSTANT = 'must be an RFC 3339 timestamp, like 2026-11-21T09:00:00Z'
const MAX_INSTANT_CHARS = 64

/** A timestamp in a request: RFC 3339 with any offset. */
export const instant = () =>
  z
    .string(NO_INSTANT)
    .max(MAX_INSTANT_CHARS, { error: NO_INSTANT, abort: true })
    .toUpperCase()
    .datetime({ offset: true, error: NO_INSTANT })
    .transform((text) => new Date(text))

/** Whether a text has no control characters, such as line breaks. */
export const noControl = (text: string): boolean => !/\p{Cc}/u.test(text)

/** An id in a response. */
export const id = (kind: IdKind) =>
  // The documentation shows only the prefix.
  z
    .string()
    .refine((text) => isId(kind, text))
    .meta({ pattern: `^${ID_PREFIXES[kind]}` })

/** An id in a request. Any string is allowed: an impossible id is unknown, which is a 404 and not a 400. */
export const idParam = () => z.string()

const clamp =
  <F>(low: number, high: number, fallback: F) =>
  (value: unknown): number | F => {
    const number =
      typeof value === 'number' || (typeof value === 'string' && value.trim() !== '') ? Number(value) : Number.NaN
    return Number.isNaN(number) ? fallback : Math.min(high, Math.max(low, Math.trunc(number)))
  }

const clamped = <F>(max: number, fallback: F) =>
  z
    .union([z.string(), z.number()])
    .nullish()
    .catch(null)
    .transform(clamp(1, max, fallback))

/** A size of something that a request may leave out: clamped, never an error. Undefined if it is left out. */
export const optionalLimit = (max = 100) => clamped(max, undefined).register(documentedAs, { type: 'integer' })

/** A page size: clamped, never an error. */
export const pageLimit = ({ max = 100, fallback = 50 } = {}) =>
  clamped(max, fallback).register(documentedAs, {
    type: 'integer',
    // Without bounds: generated clients would refuse values that are only clamped.
    default: fallback,
    description: `Size of the page: 1 to ${max.toLocaleString('en-US')}. Values out of range are clamped.`,
  })

const FLAG_WORDS = new Map<unknown, boolean>([
  ['true', true],
  ['false', false],
])

/** A boolean that REST reads from a query string. */
export const queryFlag = () =>
  optional(
    z.preprocess((value: boolean): unknown => FLAG_WORDS.get(value) ?? value, z.boolean('must be true or false')),
  )

/** The opaque `next_cursor` of the previous page. */
export const pageCursor = () =>
  optional(z.string().min(1, 'must be the next_cursor of the previous page, or left out').max(512)).meta({
    description: 'The `next_cursor` of the previous page. Keep all filters the same.',
  })

/** The cursor in a list response. */
export const nextCursor = () =>
  z.string().nullable().meta({
    description:
      'The cursor of the next page; null on the last page. A page of a search, or with several filters, may be short, or even empty, while it is set.',
  })

/** What of a search may mean something else than its writer thinks. */
export const searchHints = () =>
  z.array(z.string()).meta({
    description: 'For people: parts of the search that are not operators and were searched as words, like `foo:bar`.',
  })

/** An error in an envelope and in failed batch items. */
export const ErrorBody = z
  .object({
    code: z.string().meta({ description: 'Branch on this. Treat an unknown code like its status class.' }),
    message: z.string().meta({ description: 'For people. The wording may change.' }),
    status: z.int().meta({ description: 'The HTTP status.' }),
    details: z
      .array(
        z.object({
          path: z
            .string()
            .meta({ description: 'The field, like `payload.subject`; over REST, `body` is the whole body.' }),
          message: z.string().meta({ description: 'What it must be.' }),
        }),
      )
      .optional()
      .meta({ description: 'The invalid fields, if the request does not match its schema.' }),
  })
  .meta({ id: 'ErrorBody' })

/** The same as problem details (RFC 9457). */
export const Problem = ErrorBody.omit({ message: true })
  .extend({
    type: z.string().meta({
      description: 'Identifies the code, like `urn:postline:error:not_found`. It is not the address of a page.',
    }),
    title: z.string().meta({ description: 'What the code means.' }),
    detail: z.string().meta({ description: 'What is wrong with this request, for people. The wording may change.' }),
    instance: z
      .string()
      .meta({ description: 'Identifies the request: `urn:postline:request:` and its `X-Request-Id`.' }),
  })
  .meta({ id: 'Problem' })

/** An empty input. */
export const NoFields = z.strictObject({})

/** An empty output. */
export const Nothing = z.null()

/** A confirmation message. */
export const Confirmation = z.object({ message: z.string() })

/** Input with an id. */
export const ById = z.strictObject({ id: idParam() })

/** A request for a page. */
export const PageRequest = z.strictObject({ limit: pageLimit(), cursor: pageCursor() })
export type PageRequest = z.output<typeof PageRequest>

/** A request for a page of related items. */
export const PageById = ById.extend(PageRequest.shape)

/** An email address, and nothing else. */
export const wholeAddress = () =>
  z.string().refine((text) => parseAddress(text) !== null, 'must be an address, like ada@example.com')
