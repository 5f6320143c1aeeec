import { createHash } from 'node:crypto'
import { parseMail } from '../../src/parse-mail.js'

/** What a reader says about a mail; see read_mails.py. */
export interface Reading {
  subject: string
  from: Addresses
  to: Addresses
  cc: Addresses
  text: string | null
  html: string | null
  /** No file name if the mail has none; no hash of mails in the mail, which Python writes anew. */
  attachments: { type: string; filename: string | null; sha256: string | null }[]
}

/** Names and addresses; a text if Python reports an error. */
type Addresses = [name: string | null, email: string][] | string

export const FIELDS = ['subject', 'from', 'to', 'cc', 'text', 'html', 'attachments'] as const

/** Reads a mail as Postline does, in the form of the other reader. */
export function readOurs(raw: Buffer): Reading {
  const { bytes, attachments, ...mail } = parseMail(raw, { attachmentsUrl: '/a', withHtml: true })
  const addresses = (all: typeof mail.from): Addresses => all.map(({ name, email }) => [name, email])
  return {
    subject: mail.subject,
    from: addresses(mail.from),
    to: addresses(mail.to),
    cc: addresses(mail.cc),
    text: mail.text,
    html: mail.html,
    attachments: attachments.map(({ filename, contentType, start, end }) => ({
      type: contentType,
      filename: /^attachment-\d+(?:\.\w+)?$/.test(filename) ? null : filename,
      sha256: createHash('sha256').update(bytes.subarray(start, end)).digest('hex'),
    })),
  }
}

/** The fields in which two readings differ. Blanks at the ends, and of line ends, do not count. */
export function differences(ours: Reading, theirs: Reading): string[] {
  return FIELDS.filter((field) => comparable(ours, theirs, field) !== comparable(theirs, ours, field))
}

function comparable(one: Reading, other: Reading, field: (typeof FIELDS)[number]): string {
  if (field !== 'attachments') {
    const value = one[field]
    return typeof value === 'string' ? squeezed(value) : JSON.stringify(value)
  }
  const hasHash = (index: number) => one.attachments[index]?.sha256 && other.attachments[index]?.sha256
  return JSON.stringify(
    one.attachments.map(({ type, filename, sha256 }, index) => [type, filename, hasHash(index) ? sha256 : null]),
  )
}

const squeezed = (text: string) =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/[ \t]+$/gm, '')
    .trim()
