import { type CsvRecord, RecordReader } from './csv-reader.js'

/* CSV files of any size, as they arrive: UTF-8 or, with a byte order mark, UTF-16. */

type Source = AsyncIterable<Uint8Array> | Iterable<Uint8Array>

/** Bytes to decode and split in one go: about a millisecond. */
const PIECE_BYTES = 64 * 1024
const BOM_BYTES = 3

/** The file is neither UTF-8 nor UTF-16 with a byte order mark. */
export class NoTextError extends Error {
  override name = 'NoTextError'
}

/**
 * The records of a file, some at a time. Blank lines are left out.
 * @throws NoTextError where the text ends.
 */
export async function* csvRecords(source: Source): AsyncGenerator<CsvRecord[], void> {
  const reader = new RecordReader()
  for await (const text of decodedText(source)) yield reader.read(text, false)
  yield reader.read('', true)
}

/**
 * The text of a file, piece by piece, without its byte order mark.
 * @throws NoTextError where the text ends.
 */
export async function* decodedText(source: Source): AsyncGenerator<string, void> {
  let decoder: TextDecoder | null = null
  let start: Buffer = Buffer.alloc(0)
  try {
    for await (const bytes of source) {
      let rest: Uint8Array = bytes
      if (!decoder) {
        start =
          start.length === 0 ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length) : Buffer.concat([start, bytes])
        if (start.length < BOM_BYTES) continue
        decoder = decoderOf(start)
        rest = start
      }
      for (let at = 0; at < rest.length; at += PIECE_BYTES) {
        yield decoder.decode(rest.subarray(at, at + PIECE_BYTES), { stream: true })
      }
    }
    decoder ??= decoderOf(start)
    // If less has come than decides it, nothing was decoded yet.
    yield start.length < BOM_BYTES ? decoder.decode(start) : decoder.decode()
  } catch (error) {
    throw error instanceof TypeError ? new NoTextError('the text is neither UTF-8 nor UTF-16') : error
  }
}

/** By the byte order mark, which the decoder leaves out. */
function decoderOf(start: Buffer): TextDecoder {
  const encoding = start[0] === 0xff && start[1] === 0xfe ? 'utf-16le' : isBigEndian(start) ? 'utf-16be' : 'utf-8'
  return new TextDecoder(encoding, { fatal: true })
}

const isBigEndian = (start: Buffer) => start[0] === 0xfe && start[1] === 0xff
