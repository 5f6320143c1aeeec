import type { InboundContentDoc, InboundEmailDoc } from '../../models/inbound-email.js'
import { presentInbound } from './present-inbound.js'

/** Longer texts are cut in webhooks. */
const MAX_TEXT_BYTES = 256 * 1024
/** Most message ids of a header in webhooks, the newest ones. */
const MAX_REFERENCES = 100

/**
 * The payload of `email.received`. Text and HTML above 256 KiB are cut, and `truncated` says so. HTML for reading and
 * headers are left to the API.
 */
export function receivedPayload(email: InboundEmailDoc, content: InboundContentDoc): Record<string, unknown> {
  const { account_id: _account, headers: _headers, html_safe: _safe, ...shown } = presentInbound(email, content)
  const [text, html, reply_text] = [shown.text, shown.html, shown.reply_text].map(cut)
  const isCut = text !== shown.text || html !== shown.html || reply_text !== shown.reply_text
  const references = shown.references.slice(-MAX_REFERENCES)
  return { ...shown, text, html, reply_text, references, ...(isCut && { truncated: true }) }
}

/** The beginning of a text, up to the last whole character within the limit. */
function cut(text: string | null): string | null {
  if (text === null || Buffer.byteLength(text) <= MAX_TEXT_BYTES) return text
  let end = MAX_TEXT_BYTES
  const bytes = Buffer.from(text)
  // Not in the middle of a character: its later bytes begin with the bits 10.
  while ((bytes[end]! & 0b1100_0000) === 0b1000_0000) end -= 1
  return bytes.toString('utf8', 0, end)
}
