import { type Connection, mongo } from 'mongoose'
import type { Logger } from 'pino'
import { type Clock, systemClock } from '../../clock.js'
import { createIds, idTime } from '../../ids.js'
import { Batcher } from '../../lib/concurrency/batcher.js'
import { InFlight } from '../../lib/concurrency/in-flight.js'
import { withFallback } from '../../lib/concurrency/time-limit.js'
import { messageOf } from '../../lib/errors/unknown-error.js'
import { formatMailbox, type Mailbox } from '../../lib/mail/addresses.js'
import { DuplicateRowError, insertUnordered } from '../../models/insert-unordered.js'
import { type OutboxMailDoc, outboxMailModel } from '../../models/outbox-mail.js'
import { composeMime, refusalOf } from '../mail/compose-mime.js'
import {
  type LocalDelivery,
  type MailTransport,
  type OutgoingMail,
  type SendResult,
  TIMED_OUT,
} from '../mail/mail-transport.js'

export interface CaptureOptions {
  connection: Connection
  log: Logger
  clock?: Clock
  /** Takes mail to recipients whose mail is received here. By default nobody gets any. */
  deliver?: LocalDelivery | undefined
}

const CONCURRENCY = 256
const MAX_GROUP_ITEMS = 200
const MAX_GROUP_BYTES = 32 * 1024 * 1024
/** A MongoDB document holds 16 MiB; this leaves room for the envelope and the subject. */
const MAX_MIME_BYTES = 15 * 1024 * 1024

/**
 * Keeps mail in the collection `outbox` and sends nothing: for development and experiments. Recipients whose mail is
 * received here get it, so that receiving can be tried on one machine.
 *
 * The message id identifies a mail, so a resend is accepted and the first copy stays. Mails that arrive together are
 * written together.
 */
export function createCaptureTransport({
  connection,
  log,
  clock = systemClock,
  deliver = async () => {},
}: CaptureOptions): MailTransport {
  const outbox = outboxMailModel(connection)
  const newId = createIds(clock)
  const inFlight = new InFlight()
  let closed = false

  const writes = new Batcher<OutboxMailDoc, null>(
    async (documents) => {
      const failures = await insertUnordered(outbox.collection, documents)
      return documents.map((_, index) => {
        const failure = failures.get(index)
        return failure && !(failure instanceof DuplicateRowError) ? failure : null
      })
    },
    { maxItems: MAX_GROUP_ITEMS, maxWeight: MAX_GROUP_BYTES, weigh: (document) => document.mime.length() },
  )

  const keep = async (mail: OutgoingMail, signal: AbortSignal): Promise<SendResult> => {
    const mime = await composeMime(mail).catch(refusalOf)
    if (!Buffer.isBuffer(mime)) return mime
    if (mime.length + Buffer.byteLength(mail.subject) > MAX_MIME_BYTES) {
      return {
        outcome: 'refused',
        error: `the mail has ${mime.length} bytes; at most ${MAX_MIME_BYTES} can be captured`,
      }
    }
    // Composing took several turns of the event loop; do not start a write that is already too late.
    if (signal.aborted) return TIMED_OUT
    const recipients = [...mail.to, ...mail.cc, ...mail.bcc].map(({ email }) => email)
    try {
      await writes.add(toDocument(newId('outboxMail'), mail, mime))
      // After the outbox, and before the mail counts as handed over: the next attempt repeats what failed.
      await deliver({ raw: mime, sender: mail.envelopeFrom, recipients })
      return {
        outcome: 'accepted',
        providerMessageId: mail.rfcMessageId,
        arrived: 'Kept in the outbox: no mail was sent.',
      }
    } catch (err) {
      log.warn({ err, messageId: mail.messageId }, 'mail could not be captured')
      return { outcome: 'deferred', error: 'the mail could not be kept' }
    }
  }

  return {
    name: 'capture',
    concurrency: CONCURRENCY,
    async send(mail, { signal }) {
      if (closed) return { outcome: 'deferred', error: 'the mail provider is closed' }
      // A write may finish after the caller stopped waiting; the next attempt then finds the mail in the outbox.
      return withFallback({ signal }, inFlight.track(keep(mail, signal)), () => TIMED_OUT)
    },
    async check() {
      try {
        await connection.getClient().db().command({ ping: 1 })
      } catch (cause) {
        throw new Error(`MongoDB, which keeps captured mail, does not respond: ${messageOf(cause)}`, { cause })
      }
    },
    async close() {
      closed = true
      await inFlight.settled()
    },
  }
}

function toDocument(_id: string, mail: OutgoingMail, mime: Buffer): OutboxMailDoc {
  const emails = (mailboxes: Mailbox[]): string[] => mailboxes.map(({ email }) => email)
  return {
    _id,
    account_id: mail.accountId,
    message_id: mail.messageId,
    from: formatMailbox(mail.from),
    to: emails(mail.to),
    cc: emails(mail.cc),
    bcc: emails(mail.bcc),
    subject: mail.subject,
    mime: new mongo.Binary(mime),
    created_at: idTime(_id),
  }
}
