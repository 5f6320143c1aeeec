import { type AttachmentPlace, decodeAttachments } from './attachments.js'
import { sortParts } from './body-parts.js'
import { cutToBytes, readPartText } from './body-text.js'
import { htmlToText } from './html-text.js'
import { type MailHeaders, readMailHeaders } from './mail-headers.js'
import { readHeaderBlock } from './mime/header-block.js'
import { type MimePart, readMimeTree } from './mime/mime-tree.js'
import { cutNested } from './nested-html.js'
import type { ParsedMail } from './parsed-mail.js'
import { toReplyText } from './reply-text.js'
import { type InlinePictures, toSafeHtml } from './safe-html.js'
import { withUuencodedFiles } from './uuencoded-files.js'

export interface ParseOptions {
  /**
   * URL of the attachments of the mail, before the slash and the index: in the safe HTML, its pictures come from there.
   * Without it, the safe HTML does not show them.
   */
  attachmentsUrl?: string | undefined
  /** Whether to work on the HTML, which takes most of the time. By default it does. */
  withHtml?: boolean
}

/** A mail of which only the headers are read. */
export type MailOutline = Omit<ParsedMail, 'attachments'>

/** A mail whose attachments are in one buffer, which can be handed to another thread without copying it. */
export interface MailInBytes extends Omit<ParsedMail, 'attachments'> {
  attachments: AttachmentPlace[]
  bytes: Uint8Array<ArrayBuffer>
}

// Together they stay below 16 MiB, which a document of MongoDB holds.
const MAX_TEXT_BYTES = 2 * 1024 * 1024
const MAX_HTML_BYTES = 4 * 1024 * 1024
const MAX_SAFE_HTML_BYTES = 5 * 1024 * 1024
const MAX_SEARCH_CHARS = 512 * 1024
/** Bytes that are read when only the headers are. */
const HEADERS_ONLY_BYTES = 128 * 1024

const TEXT = 'text/plain'
const HTML = 'text/html'

type Reading = Pick<ParsedMail, 'htmlSafe' | 'replyText' | 'searchText'>

/** The text of a part. */
interface BodyText {
  type: string
  text: string
}

/** Reads a mail. Never throws for anything in it. */
export function parseMail(raw: Buffer, { attachmentsUrl, withHtml = true }: ParseOptions = {}): MailInBytes {
  const mail = withLineFeeds(raw)
  const { root, fields, defects } = withUuencodedFiles(mail, readMimeTree(mail))
  const parts = sortParts(root)
  const { places, bytes } = decodeAttachments(mail, parts.attachments, defects)
  const headers = readMailHeaders(fields, defects)
  const texts = readTexts(mail, parts.text, MAX_TEXT_BYTES, defects)
  const htmls = readTexts(mail, parts.html, MAX_HTML_BYTES, defects)
  const text = joined(texts.filter(({ type }) => type === TEXT))
  const html = joined(htmls.filter(({ type }) => type === HTML))
  const pictures = { attachmentsUrl, indexOf: indexByContentId(places) }
  const body = withHtml ? readBody({ texts, htmls }, pictures, defects) : plainBody(text)
  return { ...headers, ...body, text, html, attachments: places, bytes, defects: [...defects] }
}

/** Gives each attachment its bytes, without copying them. */
export function withContents({ bytes, attachments, ...rest }: MailInBytes): ParsedMail {
  const listed = attachments.map(({ start, end, ...attachment }) => ({
    ...attachment,
    content: Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start),
  }))
  return { ...rest, attachments: listed }
}

/** Reads only the beginning of a mail: its headers. */
export function parseOutline(raw: Buffer, defect: string): MailOutline {
  const defects = new Set([defect])
  const beginning = withLineFeeds(raw.subarray(0, HEADERS_ONLY_BYTES))
  const block = readHeaderBlock({ raw: beginning, start: 0, end: beginning.length, maxBytes: HEADERS_ONLY_BYTES })
  const headers: MailHeaders = readMailHeaders(block.fields, defects)
  return { ...headers, ...plainBody(null), text: null, html: null, defects: [...defects] }
}

