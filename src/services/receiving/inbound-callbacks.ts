import type { Config } from '../../config.js'
import { ApiError } from '../../errors.js'
import { readInboundNotification } from '../../providers/index.js'
import type { ServiceDeps } from '../deps.js'
import type { CallbackSignature, RawCallback } from '../tracking/callbacks/callback-signature.js'
import type { InboundReceiver } from './inbound-receiver.js'
import type { ReceivedMail } from './received-mail.js'

const MIB = 1024 * 1024
/** Largest mail, in bytes. */
export const MAX_MAIL_BYTES = 25 * MIB
/** Largest notification with a mail in base64, in bytes. */
export const MAX_NOTIFICATION_BYTES = 40 * MIB
/** Largest SNS envelope, in bytes: SNS carries 256 KiB, whose characters may take more than one each. */
export const MAX_ENVELOPE_BYTES = MIB

const MAX_RECIPIENTS = 1_000
const BRACKETS = /^<|>$/g

/** What became of a mail that a callback brought. */
export interface InboundCallbackAnswer {
  /** The ids of the inbound emails, one for each recipient. */
  accepted: string[]
  /** Recipients whose mail is not received here. */
  ignored: string[]
}

type InboundCallbackDeps = Pick<ServiceDeps, 'config' | 'clock' | 'callbackSources'> & {
  callbackSignature: CallbackSignature
  inboundReceiver: Pick<InboundReceiver, 'receive'>
}

/**
 * Receives mail by callback: the bytes of a message, whose envelope is in headers, or an SES notification with the
 * message in it. Nothing is parsed before the signature is checked.
 */
export class InboundCallbacks {
  readonly #deps: InboundCallbackDeps
  readonly #senderHeader: string
  readonly #recipientHeader: string

  constructor(deps: InboundCallbackDeps) {
    this.#deps = deps
    this.#senderHeader = `${deps.config.headerPrefix}-Sender`
    this.#recipientHeader = `${deps.config.headerPrefix}-Recipient`
  }

  /**
   * Receives what a callback brings. Resolves when the mail is durable, now or from an earlier attempt.
   * @throws ApiError `invalid_signature` if it is not genuine; `invalid_request` if it is genuine but has no mail;
   *   `payload_too_large`; `overloaded` or `provider_unavailable` if it has to be sent again.
   */
  async receive(callback: RawCallback): Promise<InboundCallbackAnswer> {
    const mail = await this.#open(callback)
    if (!mail) return { accepted: [], ignored: [] }
    if (mail.raw.length > MAX_MAIL_BYTES) throw new ApiError('payload_too_large', 'The mail is larger than 25 MiB.')
    const { accepted, ignored } = await this.#deps.inboundReceiver.receive(mail)
    return { accepted: accepted.map(({ id }) => id), ignored }
  }

  /** Null if there is no mail in it, such as in a confirmation of SNS. */
  async #open(callback: RawCallback): Promise<ReceivedMail | null> {
    const { callbackSignature, callbackSources, clock, config } = this.#deps
    const { rawBody } = callback
    if (callbackSignature.isGiven(callback)) {
      if (!(await callbackSignature.isValid(callback, clock.now()))) throw new ApiError('invalid_signature')
      if (rawBody.length === 0) throw new ApiError('invalid_request', 'The body is empty: send the mail in it.')
      if (this.#isMessage(callback)) return this.#messageOf(callback)
      return fromNotification(rawBody, config)
    }
    if (rawBody.length > MAX_ENVELOPE_BYTES) throw new ApiError('invalid_signature')
    const genuine = await callbackSources.ses.open(rawBody, { isSigned: false })
    return genuine && fromNotification(Buffer.from(genuine.body), config)
  }

  /** Whether it is the mail itself. What else comes is a notification, whatever type it says it has. */
  #isMessage({ headers }: RawCallback): boolean {
    const isMail = headers['content-type']?.trim().toLowerCase().startsWith('message/rfc822') === true
    return isMail || headers[this.#recipientHeader.toLowerCase()] !== undefined
  }

  #messageOf({ headers, rawBody }: RawCallback): ReceivedMail {
    const recipients = textOf(headers[this.#recipientHeader.toLowerCase()])
      .split(',')
      .flatMap((part) => part.trim().replace(BRACKETS, '') || [])
    if (recipients.length === 0 || recipients.length > MAX_RECIPIENTS) {
      const message = `The header ${this.#recipientHeader} must list the recipients of the mail, separated by commas, 1,000 at most.`
      throw new ApiError('invalid_request', message)
    }
    const sender = textOf(headers[this.#senderHeader.toLowerCase()]).trim().replace(BRACKETS, '')
    return { raw: rawBody, sender, recipients, client: null, givenVerdicts: null }
  }
}

async function fromNotification(
  body: Buffer,
  { sesInboundEncoding }: Pick<Config, 'sesInboundEncoding'>,
): Promise<ReceivedMail> {
  const { raw, sender, recipients, verdicts } = await readInboundNotification(body, sesInboundEncoding)
  if (raw.length === 0) throw new ApiError('invalid_request', '`content` is empty: it must be the mail.')
  const givenVerdicts = Object.keys(verdicts).length > 0 ? verdicts : null
  return { raw, sender, recipients, client: null, givenVerdicts }
}

/** Node.js reads the bytes of headers as Latin-1; internationalised addresses are UTF-8. */
const textOf = (header: string | string[] | undefined): string => Buffer.from(String(header ?? ''), 'latin1').toString()
