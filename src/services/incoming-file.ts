/** A file that a request brings along. */
export interface IncomingFile {
  bytes: Buffer
  /** As the sender calls it, nothing to rely on; null when it has no name. */
  filename: string | null
}
