import { z } from 'zod'
import { ErrorBody, Problem } from '../../contract/fields.js'
import { ERROR_TABLE, type ErrorCode } from '../../errors.js'
import { PROBLEM_TYPE } from '../../http/problem.js'
import type { JsonObject } from './json.js'
import type { SchemaBook } from './schema-book.js'

const ErrorEnvelope = z.object({ error: ErrorBody }).meta({ id: 'Error' })

const header = (description: string, schema: JsonObject, more: JsonObject = {}): JsonObject => ({
  description,
  ...more,
  schema,
})
const count: JsonObject = { type: 'integer', minimum: 0 }

/** Response headers, as components. */
export const headerComponents: JsonObject = {
  RequestId: header(
    'Identifies the request in logs; your own value if you sent one.',
    { type: 'string' },
    { required: true },
  ),
  RateLimitLimit: header('Requests allowed in a second.', count),
  RateLimitRemaining: header('Requests left after this one.', count),
  RateLimitReset: header('When the window is empty again, in Unix seconds.', count),
  RateLimitPolicy: header(
    'The limit as in draft-ietf-httpapi-ratelimit-headers: its name, `account` or, without a valid key, `address`; the requests (`q`); and the seconds (`w`).',
    { type: 'string' },
    { example: '"account";q=10;w=1' },
  ),
  RateLimit: header(
    'What is left of it: requests (`r`), and the seconds until all are free again (`t`).',
    { type: 'string' },
    { example: '"account";r=9;t=1' },
  ),
  IdempotentReplayed: header(
    '`true` if an earlier request with the same idempotency key and body got this response first; otherwise absent. Also with an error that is repeated.',
    { type: 'string', const: 'true' },
  ),
  WwwAuthenticate: header('The scheme to authenticate with.', { type: 'string', const: 'Bearer' }),
  RetryAfter: header('Seconds to wait before the next request.', count),
}

const headerRef = (name: string): JsonObject => ({ $ref: `#/components/headers/${name}` })

/** Headers of every response. */
export const requestIdHeader = (): JsonObject => ({ 'X-Request-Id': headerRef('RequestId') })

/** Headers of responses to counted requests. Absent if the deployment sets no limit. */
export const countedHeaders = (): JsonObject => ({
  ...requestIdHeader(),
  'X-RateLimit-Limit': headerRef('RateLimitLimit'),
  'X-RateLimit-Remaining': headerRef('RateLimitRemaining'),
  'X-RateLimit-Reset': headerRef('RateLimitReset'),
  'RateLimit-Policy': headerRef('RateLimitPolicy'),
  RateLimit: headerRef('RateLimit'),
})

/** The header of responses to repeated requests. */
export const replayHeader = (): JsonObject => ({ 'Idempotent-Replayed': headerRef('IdempotentReplayed') })

/** The error responses of operations. Common ones are written once, as components. */
export class ErrorResponses {
  readonly #book: SchemaBook
  readonly #components = new Map<string, JsonObject>()

  constructor(book: SchemaBook) {
    this.#book = book
  }

  /**
   * Responses for error codes: one for each status, with its codes.
   * @param with422 codes that are also given with status 422, which is not their usual one.
   */
  of(codes: readonly ErrorCode[], with422: readonly ErrorCode[] = []): JsonObject {
    const answers = byStatus(codes, with422).map(([status, own]) => [status, this.#answer(status, own)])
    return Object.fromEntries(answers)
  }

  /** The same for routes that return a page to people and the error envelope to programs. */
  ofPages(codes: readonly ErrorCode[]): JsonObject {
    const answers = byStatus(codes).map(([status, ofStatus]) => {
      const { content, ...answer } = errorResponse(this.#book, status, ofStatus)
      return [status, { ...answer, content: { 'text/html': {}, ...(content as JsonObject) } }]
    })
    return Object.fromEntries(answers)
  }

  /** The shared responses so far, in alphabetical order. */
  components(): JsonObject {
    return Object.fromEntries([...this.#components].sort(([a], [b]) => (a < b ? -1 : 1)))
  }

  #answer(status: number, codes: ErrorCode[]): JsonObject {
    if (codes.length > MAX_SHARED_CODES) return errorResponse(this.#book, status, codes)
    const isUsual = codes.every((code) => ERROR_TABLE[code].status === status)
    const name = `${codes.map(toPascalCase).join('Or')}${isUsual ? '' : status}`
    if (!this.#components.has(name)) this.#components.set(name, errorResponse(this.#book, status, codes))
    return { $ref: `#/components/responses/${name}` }
  }
}

function byStatus(codes: readonly ErrorCode[], with422: readonly ErrorCode[] = []): [number, ErrorCode[]][] {
  const groups = new Map<number, ErrorCode[]>()
  const put = (status: number, code: ErrorCode) => groups.set(status, [...(groups.get(status) ?? []), code])
  for (const code of new Set(codes)) put(ERROR_TABLE[code].status, code)
  for (const code of with422) put(422, code)
  return [...groups]
}

/** Responses with more codes than this are not shared. */
const MAX_SHARED_CODES = 2

const toPascalCase = (code: string) => code.replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())

function errorResponse(book: SchemaBook, status: number, codes: ErrorCode[]): JsonObject {
  return {
    description: codes.map((code) => `- \`${code}\`: ${ERROR_TABLE[code].message}`).join('\n'),
    headers: {
      ...countedHeaders(),
      ...(codes.includes('idempotency_key_reused') && replayHeader()),
      ...(status === 401 && { 'WWW-Authenticate': headerRef('WwwAuthenticate') }),
      ...((status === 429 || status === 503) && { 'Retry-After': headerRef('RetryAfter') }),
    },
    content: {
      'application/json': {
        // One schema for all, so that generated clients have one class for errors; the codes are in the examples.
        schema: book.output(ErrorEnvelope),
        examples: Object.fromEntries(codes.map((code) => [code, { value: { error: exampleError(code, status) } }])),
      },
      [PROBLEM_TYPE]: { schema: book.output(Problem) },
    },
  }
}

function exampleError(code: ErrorCode, status: number): JsonObject {
  return { code, message: ERROR_TABLE[code].message, status }
}
