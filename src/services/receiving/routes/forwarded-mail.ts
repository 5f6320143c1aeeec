import { OWN_KEYS } from '../../../contract/idempotency-keys.js'
import type { SendRequest } from '../../../contract/messages.js'
import { formatMailbox, hasEncodedWord, isSafeName, sendableAddresses } from '../../../lib/mail/addresses.js'
import type { InboundContentDoc, InboundEmailDoc } from '../../../models/inbound-email.js'
import type { InboundRouteDoc } from '../../../models/inbound-route.js'
import { LOOP_HEADER } from './forwardable.js'

const MAX_NAME_CHARS = 100
const MAX_SUBJECT_CHARS = 998
const NO_SUBJECT = '(no subject)'
const MAX_REPLY_TO = 50
/** Room for the other headers in a line of mail. */
const MAX_ID_CHARS = 900

/** A file that is too large to be forwarded. */
export interface OmittedFile {
  filename: string
  size: number
}

/**
 * The request that sends a received mail on: the original's subject and bodies, from an address of the domain that
 * received it, with replies to the original sender. Files come apart.
 */
export function forwardedMail(
  email: InboundEmailDoc,
  { text, html }: Pick<InboundContentDoc, 'text' | 'html'>,
  { _id, forward_address, domain }: Pick<InboundRouteDoc, '_id' | 'forward_address' | 'domain'>,
  leftOut: readonly OmittedFile[],
): SendRequest {
  const note = leftOut.length > 0 ? noteOn(leftOut) : null
  return {
    channel: 'email',
    idempotency_key: forwardKey(email._id, _id),
    destination: { email: forward_address! },
    payload: {
      subject: singleLine(email.subject).slice(0, MAX_SUBJECT_CHARS) || NO_SUBJECT,
      // Scanners and phones send files with an empty HTML part: that is none.
      body_html: html ? html + (note ? `<hr><p>${escapeHtml(note)}</p>` : '') : undefined,
      // A mail needs a body.
      body_text: text === null && html ? undefined : `${text || '\n'}${note ? `\n\n${note}\n` : ''}`,
      reply_to: repliesTo(email),
      headers: {
        'Auto-Submitted': 'auto-generated',
        [LOOP_HEADER]: _id,
        ...(isPlainId(email.rfc_message_id) && { References: `<${email.rfc_message_id}>` }),
      },
    },
    metadata: { from_email: formatMailbox({ name: `${senderName(email)} via ${domain}`, email: `forward@${domain}` }) },
    tracking: { opens: false, clicks: false },
  }
}

/** The idempotency key of a forward: a mail is forwarded by a route once. */
export const forwardKey = (inboundId: string, routeId: string): string =>
  `${OWN_KEYS.inboundEmail}${inboundId}-${routeId}`

function senderName({ from: [sender] }: InboundEmailDoc): string {
  const shown = sender ? singleLine(sender.name || sender.email) : ''
  const isPlain = shown !== '' && isSafeName(shown) && !hasEncodedWord(shown)
  return isPlain ? shown.slice(0, MAX_NAME_CHARS) : 'Unknown sender'
}

/** Where an answer goes: where the original wants it. Addresses that cannot be sent to are left out. */
function repliesTo({ reply_to, from }: InboundEmailDoc): string[] {
  const wanted = sendableAddresses(reply_to)
  return (wanted.length > 0 ? wanted : sendableAddresses(from)).slice(0, MAX_REPLY_TO)
}

function noteOn(files: readonly OmittedFile[]): string {
  const list = files.map(({ filename, size }) => `${singleLine(filename)} (${sizeInWords(size)})`)
  return `Not forwarded, because the files are too large: ${list.join(', ')}.`
}

const sizeInWords = (size: number) => (size === 1 ? '1 byte' : `${size.toLocaleString('en-US')} bytes`)

const isPlainId = (id: string) => id.length <= MAX_ID_CHARS && /^[!-;=?-~]+$/.test(id)

// biome-ignore lint/suspicious/noControlCharactersInRegex: exactly these would break out of a header.
const singleLine = (text: string) => text.replace(/[\0-\x1f\x7f]+/g, ' ').trim()

const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
