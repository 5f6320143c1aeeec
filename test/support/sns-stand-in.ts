import { randomUUID, sign } from 'node:crypto'
import { SnsAnswerError, type SnsHttp } from '../../src/providers/ses/sns-certificates.js'
import { type SnsEnvelope, textToSign } from '../../src/providers/ses/sns-envelope.js'
import { createTestCa, type TestCertificate } from './test-ca.js'

export const TOPIC = 'arn:aws:sns:eu-central-1:123456789012:postline'
export const CERTIFICATE_URL = 'https://sns.eu-central-1.amazonaws.com/SimpleNotificationService-0123456789abcdef.pem'

/** SNS from a subscriber's view: it signs envelopes and serves its certificate. */
export class SnsStandIn {
  /** Every requested URL, in order. */
  readonly asked: string[] = []
  /** The response at a URL: a text, or an error status. */
  readonly pages = new Map<string, string | number>()
  readonly certificate: TestCertificate

  constructor(certificate = rsaCertificate()) {
    this.certificate = certificate
    this.pages.set(CERTIFICATE_URL, certificate.cert)
  }

  /** The HTTP access that a service gets. */
  readonly http: SnsHttp = {
    get: async (url) => {
      this.asked.push(url)
      const page = this.pages.get(url)
      if (page === undefined) throw new Error('nobody is there')
      if (typeof page === 'number') throw new SnsAnswerError(page)
      return page
    },
  }

  notification(message: unknown, fields: Partial<SnsEnvelope> = {}): SnsEnvelope {
    const Message = typeof message === 'string' ? message : JSON.stringify(message)
    return this.sign({ ...common('Notification'), Message, ...fields })
  }

  confirmation(
    Type: 'SubscriptionConfirmation' | 'UnsubscribeConfirmation',
    fields: Partial<SnsEnvelope> = {},
  ): SnsEnvelope {
    const Token = '2336412f37fb687f5d51e6e2425a'
    return this.sign({
      ...common(Type),
      Message: 'You have chosen to subscribe to the topic.',
      Token,
      SubscribeURL: confirmUrl(fields.TopicArn ?? TOPIC, Token),
      ...fields,
    })
  }

  sign(envelope: SnsEnvelope): SnsEnvelope {
    const algorithm = envelope.SignatureVersion === '2' ? 'RSA-SHA256' : 'RSA-SHA1'
    const signature = sign(algorithm, Buffer.from(textToSign(envelope)), this.certificate.key)
    return { ...envelope, Signature: signature.toString('base64') }
  }
}

export function confirmUrl(topicArn: string, token: string): string {
  const query = new URLSearchParams({ Action: 'ConfirmSubscription', TopicArn: topicArn, Token: token })
  return `https://sns.eu-central-1.amazonaws.com/?${query}`
}

export function rsaCertificate(validity: { notBefore?: Date; notAfter?: Date } = {}): TestCertificate {
  return createTestCa().issue(['sns.amazonaws.com'], { ...validity, rsa: true })
}

function common(Type: SnsEnvelope['Type']): SnsEnvelope {
  return {
    Type,
    MessageId: randomUUID(),
    TopicArn: TOPIC,
    Message: '',
    Timestamp: new Date().toISOString(),
    SignatureVersion: '1',
    Signature: '',
    SigningCertURL: CERTIFICATE_URL,
  }
}