/** A mail of which nothing can be read. */
export function unreadableMail(defect: string): ParsedMail {
  const headers: MailHeaders = {
    ...{ rfcMessageId: null, inReplyTo: [], references: [], sentAt: null },
    ...{ from: [], replyTo: [], to: [], cc: [], subject: '', headers: [] },
  }
  return { ...headers, ...plainBody(null), text: null, html: null, attachments: [], defects: [defect] }
}

const LF = 0x0a
const CR = 0x0d

/** Where there is no LF at all, CR ends the lines. */
function withLineFeeds(raw: Buffer): Buffer {
  if (raw.includes(LF) || !raw.includes(CR)) return raw
  return Buffer.from(raw).map((byte) => (byte === CR ? LF : byte)) as Buffer
}

/** Reads parts up to a number of bytes in all. */
function readTexts(raw: Buffer, parts: readonly MimePart[], maxBytes: number, defects: Set<string>): BodyText[] {
  const texts: BodyText[] = []
  let left = maxBytes
  for (const part of parts) {
    const { text, isCut } = readPartText(raw, part, Math.max(0, left))
    if (isCut) defects.add(`The ${part.type === HTML ? 'HTML' : 'text'} is longer than ${maxBytes} bytes and cut.`)
    texts.push({ type: part.type, text })
    left -= Buffer.byteLength(text) + 1
  }
  return texts
}

const joined = (texts: readonly BodyText[]) => (texts.length === 0 ? null : texts.map(({ text }) => text).join('\n'))

/** What a person reads: where a part has no form of the wanted type, its other form is converted. */
function readBody(
  { texts, htmls }: { texts: BodyText[]; htmls: BodyText[] },
  pictures: InlinePictures,
  defects: Set<string>,
): Reading {
  const all = htmls.some(({ type }) => type === HTML) ? htmls.map(toHtml).join('\n') : null
  const html = all === null ? null : cutNested(all)
  if (html !== all) defects.add('The HTML is nested too deep, and cut there for reading.')
  const hasWords = texts.some(({ text }) => text.trim() !== '')
  const words = hasWords
    ? texts.map(toText).join('\n')
    : html === null
      ? joined(texts)
      : htmlToText(html, MAX_SEARCH_CHARS)
  return {
    htmlSafe: html === null ? null : boundedSafeHtml(html, (part) => toSafeHtml(part, pictures)),
    replyText: words === null ? null : cutToBytes(toReplyText(words), MAX_TEXT_BYTES),
    searchText: (words ?? '').slice(0, MAX_SEARCH_CHARS),
  }
}

const toText = ({ type, text }: BodyText) => (type === TEXT ? text : htmlToText(cutNested(text), MAX_SEARCH_CHARS))

function toHtml({ type, text }: BodyText): string {
  if (type === HTML || text.trim() === '') return text
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  return `<div style="white-space:pre-wrap">${escaped}</div>`
}

function indexByContentId(attachments: readonly AttachmentPlace[]): (contentId: string) => number | undefined {
  const indices = new Map<string, number>()
  for (const [index, { contentId }] of attachments.entries()) {
    if (contentId !== null && !indices.has(contentId)) indices.set(contentId, index)
  }
  return (contentId) => indices.get(contentId)
}

/** The reading of a mail whose HTML is left alone. */
function plainBody(text: string | null): Reading {
  return { htmlSafe: null, replyText: text, searchText: (text ?? '').slice(0, MAX_SEARCH_CHARS) }
}

/** Links grow, so long HTML may become too long. */
function boundedSafeHtml(html: string, toSafe: (html: string) => string): string {
  for (let length = html.length; ; length = Math.floor(length / 2)) {
    const safe = toSafe(html.slice(0, length))
    if (Buffer.byteLength(safe) <= MAX_SAFE_HTML_BYTES) return safe
  }
}
