import { isAscii } from 'node:buffer'
import { createHash } from 'node:crypto'
import MailComposer from 'nodemailer/lib/mail-composer'
import { encodeWord } from 'nodemailer/lib/mime-funcs'
import type MimeNode from 'nodemailer/lib/mime-node'
import { shouldYield, yieldToEventLoop } from '../../lib/concurrency/time-slices.js'
import type { Mailbox } from '../../lib/mail/addresses.js'
import { bodyPieces, headerFields } from './build-mime.js'
import { HEADER_NAME, hasUnbrokenRun } from './header-rules.js'
import type { OutgoingAttachment, OutgoingMail, SendResult } from './mail-transport.js'
import { BodyHash, dkimFields } from './sign-dkim.js'

/** A mail that cannot be written as valid MIME. The message tells the sender why. */
export class MailComposeError extends Error {
  override name = 'MailComposeError'
}

const LF = 0x0a
const MAX_LINE_LENGTH = 998
const MAX_FILENAME_LENGTH = 255
const LINE_BREAKER = /[\0\r\n]/
/** Addresses and message ids allowed here: no blanks, and no character with a meaning in a header. */
const ADDR_SPEC = /^[^\s\p{Cc}<>,;:"()[\]\\@]+@[^\s\p{Cc}<>,;:"()[\]\\@]+$/u
const CONTENT_ID = /^[!-;=?-~]+$/
const CONTENT_TYPE = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+\s*(;[\t -~]*)?$/
/** In place of recipients, where all are hidden (RFC 5322 A.1.3): some servers refuse mail without the header. */
const NOBODY = 'Undisclosed recipients:;'
const ANY_FILE = 'application/octet-stream'

/**
 * Writes a mail as MIME (RFC 5322, 2045–2049, 2231): CRLF, ASCII only, lines of at most 998 characters, no Bcc.
 *
 * The same mail always gives the same bytes, so a resend is identical to the mail sent before: Date and Message-ID are
 * given, the multipart boundaries derive from the Message-ID, and DKIM signatures are deterministic.
 *
 * @throws MailComposeError if a value would break out of its header or does not fit on a line.
 */
export async function composeMime(mail: OutgoingMail): Promise<Buffer> {
  checkHeaders(mail)
  const node = new MailComposer({
    from: toAddress(mail.from),
    to: mail.to.length + mail.cc.length > 0 ? mail.to.map(toAddress) : NOBODY,
    cc: mail.cc.map(toAddress),
    replyTo: mail.replyTo.map(toAddress),
    messageId: `<${mail.rfcMessageId}>`,
    date: mail.date,
    headers: [
      { key: 'Subject', value: subjectValue(mail.subject) },
      ...Object.entries(mail.headers).map(([key, value]) => ({ key, value: wellFormed(value) })),
    ],
    text: mail.text === null ? undefined : toText(mail.text),
    html: mail.html === null ? undefined : toText(mail.html),
    attachments: mail.attachments.map(toAttachment),
    baseBoundary: createHash('sha256').update(mail.rfcMessageId).digest('hex').slice(0, 32),
    newline: 'windows',
    disableFileAccess: true,
    disableUrlAccess: true,
  }).compile()
  const fields = headerFields(node)
  const hash = mail.dkim.length > 0 ? new BodyHash() : null
  const body = await writeBody(node, hash)
  const signatures = hash ? await dkimFields({ fields, bodyHash: hash.digest() }, mail.dkim) : []
  const header = Buffer.from(`${[...signatures, ...fields].join('\r\n')}\r\n\r\n`)
  const mime = Buffer.concat([header, ...body])
  if (!fitsTheWire(mime)) throw new MailComposeError('a header of the mail is too long or cannot be written in ASCII')
  return mime
}

/** Writes what follows the header, and hashes it if it is to be signed. A large mail takes several turns of the event loop. */
async function writeBody(node: MimeNode, hash: BodyHash | null): Promise<Buffer[]> {
  const body: Buffer[] = []
  for (const piece of bodyPieces(node)) {
    if (shouldYield()) await yieldToEventLoop()
    const bytes = Buffer.from(piece)
    hash?.update(bytes)
    body.push(bytes)
  }
  if (body.length > 0 && body.at(-1)!.at(-1) !== LF) {
    const lineBreak = Buffer.from('\r\n')
    hash?.update(lineBreak)
    body.push(lineBreak)
  }
  return body
}

