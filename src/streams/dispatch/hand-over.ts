import type { Clock } from '../../clock.js'
import { idTime } from '../../ids.js'
import { retryDelayMs } from '../../lib/concurrency/retry-schedule.js'
import { afterTime } from '../../lib/concurrency/time-limit.js'
import { domainOf } from '../../lib/mail/addresses.js'
import type { Metrics } from '../../metrics/metrics.js'
import type { DispatchedMessage, MailContent } from '../../models/message.js'
import type { MailTransport, OutgoingMail, SendResult } from '../../providers/mail/mail-transport.js'
import type { BounceAddresses } from '../../services/receiving/bounces/bounce-addresses.js'
import type { WorkerEvent } from '../../services/tracking/events/worker-events.js'
import type { Sender } from './sender-look-up.js'
import { type SimulatedEvent, simulatedEvents } from './simulate.js'

/** The result of a hand-over: events for the timeline, or a later retry. */
export type HandOver =
  /** `unknownRecipients` have no mailbox, according to the provider. */
  { events: WorkerEvent[]; unknownRecipients?: string[] } | { retryAt: Date; error: string; firstAttemptAt: Date }

/** How long deferred mail is retried, from the first attempt. */
const RETRY_WINDOW_MS = 4 * 3_600_000
/** Longest delay between attempts. */
const MAX_RETRY_DELAY_MS = 15 * 60_000

/** Simulates a send with a test key, without a provider. */
export function simulateHandOver(
  message: DispatchedMessage,
  content: MailContent,
  { clock, metrics }: { clock: Clock; metrics: Metrics },
): HandOver {
  const at = clock.now()
  metrics.handedOver('simulated', 'accepted')
  metrics.sent('test', waitedSeconds(message, at))
  const providerMessageId = `sim_${message._id}`
  const outcome = (recipient: string) => simulatedEvents({ recipient, providerMessageId, sentAt: at, content })
  return {
    events: [
      { type: 'sent', payload: { provider_message_id: providerMessageId }, occurredAt: at },
      ...outcomesOf(content, at, outcome),
    ],
  }
}

/**
 * What became of the mail for each main recipient, a millisecond after it was sent and after each other. If there are
 * several recipients, the events name them.
 */
function outcomesOf(
  { to, bcc }: MailContent,
  sentAt: Date,
  outcome: (recipient: string) => SimulatedEvent[],
): WorkerEvent[] {
  // Mail programs also send to hidden recipients alone.
  const mailboxes = to.length > 0 ? to : bcc
  const [first = '', ...others] = new Set(mailboxes.map(({ email }) => email))
  const outcomeOf = (recipient: string): WorkerEvent[] =>
    outcome(recipient).map(({ type, payload }, index) => {
      const occurredAt = new Date(sentAt.getTime() + 1 + index)
      if (others.length === 0) return { type, payload, occurredAt }
      return { type, payload: { ...payload, recipient }, occurredAt, occurrence: recipient }
    })
  return [first, ...others].flatMap(outcomeOf)
}

/** Hands a message to the provider, with a time-out. */
export async function handOver(
  message: DispatchedMessage,
  content: MailContent,
  {
    transport,
    clock,
    metrics,
    sender,
    bounceAddresses,
    timeoutMs,
    retryBaseMs,
  }: {
    transport: MailTransport
    clock: Clock
    metrics: Metrics
    sender: Pick<Sender, 'dkim' | 'mailFrom'>
    bounceAddresses: Pick<BounceAddresses, 'of'>
    timeoutMs: number
    retryBaseMs: number
  },
): Promise<HandOver> {
  const at = clock.now()
  const startedMs = performance.now()
  const late = new AbortController()
  const cancel = afterTime(timeoutMs, () => late.abort())
  const result = await transport
    .send(toMail(message, content, sender, bounceAddresses), { signal: late.signal })
    .finally(cancel)
  metrics.handedOver(transport.name, result.outcome, (performance.now() - startedMs) / 1_000)
  if (result.outcome === 'accepted') metrics.sent('live', waitedSeconds(message, clock.now()))
  const handedOver = toHandOver(message, result, at, clock, retryBaseMs)
  if (!('events' in handedOver) || result.outcome !== 'accepted' || !result.arrived) return handedOver
  const { arrived: detail } = result
  const arrivals = outcomesOf(content, at, () => [{ type: 'delivered', payload: { detail } }])
  return { ...handedOver, events: [...handedOver.events, ...arrivals] }
}

/** Time since a message was accepted, or due if that was later. */
function waitedSeconds({ _id, scheduled_at }: DispatchedMessage, at: Date): number {
  const dueMs = Math.max(idTime(_id).getTime(), scheduled_at?.getTime() ?? 0)
  return Math.max(0, at.getTime() - dueMs) / 1_000
}

/** Interprets a provider's response: accepted, refused, or to be retried within four hours. */
export function toHandOver(
  message: DispatchedMessage,
  result: SendResult,
  at: Date,
  clock: Clock,
  retryBaseMs: number,
): HandOver {
  if (result.outcome === 'accepted') {
    const unknownRecipients = result.rejected?.flatMap(({ email, unknown }) => (unknown ? email : [])) ?? []
    const payload = { provider_message_id: result.providerMessageId }
    return { events: [{ type: 'sent', payload, occurredAt: at }], unknownRecipients }
  }
  const firstAttemptAt = message.first_attempt_at ?? at
  const delay = retryDelayMs(message.deferrals + 1, { baseMs: retryBaseMs, jitter: 0.25, random: clock.random })
  const retryAt = new Date(clock.now().getTime() + Math.min(delay, MAX_RETRY_DELAY_MS))
  const inTime = retryAt.getTime() - firstAttemptAt.getTime() <= RETRY_WINDOW_MS
  if (result.outcome === 'deferred' && inTime) return { retryAt, error: result.error, firstAttemptAt }
  const unknownRecipients = (result.outcome === 'refused' && result.unknownRecipients) || []
  return { events: [{ type: 'failed', payload: { error: result.error }, occurredAt: at }], unknownRecipients }
}

function toMail(
  message: DispatchedMessage,
  content: MailContent,
  { dkim, mailFrom }: Pick<Sender, 'dkim' | 'mailFrom'>,
  bounceAddresses: Pick<BounceAddresses, 'of'>,
): OutgoingMail {
  const domain = domainOf(content.from.email)
  return {
    accountId: message.on_behalf_of ?? message.account_id,
    messageId: message._id,
    rfcMessageId: message.rfc_message_id ?? `${message._id}@${domain}`,
    envelopeFrom: mailFrom ? bounceAddresses.of(message._id, mailFrom) : content.from.email,
    from: content.from,
    to: content.to,
    cc: content.cc,
    bcc: content.bcc,
    replyTo: content.reply_to,
    subject: content.subject,
    html: content.html,
    text: content.text,
    headers: Object.fromEntries(content.headers),
    attachments: content.attachments.map((attachment) => ({
      filename: attachment.filename,
      contentType: attachment.content_type,
      content: Buffer.from(attachment.content.buffer),
      contentId: attachment.content_id,
    })),
    // The same in every attempt, so that a resend is identical.
    date: message.scheduled_at ?? idTime(message._id),
    dkim: dkim(),
  }
}
