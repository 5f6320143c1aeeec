import { setTimeout as delay } from 'node:timers/promises'
import type { SESv2, SendEmailCommandInput } from '@aws-sdk/client-sesv2'
import { type Clock, systemClock } from '../../clock.js'
import { InFlight } from '../../lib/concurrency/in-flight.js'
import { retryDelayMs } from '../../lib/concurrency/retry-schedule.js'
import { withFallback } from '../../lib/concurrency/time-limit.js'
import { toError } from '../../lib/errors/unknown-error.js'
import type { Mailbox } from '../../lib/mail/addresses.js'
import { composeMime, refusalOf } from '../mail/compose-mime.js'
import { type MailTransport, type OutgoingMail, type SendResult, TIMED_OUT } from '../mail/mail-transport.js'
import { MESSAGE_TAG } from './notification.js'
import { SesAnswerError, SesApi, type SesOptions } from './ses-api.js'
import { sesErrorDetails, sesErrorKind, sesErrorText } from './ses-errors.js'

export interface SesTransportOptions extends Pick<SesOptions, 'region' | 'endpoint' | 'credentials' | 'log'> {
  /** Configuration set that publishes the events of every mail. */
  configurationSet?: string
  /** How long the caller waits for a send, in ms. A request never takes longer. */
  timeoutMs?: number
  clock?: Clock
}

const CONCURRENCY = 64
/** What SES allows as the value of a tag. */
const TAG_VALUE = /^[A-Za-z0-9_-]{1,256}$/
/** Delay before a throttled mail is offered again, in ms; it doubles up to a maximum. */
const RATE_DELAY = { baseMs: 200, jitter: 0.5 }
const MAX_RATE_DELAYS_DOUBLED = 4

/**
 * Hands mail to Amazon SES through its API (v2), as our own MIME with every recipient named explicitly.
 *
 * Each mail carries the tags `message_id` and `account_id`, so that events find their message even if SES's response
 * was lost. SES signs with DKIM and replaces our Message-ID with its own. A mail that exceeds the account's sending
 * rate is offered again for half of its time-out, so the workers adapt to the rate that SES allows.
 */
export function createSesTransport(options: SesTransportOptions): MailTransport {
  const { region, configurationSet, log, timeoutMs = 30_000, clock = systemClock } = options
  const api = new SesApi({ ...options, maxSockets: CONCURRENCY, timeoutMs })
  const inFlight = new InFlight()
  let closing: Promise<void> | null = null

  const handOver = async (mail: OutgoingMail, signal: AbortSignal): Promise<SendResult> => {
    const mime = await composeMime(mail).catch(refusalOf)
    if (!Buffer.isBuffer(mime)) return mime
    const request = toRequest(mail, mime, configurationSet)
    const offerUntil = performance.now() + timeoutMs / 2
    for (let attempt = 1; ; attempt += 1) {
      // Composing and waiting took time; do not start a request that is already too late.
      if (signal.aborted) return TIMED_OUT
      const result = await offer(request, mail, signal)
      if (result !== 'rate') return result
      const doubled = Math.min(attempt, MAX_RATE_DELAYS_DOUBLED)
      const waitMs = retryDelayMs(doubled, { ...RATE_DELAY, random: clock.random })
      if (performance.now() + waitMs > offerUntil) {
        return { outcome: 'deferred', error: 'Amazon SES: the sending rate of the account is exceeded' }
      }
      await delay(waitMs, undefined, { signal }).catch(() => undefined)
    }
  }

  /** Makes one request and interprets the response; `rate` if the same request may succeed in a moment. */
  const offer = async (
    request: SendEmailCommandInput,
    { messageId, from }: OutgoingMail,
    signal: AbortSignal,
  ): Promise<SendResult | 'rate'> => {
    try {
      const { MessageId } = await (await api.client()).sendEmail(request, { abortSignal: signal })
      if (!MessageId) throw new SesAnswerError('SES responded without a message id')
      return { outcome: 'accepted', providerMessageId: MessageId }
    } catch (error) {
      if (signal.aborted) return TIMED_OUT
      const kind = sesErrorKind(error, from.email)
      if (kind === 'rate') return 'rate'
      const level = kind === 'operator' ? 'error' : 'warn'
      log[level]({ messageId, kind, ...sesErrorDetails(error) }, 'SES hand-over failed')
      return { outcome: kind === 'mail' ? 'refused' : 'deferred', error: sesErrorText(error, kind) }
    }
  }

  return {
    name: 'ses',
    concurrency: CONCURRENCY,
    async send(mail, { signal }) {
      if (closing) return { outcome: 'deferred', error: 'the mail provider is closed' }
      return inFlight.track(withFallback({ signal }, handOver(mail, signal), () => TIMED_OUT))
    },
    async check() {
      const problem = await findProblem(await api.client(), configurationSet).catch(
        (error) => sesErrorDetails(error).error,
      )
      if (problem) throw new Error(`Amazon SES in ${region} cannot be used: ${problem}`)
    },
    async restriction() {
      const { ProductionAccessEnabled } = await (await api.client()).getAccount({})
      return ProductionAccessEnabled === false
        ? `the account is in the sandbox of Amazon SES in ${region}: mail goes only to addresses and domains that are verified there`
        : null
    },
    close() {
      closing ??= inFlight.settled().then(() => api.close())
      return closing
    },
  }
}

function toRequest(mail: OutgoingMail, mime: Buffer, configurationSet: string | undefined): SendEmailCommandInput {
  const named = new Set<string>()
  const once = (mailboxes: Mailbox[]): string[] => {
    const fresh = mailboxes
      .map(({ email }) => email)
      .filter((email, at, all) => !named.has(email) && all.indexOf(email) === at)
    for (const email of fresh) named.add(email)
    return fresh
  }
  const tags = { [MESSAGE_TAG]: mail.messageId, account_id: mail.accountId }
  return {
    FromEmailAddress: mail.from.email,
    Destination: { ToAddresses: once(mail.to), CcAddresses: once(mail.cc), BccAddresses: once(mail.bcc) },
    Content: { Raw: { Data: mime } },
    EmailTags: Object.entries(tags)
      .filter(([, value]) => TAG_VALUE.test(value))
      .map(([Name, Value]) => ({ Name, Value })),
    ...(configurationSet && { ConfigurationSetName: configurationSet }),
  }
}

/** Why the account cannot send, in words; null if it can. */
async function findProblem(client: SESv2, configurationSet: string | undefined): Promise<string | null> {
  const { SendingEnabled, EnforcementStatus } = await client.getAccount({})
  if (EnforcementStatus === 'SHUTDOWN') return 'AWS has shut the account down for sending (see the SES console)'
  if (SendingEnabled === false) return 'sending is paused for the account (see the SES console)'
  if (!configurationSet) return null
  try {
    await client.getConfigurationSet({ ConfigurationSetName: configurationSet })
    return null
  } catch (error) {
    if (toError(error).name !== 'NotFoundException') throw error
    return `there is no configuration set ${configurationSet} in this region (SES_CONFIGURATION_SET)`
  }
}