/** Turns a MailComposeError into a refusal; rethrows any other error, because the mail did not cause it. */
export function refusalOf(error: unknown): SendResult {
  if (error instanceof MailComposeError) return { outcome: 'refused', error: error.message }
  throw error
}

/** The composer silently turns line breaks into blanks; refuse a mail that has them instead. */
function checkHeaders(mail: OutgoingMail): void {
  const need = (ok: boolean, problem: string): void => {
    if (!ok) throw new MailComposeError(problem)
  }
  need(ADDR_SPEC.test(mail.rfcMessageId), 'the Message-ID is malformed')
  need(!LINE_BREAKER.test(mail.subject), 'the subject contains a line break or NUL')
  for (const { name, email } of [mail.from, ...mail.to, ...mail.cc, ...mail.bcc, ...mail.replyTo]) {
    need(ADDR_SPEC.test(email), 'an address is malformed')
    need(!LINE_BREAKER.test(name ?? ''), 'a name contains a line break or NUL')
  }
  for (const [name, value] of Object.entries(mail.headers)) {
    need(HEADER_NAME.test(name), 'a header name is malformed')
    need(!LINE_BREAKER.test(value), `the header ${name} contains a line break or NUL`)
  }
  for (const { filename, contentType, contentId } of mail.attachments) {
    need(!LINE_BREAKER.test(filename), 'a file name contains a line break or NUL')
    need(filename.length <= MAX_FILENAME_LENGTH, `a file name is longer than ${MAX_FILENAME_LENGTH} characters`)
    need(!LINE_BREAKER.test(contentType), 'a content type contains a line break or NUL')
    need(contentId === null || CONTENT_ID.test(contentId), 'a content id is malformed')
  }
}

function toAddress({ name, email }: Mailbox): { name: string; address: string } {
  return { name: wellFormed(name ?? ''), address: email }
}

/**
 * Encodes a subject even if it is ASCII when it would be folded wrongly (a word longer than a line) or misread (a
 * literal encoded word).
 */
function subjectValue(subject: string): string | { prepared: true; foldLines: true; value: string } {
  const text = wellFormed(subject)
  if (!hasUnbrokenRun(text) && !text.includes('=?')) return text
  return { prepared: true, foldLines: true, value: encodeWord(text, 'B', 52) }
}

function toText(body: string): string {
  return wellFormed(body).replace(/\r\n|\r|\n/g, '\r\n')
}

/**
 * Replaces lone surrogates, which have no UTF-8 form and would cause an error later, with the replacement character.
 */
function wellFormed(text: string): string {
  return /\p{Cs}/u.test(text) ? Buffer.from(text).toString() : text
}

function toAttachment(attachment: OutgoingAttachment) {
  const { filename, content, contentId } = attachment
  return {
    filename: wellFormed(filename),
    content,
    contentType: partType(attachment),
    contentDisposition: contentId === null ? 'attachment' : 'inline',
    ...(contentId === null ? {} : { cid: contentId }),
  }
}

/**
 * An attached message may not be encoded (RFC 2046 5.2.1), so one that cannot travel unencoded is sent as a plain file.
 * So is an attachment of a multipart type, which would need its own parts.
 */
function partType({ contentType, content }: OutgoingAttachment): string {
  if (!CONTENT_TYPE.test(contentType) || /^multipart\//i.test(contentType)) return ANY_FILE
  if (/^message\//i.test(contentType) && !(fitsTheWire(content) && hasNoLoneCr(content))) return ANY_FILE
  return contentType
}

function hasNoLoneCr(content: Buffer): boolean {
  for (let at = content.indexOf(13); at >= 0; at = content.indexOf(13, at + 1)) {
    if (content[at + 1] !== 10) return false
  }
  return true
}

/** Whether every server accepts these bytes: ASCII, no NUL, no line longer than RFC 5322 2.1.1 allows. */
function fitsTheWire(bytes: Buffer): boolean {
  if (!isAscii(bytes) || bytes.includes(0)) return false
  let start = 0
  while (start < bytes.length) {
    const newline = bytes.indexOf(10, start)
    const end = newline < 0 ? bytes.length : newline
    if (end - start > MAX_LINE_LENGTH + (bytes[end - 1] === 13 ? 1 : 0)) return false
    start = end + 1
  }
  return true
}
