import nodemailer from 'nodemailer'
import type { Logger } from 'pino'
import { InFlight } from '../../lib/concurrency/in-flight.js'
import { toError } from '../../lib/errors/unknown-error.js'
import { composeMime, refusalOf } from '../mail/compose-mime.js'
import { type MailTransport, type OutgoingMail, type SendResult, TIMED_OUT } from '../mail/mail-transport.js'
import { isOperatorFault, rejectedRecipients, resultOfSmtpError, type SmtpError } from './smtp-errors.js'
import { parseSmtpUrl } from './smtp-url.js'

export interface SmtpOptions {
  /** See {@link parseSmtpUrl}. */
  url: string
  log: Logger
  /** How long the caller waits for a send, in ms. */
  timeoutMs?: number
}

/** A connection that died while idle is noticed before any of the mail is sent; the mail then tries another one. */
const MAX_REQUEUES = 2

/**
 * Hands mail to an SMTP server over a pool of connections.
 *
 * All recipients go in one transaction. If the server accepts the mail for some and rejects others, the mail has left:
 * the result is `accepted` and lists the rejected ones.
 */
export function createSmtpTransport({ url, log, timeoutMs = 30_000 }: SmtpOptions): MailTransport {
  const settings = parseSmtpUrl(url)
  const mailer = nodemailer.createTransport({
    ...settings,
    pool: true,
    maxRequeues: MAX_REQUEUES,
    connectionTimeout: timeoutMs / 3,
    dnsTimeout: timeoutMs / 3,
    greetingTimeout: timeoutMs / 3,
    // The caller gives up long before. This time-out would not look for an answer first, and the mail may have left.
    socketTimeout: 3 * timeoutMs,
    // Shorter than the socket's time-out, which would report an idle connection as failed.
    idleTimeout: timeoutMs / 2,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const inFlight = new InFlight()
  let closing: Promise<void> | null = null

  const handOver = async (mail: OutgoingMail, signal: AbortSignal): Promise<SendResult> => {
    const raw = await composeMime(mail).catch(refusalOf)
    if (!Buffer.isBuffer(raw)) return raw
    const to = [...new Set([...mail.to, ...mail.cc, ...mail.bcc].map(({ email }) => email))]
    try {
      const envelope = { from: mail.envelopeFrom, to, size: raw.length }
      const info = await mailer.sendMail({ raw, envelope, signal })
      const rejected = rejectedRecipients((info.rejectedErrors ?? []) as SmtpError[])
      const accepted: SendResult = { outcome: 'accepted', providerMessageId: mail.rfcMessageId }
      return rejected.length > 0 ? { ...accepted, rejected } : accepted
    } catch (error) {
      if (signal.aborted) return TIMED_OUT
      const failure: SmtpError = toError(error)
      const { code, originalCode, responseCode, command } = failure
      const level = isOperatorFault(failure) ? 'error' : 'warn'
      log[level]({ messageId: mail.messageId, code, originalCode, responseCode, command }, 'SMTP hand-over failed')
      return resultOfSmtpError(failure)
    }
  }

  return {
    name: 'smtp',
    concurrency: settings.maxConnections,
    async send(mail, { signal }) {
      if (closing) return { outcome: 'deferred', error: 'the mail provider is closed' }
      return inFlight.track(handOver(mail, signal))
    },
    async check() {
      try {
        await mailer.verify()
      } catch (error) {
        const what = resultOfSmtpError(toError(error)).error
        throw new Error(`SMTP server ${settings.host}:${settings.port} cannot be used: ${what}`, { cause: error })
      }
    },
    close() {
      closing ??= inFlight.settled().then(() => void mailer.close({ force: true }))
      return closing
    },
  }
}
