import { codeOf } from '../../lib/http/network-error.js'
import { domainOf } from '../../lib/mail/addresses.js'

/**
 * What an error of SES means.
 *
 * `mail`: SES will never accept this mail. `rate`: SES throttles the request and will accept it in a moment. `later`:
 * SES or the connection to it has a problem. `operator`: no mail, or none of this sender, gets through until the
 * operator changes something.
 */
export type SesErrorKind = 'mail' | 'rate' | 'later' | 'operator'

/** What the SDK reports about a failed call; any field may be missing. */
interface SesError {
  name?: string
  message?: string
  $metadata?: { httpStatusCode?: number; requestId?: string }
}

/** Kinds by error name: errors of SendEmail, errors common to all AWS APIs, and errors of the SDK itself. */
const KINDS: Record<string, SesErrorKind> = {
  MessageRejected: 'mail',
  BadRequestException: 'mail',
  ValidationException: 'mail',
  RequestEntityTooLargeException: 'mail',

  TooManyRequestsException: 'rate',
  ThrottlingException: 'rate',
  Throttling: 'rate',
  RequestLimitExceeded: 'rate',

  LimitExceededException: 'later',
  InternalServiceErrorException: 'later',
  InternalFailure: 'later',
  ServiceUnavailable: 'later',
  ConcurrentModificationException: 'later',
  RequestExpired: 'later',
  RequestTimeoutException: 'later',
  TimeoutError: 'later',

  AccountSuspendedException: 'operator',
  SendingPausedException: 'operator',
  MailFromDomainNotVerifiedException: 'operator',
  NotFoundException: 'operator',
  AccessDeniedException: 'operator',
  NotAuthorized: 'operator',
  OptInRequired: 'operator',
  UnrecognizedClientException: 'operator',
  InvalidClientTokenId: 'operator',
  InvalidSignatureException: 'operator',
  SignatureDoesNotMatch: 'operator',
  IncompleteSignature: 'operator',
  MissingAuthenticationToken: 'operator',
  MissingAuthenticationTokenException: 'operator',
  ExpiredToken: 'operator',
  ExpiredTokenException: 'operator',
  CredentialsProviderError: 'operator',
  TokenProviderError: 'operator',
}

/** Some errors share the names `MessageRejected` and `BadRequestException` and differ only in their message. */
const QUOTA_WORDS = /daily message quota exceeded/i
const ACCOUNT_WORDS = /sending (is )?(paused|suspended|disabled)|account is (paused|suspended)|configuration set/i
const UNVERIFIED_WORDS = /not verified(?:(?!not verified).)*?failed the check in region [\w-]+:(.*)$/is

const MAX_TEXT_LENGTH = 500

/**
 * What an error means, and so who can do something about it.
 *
 * An unknown error is judged by its HTTP status: 413 is `mail`, 429 is `rate`, 401 and 403 are `operator`. Anything
 * else may be temporary, so the mail waits: losing it because of an unexpected response would be worse.
 *
 * @param sender address in From. SES names the identities that it has not verified. If the sender is among them, the
 *   operator has to set it up. If only recipients are, the SES account is in its sandbox and the mail never leaves.
 */
export function sesErrorKind(error: unknown, sender?: string): SesErrorKind {
  const { name = '', message = '', $metadata } = toSesError(error)
  const kind = KINDS[name] ?? kindOfStatus($metadata?.httpStatusCode)
  if (kind === 'rate' && QUOTA_WORDS.test(message)) return 'later'
  if (kind !== 'mail') return kind
  if (ACCOUNT_WORDS.test(message)) return 'operator'
  const identities = UNVERIFIED_WORDS.exec(message)?.[1]
  return identities && sender && names(identities, sender) ? 'operator' : 'mail'
}

function kindOfStatus(status: number | undefined): SesErrorKind {
  if (status === 413) return 'mail'
  if (status === 429) return 'rate'
  if (status === 401 || status === 403) return 'operator'
  return 'later'
}

/** Whether a list such as `Name <a@b.example>, b.example` contains the sender or the sender's domain. */
function names(identities: string, sender: string): boolean {
  const known = new Set(identities.toLowerCase().split(/[\s,<>]+/))
  const email = sender.toLowerCase()
  return known.has(email) || known.has(domainOf(email))
}

/**
 * The error text for a message's timeline. Errors about the mail keep SES's message. Errors about the operator's
 * account show only their name, because their messages mention users, roles and keys.
 */
export function sesErrorText(error: unknown, kind: SesErrorKind): string {
  const { name, message, $metadata } = toSesError(error)
  if (kind === 'operator') return `Amazon SES cannot be used: ${name}`
  if ($metadata?.httpStatusCode === undefined) {
    // The SDK calls a broken connection a time-out, too.
    const code = codeOf(error) || name
    return code === 'ETIMEDOUT' ? 'Amazon SES: no response in time' : `Amazon SES cannot be reached: ${code}`
  }
  return clean(`Amazon SES: ${message && message !== 'UnknownError' ? message : name}`)
}

/** The error text for the operator: with SES's message, without keys. */
export function sesErrorDetails(error: unknown): { error: string; status?: number; requestId?: string } {
  const { name, message = '', $metadata } = toSesError(error)
  // The SDK quotes the command line of a credential process that fails.
  const words = message.replace(/^Command failed:.*$/s, 'the credential process failed') || codeOf(error)
  return {
    error: clean(`${name}: ${words}`),
    ...($metadata?.httpStatusCode !== undefined && { status: $metadata.httpStatusCode }),
    ...($metadata?.requestId !== undefined && { requestId: $metadata.requestId }),
  }
}

function clean(text: string): string {
  return text
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .replace(/\b(AKIA|ASIA)[A-Z0-9]{12,}\b/g, '$1…')
    .trim()
    .slice(0, MAX_TEXT_LENGTH)
}

function toSesError(error: unknown): SesError {
  return typeof error === 'object' && error !== null ? error : {}
}
