import { createReadStream } from 'node:fs'
import { createGunzip } from 'node:zlib'
import { BackupError } from './backup-error.js'

/** Documents are written in chunks of about this size, in bytes. */
const CHUNK_BYTES = 512 * 1024
/** MongoDB stores documents up to 16 MiB, and allows some KiB more inside. */
const MAX_DOCUMENT_BYTES = 16 * 1024 * 1024 + 16 * 1024
/** The length, an end mark. */
const MIN_DOCUMENT_BYTES = 5

/** Joins documents to chunks, and counts them. */
export class DocumentChunks {
  documents = 0
  bytes = 0

  async *of(batches: AsyncIterable<readonly Buffer[]>): AsyncGenerator<Buffer> {
    let waiting: Buffer[] = []
    let size = 0
    for await (const batch of batches) {
      for (const document of batch) {
        waiting.push(document)
        size += document.length
        if (size < CHUNK_BYTES) continue
        yield this.#joined(waiting, size)
        waiting = []
        size = 0
      }
    }
    if (size > 0) yield this.#joined(waiting, size)
  }

  #joined(documents: Buffer[], size: number): Buffer {
    this.documents += documents.length
    this.bytes += size
    return Buffer.concat(documents, size)
  }
}

/**
 * The documents of a compressed file, in batches of at most `maxCount` and about `maxBytes`.
 * @throws BackupError if the file does not end with a document, or has something else in it.
 */
export async function* readDocuments(path: string, maxCount: number, maxBytes: number): AsyncGenerator<Buffer[]> {
  const file = createReadStream(path, { highWaterMark: 256 * 1024 })
  const plain = file.pipe(createGunzip({ chunkSize: 256 * 1024 }))
  file.on('error', (error) => plain.destroy(error))
  let rest: Buffer = Buffer.alloc(0)
  let batch: Buffer[] = []
  let size = 0
  for await (const chunk of plain as AsyncIterable<Buffer>) {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    let at = 0
    for (let length = lengthAt(path, rest, at); length !== null; length = lengthAt(path, rest, at)) {
      batch.push(rest.subarray(at, at + length))
      at += length
      size += length
      if (batch.length < maxCount && size < maxBytes) continue
      yield batch
      batch = []
      size = 0
    }
    rest = rest.subarray(at)
  }
  if (rest.length > 0) throw new BackupError(`${path} is damaged: it ends within a document.`)
  if (batch.length > 0) yield batch
}

/** The length of the document that begins at `at`; null if it is not all there yet. */
function lengthAt(path: string, bytes: Buffer, at: number): number | null {
  if (bytes.length - at < 4) return null
  const length = bytes.readInt32LE(at)
  if (length < MIN_DOCUMENT_BYTES || length > MAX_DOCUMENT_BYTES) {
    throw new BackupError(`${path} is damaged: a document has a length of ${length} bytes.`)
  }
  return bytes.length - at < length ? null : length
}
