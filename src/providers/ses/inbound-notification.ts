import type { InboundVerdicts, Verdict } from '../../contract/inbound.js'
import { ApiError } from '../../errors.js'
import { shouldYield, yieldToEventLoop } from '../../lib/concurrency/time-slices.js'
import { findStringField, readString } from '../../lib/json/json-field.js'
import { JsonReader } from '../../lib/json/json-reader.js'
import { asObject } from './notification.js'

/** A mail that SES has received for us. */
export interface InboundNotification {
  raw: Buffer
  /** The envelope sender; empty for the null sender. */
  sender: string
  /** The envelope recipients. */
  recipients: string[]
  /** Those that SES has reached; it leaves out checks that are off. */
  verdicts: Partial<InboundVerdicts>
}

/** How the mail is written in the JSON. */
export type InboundEncoding = 'base64' | 'utf-8'

/** Most bytes of the notification besides the mail. SES repeats its headers there. */
const MAX_REST_BYTES = 1024 * 1024
const REST_LIMITS = { maxTokens: 200_000, maxDepth: 32 }
const MAX_RECIPIENTS = 1_000
const PIECE_BYTES = 64 * 1024
const VERDICTS: Record<string, Verdict> = { PASS: 'PASS', FAIL: 'FAIL', GRAY: 'GRAY', PROCESSING_FAILED: 'GRAY' }
const CHECKS = ['spf', 'dkim', 'dmarc', 'spam', 'virus'] as const
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/
const BRACKETS = /^<|>$/g

/**
 * Reads an SES notification of received mail with the mail in it, as an SNS action makes it. The mail, which may be 25
 * MiB of text, is decoded in many short turns of the event loop.
 * @param fallback the encoding, if the notification does not name it.
 * @throws ApiError `invalid_request` for anything else.
 */
export async function readInboundNotification(body: Buffer, fallback: InboundEncoding): Promise<InboundNotification> {
  const span = await findStringField(body, 'content')
  const { from, to } = span ?? { from: body.length, to: body.length }
  const fields = asObject(await parseRest([body.subarray(0, from), body.subarray(to)]))
  if (fields.notificationType !== 'Received') {
    throw invalid('The body is not an SES notification of received mail: its `notificationType` must be `Received`.')
  }
  if (!span) {
    throw invalid('The notification has no `content`. Use an SNS action in the SES receipt rule: it has the mail.')
  }
  const receipt = asObject(fields.receipt)
  const encoding = encodingOf(receipt) ?? fallback
  const content = body.subarray(from, to)
  const raw = await (encoding === 'base64' ? decodeBase64(content) : decodeText(content)).catch(() => null)
  if (!raw) {
    throw invalid(
      `\`content\` is not in the encoding ${encoding}. SES_INBOUND_ENCODING must say what the SES rule uses.`,
    )
  }
  return { raw, sender: senderOf(fields), recipients: recipientsOf(receipt), verdicts: verdictsOf(receipt) }
}

async function parseRest(parts: readonly Buffer[]): Promise<unknown> {
  if (parts.reduce((sum, part) => sum + part.length, 0) > MAX_REST_BYTES) {
    throw invalid('The notification has more than 1 MiB besides the mail.')
  }
  try {
    const reader = new JsonReader(REST_LIMITS)
    for (const part of parts) {
      for (let at = 0; at < part.length; at += PIECE_BYTES) {
        if (shouldYield()) await yieldToEventLoop()
        reader.push(part.subarray(at, at + PIECE_BYTES))
      }
    }
    return reader.end()
  } catch {
    throw invalid('The body is not an SES notification: it is not JSON.')
  }
}

function encodingOf(receipt: Record<string, unknown>): InboundEncoding | null {
  const named = String(asObject(receipt.action).encoding ?? '').toLowerCase()
  if (named === 'base64') return 'base64'
  return named === 'utf-8' || named === 'utf8' ? 'utf-8' : null
}

function senderOf({ mail }: Record<string, unknown>): string {
  const { source } = asObject(mail)
  return typeof source === 'string' ? source.trim().replace(BRACKETS, '') : ''
}

function recipientsOf({ recipients }: Record<string, unknown>): string[] {
  const isList = Array.isArray(recipients) && recipients.length > 0 && recipients.length <= MAX_RECIPIENTS
  if (!isList || !recipients.every((recipient) => typeof recipient === 'string')) {
    throw invalid('`receipt.recipients` must list the recipients of the mail, 1,000 at most.')
  }
  return recipients
}

function verdictsOf(receipt: Record<string, unknown>): Partial<InboundVerdicts> {
  const given = CHECKS.flatMap((check) => {
    const verdict = VERDICTS[String(asObject(receipt[`${check}Verdict`]).status)]
    return verdict ? [[check, verdict] as const] : []
  })
  return Object.fromEntries(given)
}

/** @throws Error if it is not base64. */
async function decodeBase64(content: Buffer): Promise<Buffer> {
  const bytes = Buffer.allocUnsafeSlow(Math.ceil((content.length * 3) / 4))
  let length = 0
  let rest = ''
  let isPadded = false
  for await (const piece of readString(content)) {
    const text = rest + piece.replace(/[\r\n\t ]+/g, '')
    const whole = text.length - (text.length % 4)
    rest = text.slice(whole)
    if (!BASE64.test(text) || (isPadded && text)) throw new Error('not base64')
    isPadded = text.endsWith('=')
    length += bytes.write(text.slice(0, whole), length, 'base64')
  }
  if (rest.length === 1) throw new Error('not base64')
  length += bytes.write(rest, length, 'base64')
  return bytes.subarray(0, length)
}

/** @throws SyntaxError if it has an invalid escape. */
async function decodeText(content: Buffer): Promise<Buffer> {
  // Never more: every escape is longer than its character.
  const bytes = Buffer.allocUnsafeSlow(content.length)
  let length = 0
  for await (const piece of readString(content)) length += bytes.write(piece, length)
  return bytes.subarray(0, length)
}

const invalid = (message: string) => new ApiError('invalid_request', message)
