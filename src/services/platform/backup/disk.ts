import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'

/**
 * The fastest level: mail compresses to about a third with it, and the next levels cost twice the time for a few percent.
 */
const GZIP = { level: 1, chunkSize: 256 * 1024 } as const

/** Whether an error of the system has one of these codes. */
export function isErrno(error: unknown, ...codes: string[]): error is NodeJS.ErrnoException {
  return error instanceof Error && codes.includes((error as NodeJS.ErrnoException).code ?? '')
}

/**
 * Writes a new compressed file for its owner alone, and syncs it to the disk.
 * @returns the SHA-256 of the file.
 */
export async function writeCompressed(path: string, chunks: AsyncIterable<Buffer> | Iterable<Buffer>): Promise<string> {
  const file = await open(path, 'wx', 0o600)
  try {
    const hash = createHash('sha256')
    await pipeline(Readable.from(chunks, { objectMode: true }), createGzip(GZIP), (compressed) =>
      writeAll(file, compressed, hash),
    )
    await file.sync()
    return hash.digest('hex')
  } finally {
    await file.close()
  }
}

async function writeAll(file: FileHandle, chunks: AsyncIterable<Buffer>, hash: ReturnType<typeof createHash>) {
  for await (const chunk of chunks) {
    hash.update(chunk)
    await file.writeFile(chunk)
  }
}

/** The SHA-256 of a file. */
export async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024 })) hash.update(chunk)
  return hash.digest('hex')
}

/** Syncs a folder, so that the names in it survive a power failure. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
