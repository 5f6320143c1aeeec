import type { KeyScope } from '../contract/api-keys.js'
import { ApiError, fieldError } from '../errors.js'
import { domainOf, normalizeAddress } from '../lib/mail/addresses.js'
import type { SendingPauseDoc } from '../models/account.js'
import type { Revisions } from '../models/revisions.js'
import type { Plan } from '../plan-names.js'

/** Where a request comes from. */
export interface Client {
  /** The address, from `clientAddress`. */
  address: string
  /** The User-Agent header; null if there is none. Whatever the client claims. */
  userAgent: string | null
  /** The header `traceparent`, if there is one: the trace of the caller. */
  traceparent?: string | undefined
}

/** An authenticated caller: the account and the key. */
export interface Caller {
  accountId: string
  ownerEmail: string
  plan: Plan | null
  suspended: boolean
  /** Why the account may not send live mail; null if it may. */
  sendingPause: SendingPauseDoc | null
  /** Those of the account, which was read before anything else. */
  revisions: Revisions
  keyId: string
  /** The browser session that the caller uses; null for a caller who sends the key. */
  sessionId: string | null
  /** SHA-256 of the key's secret; changes with a rotation. */
  keyHash: string
  scope: KeyScope
  testMode: boolean
  /** The inboxes that the key is bound to: it sees and answers only their mail. Null for a key that is not bound. */
  inboxIds: readonly string[] | null
  /** The normalized addresses and the domains that the key may write to; null for everybody. */
  sendTo: readonly string[] | null
  /** Where the request comes from; null for a caller who did not come by HTTP. */
  client: Client | null
}

/** Who changes something: the account and mode limit what that can affect. A live key and an operator change both modes. */
export type Principal = Pick<Caller, 'accountId' | 'testMode'>

/** An operator at the command line. */
export const operatorOf = (accountId: string): Principal => ({ accountId, testMode: false })

/** The mode of what a key makes: absent for a live key. What a test key makes acts on test mail alone. */
export const modeOf = ({ testMode }: Pick<Principal, 'testMode'>): { test_mode?: true } =>
  testMode ? { test_mode: true } : {}

/**
 * The objects that a key may change, as a filter: to a test key, live ones are missing. A live key changes both. For objects
 * with a mode: messages, broadcasts, webhooks and inbound routes.
 */
export const writableBy = ({ accountId, testMode }: Principal) => ({
  account_id: accountId,
  ...(testMode && { test_mode: true as const }),
})

/**
 * Separates test keys from live ones: a test key cannot affect live keys or spending.
 * @param action the refused action, like `revoke a live key`.
 * @param advice what to do instead.
 * @throws ApiError `forbidden` for a test key.
 */
export function assertLiveKey(
  { testMode }: Pick<Principal, 'testMode'>,
  action: string,
  advice = 'Use a live key.',
): void {
  if (testMode) throw new ApiError('forbidden', `A test key cannot ${action}. ${advice}`)
}

/**
 * Keeps a key to the recipients that it may write to. A domain allows its addresses, not those of its subdomains.
 * @param recipients valid addresses, each with the field that names it.
 * @throws ApiError `recipient_not_allowed`, naming the field and the address of the first other recipient.
 */
export function assertMayWriteTo(
  { sendTo }: Pick<Caller, 'sendTo'>,
  recipients: readonly { path: string; email: string }[],
): void {
  if (!sendTo) return
  const allowed = new Set(sendTo)
  for (const { path, email } of recipients) {
    const address = normalizeAddress(email)
    if (!allowed.has(address) && !allowed.has(domainOf(address))) {
      throw fieldError('recipient_not_allowed', path, `has ${email}, which is not in send_to of the key`)
    }
  }
}
