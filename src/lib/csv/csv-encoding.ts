import { type UnicodeName, unicodeOf } from '../text/unicode-of.js'
import { Utf8Detector } from '../text/utf8-detector.js'

/* The encodings in which spreadsheets save CSV files, told by the bytes of a file. */

/** The text is in no encoding that is read here. */
export class UnsupportedEncodingError extends Error {
  override name = 'UnsupportedEncodingError'

  /** @param mixedLine of a file in two encodings, the line of the first letter that is in the other one. */
  constructor(
    message: string,
    readonly mixedLine: number | null = null,
  ) {
    super(message)
  }
}

/** Decodes a file piece by piece. */
export interface TextReader {
  /** @throws UnsupportedEncodingError. */
  read(piece: Uint8Array): string
  /** The text of the bytes that have waited for others. @throws UnsupportedEncodingError. */
  end(): string
}

/** The reader for a file that begins so. */
export function readerOf(head: Buffer): TextReader {
  const encoding = unicodeOf(head)
  return encoding ? new Unicode(encoding) : new Eight()
}

/** UTF-8 or UTF-16, without the byte order mark that it may begin with. */
class Unicode implements TextReader {
  readonly #decoder: TextDecoder

  /** @param isMiddle whether it goes on where others have read. */
  constructor(encoding: UnicodeName, isMiddle = false) {
    this.#decoder = new TextDecoder(encoding, { fatal: true, ignoreBOM: isMiddle })
  }

  read(piece: Uint8Array): string {
    return this.#decode(() => this.#decoder.decode(piece, { stream: true }))
  }

  end(): string {
    return this.#decode(() => this.#decoder.decode())
  }

  #decode(decode: () => string): string {
    try {
      return decode()
    } catch {
      throw new UnsupportedEncodingError('the text is not in the encoding in which it begins')
    }
  }
}

/** Bytes to look at, from the first one that is not ASCII, before the encoding is decided. */
const WINDOW_BYTES = 64 * 1024

/**
 * UTF-8 or Windows-1252: what most letters at the beginning are. A file that has both is refused, because most of its
 * letters would be wrong in silence.
 */
class Eight implements TextReader {
  readonly #detector = new Utf8Detector()
  #reader: TextReader | null = null
  /** What was read since the first byte that is not ASCII, until the encoding is decided. */
  #open: Uint8Array[] = []
  #openBytes = 0

  read(piece: Uint8Array): string {
    this.#detector.add(piece)
    if (this.#reader) return this.#decode(this.#reader, piece)
    const first = this.#openBytes > 0 ? 0 : piece.findIndex((byte) => byte > 0x7f)
    if (first < 0) return latin1(piece)
    // A copy, because whoever reads may use its memory again.
    this.#open.push(Uint8Array.prototype.slice.call(piece, first))
    this.#openBytes += piece.length - first
    const before = latin1(piece.subarray(0, first))
    return this.#openBytes < WINDOW_BYTES ? before : before + this.#decide()
  }

  end(): string {
    this.#detector.end()
    const rest = this.#openBytes > 0 ? this.#decide() : ''
    if (this.#reader) this.#assertOneEncoding(this.#reader)
    return rest + (this.#reader?.end() ?? '')
  }

  #decide(): string {
    const bytes = Buffer.concat(this.#open)
    this.#open = []
    this.#openBytes = 0
    this.#reader = this.#detector.isUtf8 ? new Unicode('utf-8', true) : WINDOWS_1252
    return this.#decode(this.#reader, bytes)
  }

  #decode(reader: TextReader, bytes: Uint8Array): string {
    this.#assertOneEncoding(reader)
    return reader.read(bytes)
  }

  /** @throws UnsupportedEncodingError naming a line. */
  #assertOneEncoding(reader: TextReader): void {
    const { isUtf8, strayLine } = this.#detector
    if (strayLine === null || (reader === WINDOWS_1252 && !isUtf8)) return
    throw new UnsupportedEncodingError('the text has two encodings', strayLine)
  }
}

const latin1 = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1')

/** 0x80 to 0x9f. Five of them mean nothing. */
const C1 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ'
/** Files that are no text have them: archives, pictures, spreadsheets in their own format. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const NO_TEXT = /[\x00-\x08\x0e-\x1f\x7f\x81\x8d\x8f\x90\x9d]/

const WINDOWS_1252: TextReader = {
  read(piece) {
    const letters = latin1(piece).replaceAll(/[\x80-\x9f]/g, (char) => C1[char.charCodeAt(0) - 0x80]!)
    if (NO_TEXT.test(letters)) throw new UnsupportedEncodingError('the file is no text')
    return letters
  },
  end: () => '',
}
