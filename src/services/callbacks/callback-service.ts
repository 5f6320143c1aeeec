import { ApiError } from '../../errors.js'
import type { ServiceDeps } from '../deps.js'
import type { CallbackSignature, RawCallback } from './callback-signature.js'
import type { CallbackStore } from './callback-store.js'
import { isSesType, readSesNotification } from './ses-notification.js'
import type { SnsCertificates } from './sns-certificates.js'
import { isConfirmationUrl, isSignedBy, readEnvelope, type SnsEnvelope } from './sns-envelope.js'

/** What SNS and SES send while somebody connects them, to show that they can. It tells of no mail. */
const GREETING = /^Successfully validated SNS topic\b/

const BYTES = new TextDecoder('utf-8', { fatal: true })

type CallbackDeps = Pick<ServiceDeps, 'config' | 'clock' | 'log' | 'metrics' | 'sns'> & {
  snsCertificates: SnsCertificates
  callbackSignature: CallbackSignature
  callbackStore: CallbackStore
}

/**
 * Takes in what providers tell of mail. Nothing is believed, and nothing but the certificate that a signature needs is
 * fetched, before the signature is checked; nothing is acknowledged before the ledger has it. What it means is found
 * out later, by the ingest worker.
 */
export class CallbackService {
  readonly #deps: CallbackDeps

  constructor(deps: CallbackDeps) {
    this.#deps = deps
  }

  /**
   * Takes in a callback of SES: a bare notification under the signature of this deployment, or an envelope of SNS
   * under that of AWS. Resolves when it is durable, or was so before.
   * @throws ApiError `invalid_signature` for what cannot be believed; `invalid_request` for what can, and says nothing;
   *   `overloaded` and `provider_unavailable` when it has to come again.
   */
  async receiveSes(callback: RawCallback): Promise<void> {
    const { callbackSignature, clock } = this.#deps
    const isSigned = callbackSignature.isGiven(callback)
    if (isSigned && !(await callbackSignature.isValid(callback, clock.now()))) {
      throw new ApiError('invalid_signature')
    }
    const text = decode(callback.rawBody)
    const envelope = text === null ? null : readEnvelope(parse(text))
    if (envelope) return this.#receiveEnvelope(envelope)
    if (!isSigned) throw new ApiError('invalid_signature')
    await this.#keep(text ?? '', 'ses', null)
  }

  async #receiveEnvelope(envelope: SnsEnvelope): Promise<void> {
    const { Type, TopicArn, MessageId, Message } = envelope
    await this.#assertGenuine(envelope)
    if (Type === 'SubscriptionConfirmation') return this.#confirm(envelope)
    if (Type === 'UnsubscribeConfirmation') {
      this.#deps.log.warn({ topic: TopicArn }, 'SNS has ended the subscription: no more callbacks come from this topic')
      return
    }
    if (GREETING.test(Message)) {
      this.#deps.log.info({ topic: TopicArn }, 'SES can publish to the topic')
      return
    }
    await this.#keep(Message, 'sns', MessageId)
  }

  /** The topic first: it costs nothing, and most of what strangers send ends there. */
  async #assertGenuine(envelope: SnsEnvelope): Promise<void> {
    const { config, log, snsCertificates } = this.#deps
    if (!config.snsTopicArns.includes(envelope.TopicArn)) {
      log.warn({ topic: envelope.TopicArn.slice(0, 256) }, 'an SNS envelope of a topic that is not in SNS_TOPIC_ARNS')
      throw new ApiError('invalid_signature', 'The topic of the envelope is not one of this deployment.')
    }
    const key = await snsCertificates.keyAt(envelope.SigningCertURL)
    if (!key || !isSignedBy(envelope, key)) throw new ApiError('invalid_signature')
  }

  async #confirm(envelope: SnsEnvelope): Promise<void> {
    const { log, sns } = this.#deps
    const topic = envelope.TopicArn
    if (!isConfirmationUrl(envelope))
      throw new ApiError('invalid_signature', 'The address to confirm is not one of SNS.')
    await sns.get(envelope.SubscribeURL!).catch((error: Error) => {
      log.warn({ topic, err: error.message }, 'the subscription to an SNS topic could not be confirmed')
      throw new ApiError('provider_unavailable', undefined, { retryAfterSeconds: 5 })
    })
    log.info({ topic }, 'subscribed to an SNS topic')
  }

  async #keep(body: string, source: 'ses' | 'sns', snsMessageId: string | null): Promise<void> {
    const { log, metrics, callbackStore } = this.#deps
    const notification = readSesNotification(body)
    if (!notification) {
      if (source === 'sns') log.warn({ snsMessageId }, 'an SNS envelope without a notification of SES in it')
      throw new ApiError('invalid_request', 'The webhook body is malformed: it is no notification of SES.')
    }
    const { type } = notification
    const isNew = await callbackStore.store({ source, snsMessageId, body, notification })
    metrics.callbackReceived(source, isSesType(type) ? type : 'other', isNew ? 'new' : 'repeat')
    if (!isSesType(type)) log.warn({ type, source }, 'a notification of a kind that is not known; it is kept')
  }
}

function decode(bytes: Buffer): string | null {
  try {
    return BYTES.decode(bytes)
  } catch {
    return null
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
