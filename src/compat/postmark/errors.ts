import type { ApiError, ErrorBody, ErrorCode } from '../../errors.js'
import type { AnsweredRequest } from '../common/api.js'

/** Codes of Postmark's API: https://postmarkapp.com/developer/api/overview#error-codes. */
const ERROR_CODES: Partial<Record<ErrorCode, number>> = {
  unauthorized: 10,
  forbidden: 10,
  bound_key: 10,
  rate_limit_exceeded: 429,
  overloaded: 100,
  spend_cap_exceeded: 405,
  account_suspended: 412,
  recipient_suppressed: 406,
  domain_not_verified: 400,
  from_not_verified: 400,
  from_required: 400,
  no_verified_domain: 400,
  batch_too_large: 410,
  template_not_found: 1_101,
  layout_in_use: 1_130,
  invalid_layout: 1_131,
}
/** For what is not found, by the beginning of the path below the prefix. */
const NOT_FOUND_CODES: readonly (readonly [path: string, code: number])[] = [
  ['/messages', 701],
  ['/bounces', 407],
  ['/templates', 1_101],
  ['/domains', 510],
  ['/message-streams', 1_226],
]
const INVALID_EMAIL = 300
const INVALID_FIELDS = 403
/** What Postmark has no code for, because it is not there: not 0, which is a success. */
const OTHER = 1

const PREFIX = '/compat/postmark'

/** An error as Postmark sends it, with our code and the id of the request beside it. */
export function answerError(error: ApiError, request: AnsweredRequest) {
  const route = (request.routeOptions.url ?? '').slice(PREFIX.length)
  const { code, message, details } = error.toBody()
  const body = {
    ...problemOf(error.toBody(), route),
    code,
    request_id: request.id,
    ...(details && { details }),
  }
  return { status: statusOf(error.status, route), body: { ...body, Message: body.Message || message } }
}

/** An error in an answer to a request that has several results. @param route below the prefix of the API. */
export function problemOf({ code, status, message }: ErrorBody, route: string): { ErrorCode: number; Message: string } {
  if (code !== 'recipient_suppressed') {
    return { ErrorCode: errorCodeOf(code, status, route), Message: inTheirWords(code, message) }
  }
  const [recipient] = message.split(' ', 1)
  // The SDK reads the addresses from these words.
  const Message = `You tried to send to a recipient that has been marked as inactive. Found inactive addresses: ${recipient}. Inactive recipients are suppressed: ${message}`
  return { ErrorCode: ERROR_CODES[code]!, Message }
}

/** Fields that sentences name, and what they are there. */
const WORDS: Record<string, string> = {
  body_html: 'HtmlBody',
  body_text: 'TextBody',
  '{{ content }}': '{{{@content}}}',
}
const OUR_WORDS = /\bbody_(?:html|text)\b|\{\{ content \}\}/g

/** A message with the names that fields have there. */
function inTheirWords(code: ErrorCode, message: string): string {
  const theirs = message.replaceAll(OUR_WORDS, (word) => WORDS[word]!)
  // Programs look for these words.
  return code === 'invalid_layout' ? `The layout content placeholder must be present exactly once. ${theirs}` : theirs
}

/** Postmark answers 422 for whatever is wrong with a request, also if it names something that is not there. */
function statusOf(status: number, route: string): number {
  const isRoute = route !== '/*'
  return isRoute && [400, 402, 404, 409, 413].includes(status) ? 422 : status
}

function errorCodeOf(code: ErrorCode, status: number, route: string): number {
  const known = ERROR_CODES[code]
  if (known !== undefined) return known
  if (status === 404) return NOT_FOUND_CODES.find(([path]) => route.startsWith(path))?.[1] ?? OTHER
  if (status >= 500) return OTHER
  return route.startsWith('/email') ? INVALID_EMAIL : INVALID_FIELDS
}
