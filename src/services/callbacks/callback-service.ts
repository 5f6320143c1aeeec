import { ApiError } from '../../errors.js'
import type { ServiceDeps } from '../deps.js'
import type { CallbackSignature, RawCallback } from './callback-signature.js'
import type { CallbackStore } from './callback-store.js'
import { isSesType, readSesNotification } from './ses-notification.js'
import type { SnsCertificates } from './sns-certificates.js'
import { isConfirmationUrl, isSignedBy, readEnvelope, type SnsEnvelope } from './sns-envelope.js'

/** The test message of SNS and SES when somebody connects them. It is not about a mail. */
const GREETING = /^Successfully validated SNS topic\b/

const BYTES = new TextDecoder('utf-8', { fatal: true })

type CallbackDeps = Pick<ServiceDeps, 'config' | 'clock' | 'log' | 'metrics' | 'sns'> & {
  snsCertificates: SnsCertificates
  callbackSignature: CallbackSignature
  callbackStore: CallbackStore
}

/**
 * Receives provider callbacks. Before the signature is checked, nothing is trusted and nothing but the certificate is
 * fetched. Nothing is acknowledged before it is stored. The ingest worker interprets callbacks later.
 */
export class CallbackService {
  readonly #deps: CallbackDeps

  constructor(deps: CallbackDeps) {
    this.#deps = deps
  }

  /**
   * Receives an SES callback: a bare notification signed with this deployment's secret, or an SNS envelope signed by
   * AWS. Resolves when the callback is durable, now or from an earlier attempt.
   * @throws ApiError `invalid_signature` if it is not genuine; `invalid_request` if it is genuine but not a
   *   notification; `overloaded` or `provider_unavailable` if it has to be sent again.
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
      this.#deps.log.warn(
        { topic: TopicArn },
        'SNS ended the subscription: there will be no more callbacks from this topic',
      )
      return
    }
    if (GREETING.test(Message)) {
      this.#deps.log.info({ topic: TopicArn }, 'SES can publish to the topic')
      return
    }
    await this.#keep(Message, 'sns', MessageId)
  }

  /** The topic is checked first: this costs nothing and stops most forgeries. */
  async #assertGenuine(envelope: SnsEnvelope): Promise<void> {
    const { config, log, snsCertificates } = this.#deps
    if (!config.snsTopicArns.includes(envelope.TopicArn)) {
      log.warn({ topic: envelope.TopicArn.slice(0, 256) }, 'an SNS envelope of a topic that is not in SNS_TOPIC_ARNS')
      throw new ApiError('invalid_signature', 'This deployment does not accept the topic of the envelope.')
    }
    const key = await snsCertificates.keyAt(envelope.SigningCertURL)
    if (!key || !isSignedBy(envelope, key)) throw new ApiError('invalid_signature')
  }

  async #confirm(envelope: SnsEnvelope): Promise<void> {
    const { log, sns } = this.#deps
    const topic = envelope.TopicArn
    if (!isConfirmationUrl(envelope)) throw new ApiError('invalid_signature', 'The URL to confirm is not an SNS URL.')
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
      if (source === 'sns') log.warn({ snsMessageId }, 'an SNS envelope without an SES notification')
      throw new ApiError('invalid_request', 'The body is not an SES notification.')
    }
    const { type } = notification
    const isNew = await callbackStore.store({ source, snsMessageId, body, notification })
    metrics.callbackReceived(source, isSesType(type) ? type : 'other', isNew ? 'new' : 'repeat')
    if (!isSesType(type)) log.warn({ type, source }, 'a notification of an unknown type; it is stored')
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
