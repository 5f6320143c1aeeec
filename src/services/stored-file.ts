import { createHash } from 'node:crypto'

/** A file as anybody may fetch it. */
export interface StoredFile {
  contentType: string
  /** In bytes. */
  size: number
  /** With its quotes, as the header has it (RFC 9110 section 8.8.3). */
  etag: string
  /** Reads the bytes, which whoever has them already does not need. Null when the file was removed meanwhile. */
  read: () => Promise<Buffer | null>
}

/** The strong entity tag of a content. */
export function etagOf(content: Uint8Array): string {
  return `"${createHash('sha256').update(content).digest('base64url').slice(0, 27)}"`
}
