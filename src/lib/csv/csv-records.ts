import { HEAD_BYTES } from '../text/unicode-of.js'
import { mixedAt } from '../text/utf8-detector.js'
import { readerOf, type TextReader, type UnsupportedEncodingError } from './csv-encoding.js'
import { type CsvRecord, RecordReader } from './csv-reader.js'

/* CSV files of any size, as they arrive. */

export { UnsupportedEncodingError } from './csv-encoding.js'

type Source = AsyncIterable<Uint8Array> | Iterable<Uint8Array>

/** Bytes to decode and split in one go: about a millisecond. */
const PIECE_BYTES = 64 * 1024

/** What is wrong with a file that cannot be read. */
export const encodingErrorOf = ({ mixedLine }: UnsupportedEncodingError): string =>
  mixedLine === null ? 'must be CSV text in UTF-8, UTF-16 or Windows-1252' : mixedAt(mixedLine)

/**
 * The records of a file, some at a time. Blank lines are left out.
 * @throws UnsupportedEncodingError where the text ends.
 */
export async function* csvRecords(source: Source): AsyncGenerator<CsvRecord[], void> {
  const reader = new RecordReader()
  for await (const text of decodedText(source)) yield reader.read(text, false)
  yield reader.read('', true)
}

/**
 * The text of a file, piece by piece, without its byte order mark: UTF-8, UTF-16 or Windows-1252.
 * @throws UnsupportedEncodingError where the text ends.
 */
export async function* decodedText(source: Source): AsyncGenerator<string, void> {
  let reader: TextReader | null = null
  let head: Buffer = Buffer.alloc(0)
  for await (const bytes of source) {
    let rest: Uint8Array = bytes
    if (!reader) {
      head =
        head.length === 0 ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length) : Buffer.concat([head, bytes])
      if (head.length < HEAD_BYTES) continue
      reader = readerOf(head)
      rest = head
    }
    for (let at = 0; at < rest.length; at += PIECE_BYTES) yield reader.read(rest.subarray(at, at + PIECE_BYTES))
  }
  if (!reader) {
    // The file is shorter than what decides.
    reader = readerOf(head)
    yield reader.read(head)
  }
  yield reader.end()
}
