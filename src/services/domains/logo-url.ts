import { ApiError } from '../../errors.js'
import type { GuardedHttp } from '../../lib/guarded-http.js'
import { MAX_LOGO_BYTES } from './logo-file.js'
import { checkSvgTinyPs } from './svg-tiny-ps.js'

/** Time that the server of a logo has, in ms. */
const FETCH_TIMEOUT_MS = 4_000

/**
 * Checks the address of a logo as far as it can be seen from the text. What would end the value in a DNS record, or would
 * have to be written in another way there, is refused too: commas and semicolons, which BIMI wants percent-encoded.
 * @throws ApiError `invalid_request` naming `logo_url`.
 */
export function assertLogoUrl(url: string): void {
  if (!/^https:\/\//i.test(url) || !URL.canParse(url))
    throw badUrl('must be an https URL, like https://example.com/logo.svg')
  const { username, password } = new URL(url)
  if (username !== '' || password !== '') throw badUrl('must not contain credentials')
  if (/[,;]/.test(url)) throw badUrl('must not contain commas and semicolons; write %2C and %3B instead')
  if (!/^[!#-[\]-~]+$/.test(url)) throw badUrl('must be written in ASCII, without blanks, quotes and backslashes')
}

/**
 * Holds the file at an address against the profile. A file that cannot be had now is no reason to refuse its address:
 * it may be put there later, as the DNS record is. Mailbox providers look at both when a mail comes in.
 * @throws ApiError `invalid_request` naming `logo_url`, when what is there is no logo, or nobody can ever fetch it.
 */
export async function assertLogoAt(http: Pick<GuardedHttp, 'get'>, url: string): Promise<void> {
  const headers = { accept: 'image/svg+xml', 'accept-encoding': 'identity', 'user-agent': 'postline' }
  const limits = { timeoutMs: FETCH_TIMEOUT_MS, maxBytes: MAX_LOGO_BYTES }
  const { status, error, refused, contentEncoding, body, tooLong } = await http.get(url, headers, limits)
  if (refused) throw badUrl('must lead to an address that is public')
  if (status !== 200 || error !== null) return
  if (tooLong) throw badUrl('leads to a file of more than 1 MiB')
  if (!['', 'identity'].includes(contentEncoding) || isGzip(body)) return
  const problems = await checkSvgTinyPs(body)
  if (problems.length > 0) throw badUrl(...problems.map((problem) => `the file there is no SVG Tiny PS: ${problem}`))
}

/** Logos may be compressed (`.svgz`); what they hold then is not looked at. */
const isGzip = (bytes: Buffer) => bytes[0] === 0x1f && bytes[1] === 0x8b

/** An address that is none of a logo, and why. */
export function badUrl(...messages: string[]): ApiError {
  const details = messages.map((message) => ({ path: 'logo_url', message }))
  return new ApiError('invalid_request', details.map((one) => `logo_url: ${one.message}`).join('; '), { details })
}
