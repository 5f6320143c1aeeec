import { decodePart } from './body-text.js'
import { type MimePart, readMimeTree } from './mime/mime-tree.js'

/** A part of a mail that is no multipart itself. */
export interface MailPart {
  /** The media type in lower case and without parameters, such as `message/delivery-status`. */
  type: string
  /** Decodes its bytes (RFC 2045 section 6). */
  content: () => Buffer
}

/**
 * Finds the parts of a mail that are no multiparts themselves, in their order, for programs that read mail: reports have
 * theirs in such parts. A mail inside the mail is one part. Never throws for anything in the mail, which may be cut.
 */
export function readParts(raw: Buffer): MailPart[] {
  const parts: MailPart[] = []
  addLeaves(raw, readMimeTree(raw).root, parts)
  return parts
}

/** As deep as the mail is nested, which is limited. */
function addLeaves(raw: Buffer, part: MimePart, parts: MailPart[]): void {
  if (part.children === null)
    parts.push({ type: part.type, content: () => decodePart(raw, part, part.end - part.start) })
  else for (const child of part.children) addLeaves(raw, child, parts)
}
