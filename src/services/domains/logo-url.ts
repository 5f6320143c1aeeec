import { type ApiError, fieldErrors } from '../../errors.js'
import { BAD_PORT, isHttpPort } from '../../lib/http/endpoint-url.js'
import type { GuardedHttp } from '../../lib/http/guarded-http.js'
import { MAX_LOGO_BYTES } from './logo-file.js'
import { checkSvgTinyPs } from './svg-tiny-ps.js'

/** Time-out for fetching a logo, in ms. */
const FETCH_TIMEOUT_MS = 4_000

/**
 * Checks the text of a logo URL. Characters that would break the DNS record, or need another notation there, are
 * refused: commas and semicolons, which BIMI wants percent-encoded.
 * @throws ApiError `invalid_request` naming `logo_url`.
 */
export function assertLogoUrl(url: string): void {
  if (!/^https:\/\//i.test(url) || !URL.canParse(url))
    throw badUrl('must be an https URL, like https://example.com/logo.svg')
  const { username, password, port } = new URL(url)
  if (username !== '' || password !== '') throw badUrl('must not contain credentials')
  if (/[,;]/.test(url)) throw badUrl('must not contain commas or semicolons; write %2C and %3B instead')
  if (!/^[!#-[\]-~]+$/.test(url)) throw badUrl('must be ASCII without spaces, quotes and backslashes')
  if (!isHttpPort(port)) throw badUrl(BAD_PORT)
}

/**
 * Checks the file at a URL against the profile. If it cannot be fetched, the URL is accepted: the file may be published
 * later, like the DNS record. Mailbox providers look at both when a mail arrives.
 * @throws ApiError `invalid_request` naming `logo_url` if the file is not a valid logo, or nobody could ever fetch it.
 */
export async function assertLogoAt(http: Pick<GuardedHttp, 'get'>, url: string): Promise<void> {
  const headers = { accept: 'image/svg+xml', 'accept-encoding': 'identity', 'user-agent': 'postline' }
  const limits = { timeoutMs: FETCH_TIMEOUT_MS, maxBytes: MAX_LOGO_BYTES }
  const { status, error, refused, contentEncoding, body, tooLong } = await http.get(url, headers, limits)
  if (refused) throw badUrl('must be on a public address')
  if (status !== 200 || error !== null) return
  if (tooLong) throw badUrl('leads to a file of more than 1 MiB')
  if (!['', 'identity'].includes(contentEncoding) || isGzip(body)) return
  const problems = await checkSvgTinyPs(body)
  if (problems.length > 0) throw badUrl(...problems.map((problem) => `the file there is not SVG Tiny PS: ${problem}`))
}

/** Logos may be compressed (`.svgz`); these are not checked. */
const isGzip = (bytes: Buffer) => bytes[0] === 0x1f && bytes[1] === 0x8b

/** The error for a bad logo URL. */
export function badUrl(...messages: string[]): ApiError {
  return fieldErrors(
    'invalid_request',
    messages.map((message) => ({ path: 'logo_url', message })),
  )
}
