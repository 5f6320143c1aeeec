import { promisify } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { type Entry, fromBuffer, type ZipFile } from 'yauzl'

const GZIP = Buffer.from([0x1f, 0x8b])
const ZIP = Buffer.from('PK')

const openZip = promisify<Buffer, { lazyEntries: true }, ZipFile>(fromBuffer)

/**
 * Unpacks a report as it is attached to a mail: gzip, a zip file with one entry, or neither (RFC 7489, 7.2.1.1; RFC 8460
 * section 5.2).
 * @param maxBytes most bytes when it is unpacked.
 * @returns null if it is nothing of this, damaged, or too large when it is unpacked.
 */
export async function unpackReport(file: Buffer, maxBytes: number): Promise<Buffer | null> {
  try {
    if (file.subarray(0, GZIP.length).equals(GZIP)) return gunzipSync(file, { maxOutputLength: maxBytes })
    if (file.subarray(0, ZIP.length).equals(ZIP)) return await unzip(file, maxBytes)
    return file.length <= maxBytes ? file : null
  } catch {
    return null
  }
}

async function unzip(file: Buffer, maxBytes: number): Promise<Buffer | null> {
  const zip = await openZip(file, { lazyEntries: true })
  if (zip.entryCount !== 1) return null
  const entry = await firstEntry(zip)
  if (entry.uncompressedSize > maxBytes || entry.isEncrypted()) return null
  const stream = await promisify<Entry, NodeJS.ReadableStream>(zip.openReadStream.bind(zip))(entry)
  const pieces: Buffer[] = []
  // Ends with an error as soon as there is more than the entry says.
  for await (const piece of stream) pieces.push(piece as Buffer)
  return Buffer.concat(pieces)
}

function firstEntry(zip: ZipFile): Promise<Entry> {
  return new Promise((resolve, reject) => {
    zip.once('entry', resolve)
    zip.once('error', reject)
    zip.once('end', () => reject(new Error('it is empty')))
    zip.readEntry()
  })
}
