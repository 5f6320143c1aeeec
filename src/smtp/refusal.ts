import type { ApiError, ErrorCode } from '../errors.js'

/** A negative reply to a command (RFC 5321 4.2), with an enhanced status code (RFC 3463) in front of its text. */
export class Refusal extends Error {
  override name = 'Refusal'
  /** Where smtp-server looks for the code. */
  readonly responseCode: number

  constructor(responseCode: number, text: string) {
    super(text)
    this.responseCode = responseCode
  }
}

/** Reply lines have at most 512 octets (RFC 5321 4.5.3.1.5), with code and line end. */
const MAX_TEXT_CHARS = 480

/** Codes whose reply differs from the one of their status. */
const REPLY_BY_CODE: Partial<Record<ErrorCode, [number, string]>> = {
  invalid_destination: [550, '5.1.3'],
  recipient_undeliverable: [550, '5.1.2'],
  recipient_suppressed: [550, '5.1.1'],
  test_send_not_configured: [550, '5.7.1'],
}

const REPLY_BY_STATUS: Record<number, [number, string]> = {
  400: [554, '5.6.0'],
  401: [530, '5.7.0'],
  409: [554, '5.6.0'],
  413: [552, '5.3.4'],
  429: [451, '4.7.1'],
  500: [451, '4.3.0'],
  503: [451, '4.3.2'],
}

/**
 * An error of a service as a reply: 4yz if the client should try again later, 5yz if it should not. The text starts with
 * the error's code of the API.
 */
export function refusalOf(error: ApiError): Refusal {
  const [code, status] = REPLY_BY_CODE[error.code] ?? REPLY_BY_STATUS[error.status] ?? [550, '5.7.1']
  return new Refusal(code, asText(`${status} ${error.code}: ${error.message}`))
}

/** A text for a reply line: ASCII, and not too long. */
export function asText(text: string): string {
  const plain = text.replace(/[^\x20-\x7e]+/g, '?')
  return plain.length > MAX_TEXT_CHARS ? `${plain.slice(0, MAX_TEXT_CHARS - 3)}...` : plain
}

/** Ends the session (RFC 5321 4.2.1). */
export const BUSY = new Refusal(421, '4.7.0 Too many connections from your network. Try again later.')
export const NO_SUCH_RECIPIENT = new Refusal(550, '5.1.1 There is no such recipient here.')
export const TOO_MANY_MAILS = new Refusal(450, '4.7.1 Too many mails from your network. Try again in a minute.')
export const OUT_OF_MEMORY_BUDGET = new Refusal(452, '4.3.1 Too much mail is arriving at once. Try again later.')
export const TOO_MANY_RECIPIENTS = new Refusal(
  452,
  '4.5.3 A mail can have at most 50 recipients. Send it again to the others.',
)
export const MALFORMED_RECIPIENT = new Refusal(553, '5.1.3 The address is not valid, like user@example.com.')
export const TOO_MANY_LOGINS = new Refusal(
  454,
  '4.7.0 Too many failed logins from your network. Try again in a minute.',
)
export const BARE_NEWLINE = new Refusal(
  550,
  '5.6.0 The mail has a line that does not end with CR LF (RFC 5321 2.3.8). Send CR and LF only together.',
)
export const EMPTY_MAIL = new Refusal(554, '5.6.0 The mail is empty.')
export const MAIL_LOOP = new Refusal(554, '5.4.6 The mail has passed too many servers: it runs in a circle.')
export const LONG_HEADER = new Refusal(552, '5.3.4 The header of the mail has more than 1 MiB.')
/** Ends the session. */
export const TOO_SLOW = new Refusal(421, '4.4.2 The mail takes too long.')
export const FAILED = new Refusal(451, '4.3.0 An unexpected error. Try again later.')
