import { type KeyObject, verify } from 'node:crypto'

/** The body of an SNS request: a notification, or a request to confirm a subscription. */
export interface SnsEnvelope {
  Type: 'Notification' | 'SubscriptionConfirmation' | 'UnsubscribeConfirmation'
  /** The same in every delivery attempt. */
  MessageId: string
  TopicArn: string
  Message: string
  Timestamp: string
  SignatureVersion: '1' | '2'
  /** Base64. */
  Signature: string
  SigningCertURL: string
  Subject?: string
  /** Only in confirmations. */
  Token?: string
  SubscribeURL?: string
}

type Field = 'Message' | 'MessageId' | 'Subject' | 'SubscribeURL' | 'Timestamp' | 'Token' | 'TopicArn' | 'Type'

const OF_NOTIFICATION: readonly Field[] = ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type']
const OF_CONFIRMATION: readonly Field[] = [
  'Message',
  'MessageId',
  'SubscribeURL',
  'Timestamp',
  'Token',
  'TopicArn',
  'Type',
]

const COMMON = ['MessageId', 'TopicArn', 'Message', 'Timestamp', 'Signature', 'SigningCertURL'] as const
const DIGESTS = { '1': 'RSA-SHA1', '2': 'RSA-SHA256' } as const

/** SNS hosts in all AWS partitions. Nobody else can own such a name. */
const SNS_HOST = /^sns\.[a-z0-9-]{3,40}\.amazonaws\.com(\.cn)?$/
/** Only a file, never the query interface of SNS, whose responses may contain text from others. */
const CERTIFICATE_PATH = /^\/[\w-]{1,200}\.pem$/

/** Reads a parsed body as an envelope; null if it is not one. Unknown fields are ignored. */
export function readEnvelope(value: unknown): SnsEnvelope | null {
  if (typeof value !== 'object' || value === null) return null
  const fields = value as Record<string, unknown>
  if (!COMMON.every((name) => typeof fields[name] === 'string')) return null
  const { Type, SignatureVersion, Subject, Token, SubscribeURL } = fields
  if (SignatureVersion !== '1' && SignatureVersion !== '2') return null
  // A null subject counts as missing: only strings are signed.
  if (Subject !== undefined && Subject !== null && typeof Subject !== 'string') return null
  if (Type === 'Notification') return fields as unknown as SnsEnvelope
  if (Type !== 'SubscriptionConfirmation' && Type !== 'UnsubscribeConfirmation') return null
  return typeof Token === 'string' && typeof SubscribeURL === 'string' ? (fields as unknown as SnsEnvelope) : null
}

/** The text that SNS signs: names and values of certain fields in alphabetical order, each on a line. */
export function textToSign(envelope: SnsEnvelope): string {
  const names = envelope.Type === 'Notification' ? OF_NOTIFICATION : OF_CONFIRMATION
  return names
    .filter((name) => typeof envelope[name] === 'string')
    .map((name) => `${name}\n${envelope[name]}\n`)
    .join('')
}

/** Whether the holder of this key signed the envelope: SHA-1 for version 1, SHA-256 for version 2. */
export function isSignedBy(envelope: SnsEnvelope, key: KeyObject): boolean {
  if (key.asymmetricKeyType !== 'rsa') return false
  const text = Buffer.from(textToSign(envelope))
  return verify(DIGESTS[envelope.SignatureVersion], text, key, Buffer.from(envelope.Signature, 'base64'))
}

/** Whether this URL can only point to a certificate of SNS. */
export function isCertificateUrl(text: string): boolean {
  const url = snsUrl(text)
  return url !== null && url.search === '' && CERTIFICATE_PATH.test(url.pathname)
}

/** Whether opening the SubscribeURL does nothing but confirm this subscription. */
export function isConfirmationUrl({ SubscribeURL = '', TopicArn, Token = '' }: SnsEnvelope): boolean {
  const url = snsUrl(SubscribeURL)
  if (url?.pathname !== '/') return false
  const given = (name: string) => url.searchParams.getAll(name).join(' ')
  return given('Action') === 'ConfirmSubscription' && given('TopicArn') === TopicArn && given('Token') === Token
}

function snsUrl(text: string): URL | null {
  if (!URL.canParse(text)) return null
  const url = new URL(text)
  const isPlain = url.username === '' && url.password === '' && url.port === '' && url.hash === ''
  return url.protocol === 'https:' && isPlain && SNS_HOST.test(url.hostname) ? url : null
}
