import { createHash } from 'node:crypto'
import type { MailInBytes, ParsedMail } from '@postline/mail-parser'

/** A mail that a thread has read. */
export type DigestedMail = MailInBytes & { contentDigest: string }

/** A mail with the digest of its content: see {@link contentDigest}. It is null if the body could not be read. */
export type ReadMail = ParsedMail & { contentDigest: string | null }

type Content = Pick<MailInBytes, 'to' | 'cc' | 'text' | 'html' | 'attachments' | 'bytes'>

/**
 * The SHA-256 of what a mail says: its recipients, its texts and its files. Copies of one mail have the same, whatever
 * servers on their ways added to the headers, or changed in the encoding.
 */
export function contentDigest({ to, cc, text, html, attachments, bytes }: Content): string {
  const hash = createHash('sha256').update(JSON.stringify([to, cc, text, html, attachments]))
  return hash.update(bytes).digest('base64url')
}
