/** A public file. */
export interface StoredFile {
  contentType: string
  /** With quotes, as in the header (RFC 9110, section 8.8.3). */
  etag: string
  /** Reads the bytes, unless the client has them already. Null if the file was removed in the meantime. */
  read: () => Promise<Buffer | null>
}
