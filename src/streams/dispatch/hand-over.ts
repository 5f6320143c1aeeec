import type { Clock } from '../../clock.js'
import { idTime } from '../../ids.js'
import { domainOf } from '../../lib/addresses.js'
import { retryDelayMs } from '../../lib/retry-schedule.js'
import type { Metrics } from '../../metrics/metrics.js'
import type { MailContent, MessageDoc } from '../../models/message.js'
import type { MailTransport, OutgoingMail, SendResult } from '../../providers/mail/mail-transport.js'
import type { WorkerEvent } from '../../services/events/worker-events.js'
import type { Sender } from './sender-look-up.js'
import { simulatedOutcome } from './simulate.js'

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
  message: MessageDoc,
  content: MailContent,
  { clock, metrics }: { clock: Clock; metrics: Metrics },
): HandOver {
  const at = clock.now()
  metrics.handedOver('simulated', 'accepted')
  const { type, detail } = simulatedOutcome(content.to[0]!.email)
  return {
    events: [
      { type: 'sent', payload: { provider_message_id: `sim_${message._id}` }, occurredAt: at },
      { type, payload: { detail }, occurredAt: new Date(at.getTime() + 1) },
    ],
  }
}

/** Hands a message to the provider, with a time-out. */
export async function handOver(
  message: MessageDoc,
  content: MailContent,
  {
    transport,
    clock,
    metrics,
    sender,
    timeoutMs,
    retryBaseMs,
  }: {
    transport: MailTransport
    clock: Clock
    metrics: Metrics
    sender: Pick<Sender, 'dkim' | 'mailFrom'>
    timeoutMs: number
    retryBaseMs: number
  },
): Promise<HandOver> {
  const at = clock.now()
  const startedMs = performance.now()
  const result = await transport.send(toMail(message, content, sender), { signal: AbortSignal.timeout(timeoutMs) })
  metrics.handedOver(transport.name, result.outcome, (performance.now() - startedMs) / 1_000)
  return toHandOver(message, result, at, clock, retryBaseMs)
}

/** Interprets a provider's response: accepted, refused, or to be retried within four hours. */
export function toHandOver(
  message: MessageDoc,
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
  message: MessageDoc,
  content: MailContent,
  { dkim, mailFrom }: Pick<Sender, 'dkim' | 'mailFrom'>,
): OutgoingMail {
  const domain = domainOf(content.from.email)
  return {
    accountId: message.on_behalf_of ?? message.account_id,
    messageId: message._id,
    rfcMessageId: `${message._id}@${domain}`,
    envelopeFrom: mailFrom ? `bounces+${message._id}@${mailFrom}` : content.from.email,
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
    dkim: dkim?.() ?? null,
  }
}
