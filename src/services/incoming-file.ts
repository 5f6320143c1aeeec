/** An uploaded file. */
export interface IncomingFile {
  bytes: Buffer
  /** The sender's name for it, not trusted; null if it has none. */
  filename: string | null
}
