import type { Logger } from 'pino'
import type { Clock } from '../../clock.js'
import type { Config } from '../../config.js'
import { ApiError } from '../../errors.js'
import { JsonReader } from '../../lib/json/json-reader.js'
import { parseJson } from '../../lib/json/parse-json.js'
import type { NotificationEffects, ProviderCallbacks, VerifiedCallback } from '../callbacks/provider-callbacks.js'
import { interpretSes } from './findings.js'
import { asObject, isSesType, readSesNotification } from './notification.js'
import { SnsCertificates, type SnsHttp } from './sns-certificates.js'
import { isConfirmationUrl, isSignedBy, readEnvelope, type SnsEnvelope } from './sns-envelope.js'
import { createSnsHttp } from './sns-http.js'

export interface SesCallbackDeps {
  config: Pick<Config, 'snsTopicArns'>
  clock: Clock
  log: Logger
  /** Replaces the HTTP access to SNS, which serves certificates and confirms subscriptions. */
  sns?: SnsHttp | undefined
}

/** The test message that SES publishes when somebody connects it to an SNS topic. It is not about a mail. */
const GREETING = /^Successfully validated SNS topic\b/
const RETRY_AFTER_S = 5
/** An envelope has a dozen fields, and may have message attributes. */
const ENVELOPE_LIMITS = { maxTokens: 1_000, maxDepth: 8 }

const BYTES = new TextDecoder('utf-8', { fatal: true })

/** Callbacks of SES, which arrive in SNS envelopes, or bare with the signature of this deployment. */
export function createSesCallbacks({ config, clock, log, sns = createSnsHttp() }: SesCallbackDeps): SesCallbacks {
  return new SesCallbacks({
    topicArns: config.snsTopicArns,
    sns,
    certificates: new SnsCertificates({ sns, clock }),
    log,
  })
}

interface Parts {
  /** The SNS topics whose envelopes are accepted. */
  topicArns: readonly string[]
  sns: SnsHttp
  certificates: Pick<SnsCertificates, 'keyAt'>
  log: Logger
}

class SesCallbacks implements ProviderCallbacks {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  async open(rawBody: Buffer, { isSigned }: { isSigned: boolean }): Promise<VerifiedCallback | null> {
    const text = decode(rawBody)
    const envelope = text === null ? null : readEnvelope(parseEnvelope(rawBody))
    if (envelope) return this.#openEnvelope(envelope)
    if (!isSigned) throw new ApiError('invalid_signature')
    return this.#callbackOf(text ?? '', 'ses', null)
  }

  async interpret(body: string, receivedAt: Date): Promise<NotificationEffects | null> {
    const notification = readSesNotification(body)
    if (!notification) return null
    const { event, unsubscribe } = interpretSes(notification, receivedAt)
    return { events: event ? [event] : [], unsubscribe }
  }

  acceptedAt(body: string): Date | null {
    const acceptedAt = new Date(String(asObject(asObject(parseJson(body)).mail).timestamp))
    return Number.isNaN(acceptedAt.getTime()) ? null : acceptedAt
  }

  isKnown(type: string): boolean {
    return isSesType(type)
  }

  async close(): Promise<void> {
    await this.#parts.sns.close?.()
  }

  async #openEnvelope(envelope: SnsEnvelope): Promise<VerifiedCallback | null> {
    const { Type, TopicArn, MessageId, Message } = envelope
    const { log } = this.#parts
    await this.#assertGenuine(envelope)
    if (Type === 'SubscriptionConfirmation') {
      await this.#confirm(envelope)
      return null
    }
    if (Type === 'UnsubscribeConfirmation') {
      log.warn({ topic: TopicArn }, 'SNS ended the subscription: there will be no more callbacks from this topic')
      return null
    }
    if (GREETING.test(Message)) {
      log.info({ topic: TopicArn }, 'SES can publish to the topic')
      return null
    }
    return this.#callbackOf(Message, 'sns', MessageId)
  }

  /** The topic is checked first: this costs nothing and stops most forgeries. */
  async #assertGenuine(envelope: SnsEnvelope): Promise<void> {
    const { topicArns, certificates, log } = this.#parts
    if (!topicArns.includes(envelope.TopicArn)) {
      log.warn(
        { topic: envelope.TopicArn.slice(0, 256) },
        'refused an SNS envelope: SNS_TOPIC_ARNS does not contain its topic',
      )
      throw new ApiError('invalid_signature', 'This deployment does not accept callbacks of this SNS topic.')
    }
    const key = await certificates.keyAt(envelope.SigningCertURL)
    if (!key || !isSignedBy(envelope, key)) throw new ApiError('invalid_signature')
  }

  async #confirm(envelope: SnsEnvelope): Promise<void> {
    const { sns, log } = this.#parts
    const topic = envelope.TopicArn
    if (!isConfirmationUrl(envelope))
      throw new ApiError('invalid_signature', 'The SubscribeURL does not confirm a subscription to this topic.')
    await sns.get(envelope.SubscribeURL!).catch((error: Error) => {
      log.warn({ topic, err: error.message }, 'the subscription to an SNS topic could not be confirmed')
      throw new ApiError('provider_unavailable', undefined, { retryAfterSeconds: RETRY_AFTER_S })
    })
    log.info({ topic }, 'subscribed to an SNS topic')
  }

  #callbackOf(body: string, source: VerifiedCallback['source'], deliveryId: string | null): VerifiedCallback {
    const notification = readSesNotification(body)
    if (notification) return { provider: 'ses', source, deliveryId, body, notification }
    if (source === 'sns')
      this.#parts.log.warn({ snsMessageId: deliveryId }, 'refused an SNS envelope: it contains no SES notification')
    throw new ApiError('invalid_request', 'The body is not an SES notification.')
  }
}

/** Nobody has signed it yet. */
function parseEnvelope(bytes: Buffer): unknown {
  try {
    const reader = new JsonReader(ENVELOPE_LIMITS)
    reader.push(bytes)
    return reader.end()
  } catch {
    return null
  }
}

function decode(bytes: Buffer): string | null {
  try {
    return BYTES.decode(bytes)
  } catch {
    return null
  }
}
