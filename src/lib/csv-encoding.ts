import { type UnicodeName, unicodeOf } from './unicode-of.js'

/* The encodings in which spreadsheets save CSV files, told by the bytes of a file. */

/** The text is in no encoding that is read here. */
export class NoTextError extends Error {
  override name = 'NoTextError'
}

/** Decodes a file piece by piece. */
export interface TextReader {
  /** @throws NoTextError. */
  read(piece: Uint8Array): string
  /** The text of the bytes that have waited for others. @throws NoTextError. */
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
      throw new NoTextError('the text is not in the encoding in which it begins')
    }
  }
}

/** Bytes that a character of UTF-8 may still lack. */
const MOST_LACKING = 3

/** UTF-8 or Windows-1252: the first piece that is not ASCII decides. */
class Eight implements TextReader {
  #reader: TextReader | null = null
  /** The first bytes that are not ASCII, if they are too few to tell. */
  #open: Buffer = Buffer.alloc(0)

  read(piece: Uint8Array): string {
    if (this.#reader) return this.#reader.read(piece)
    const bytes = Buffer.concat([this.#open, piece])
    const first = bytes.findIndex((byte) => byte > 0x7f)
    if (first < 0) return bytes.toString('latin1')
    this.#open = bytes.subarray(first)
    const before = bytes.toString('latin1', 0, first)
    return this.#open.length <= MOST_LACKING ? before : before + this.#decide({ stream: true })
  }

  end(): string {
    const rest = this.#open.length > 0 ? this.#decide({ stream: false }) : ''
    return rest + (this.#reader?.end() ?? '')
  }

  #decide(options: { stream: boolean }): string {
    const bytes = this.#open
    this.#open = Buffer.alloc(0)
    this.#reader = isUtf8(bytes, options) ? new Unicode('utf-8', true) : WINDOWS_1252
    return this.#reader.read(bytes)
  }
}

function isUtf8(bytes: Buffer, options: { stream: boolean }): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, options)
    return true
  } catch {
    return false
  }
}

/** 0x80 to 0x9f. Five of them mean nothing. */
const C1 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ'
/** Files that are no text have them: archives, pictures, spreadsheets in their own format. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const NO_TEXT = /[\x00-\x08\x0e-\x1f\x7f\x81\x8d\x8f\x90\x9d]/

const WINDOWS_1252: TextReader = {
  read(piece) {
    const text = Buffer.from(piece.buffer, piece.byteOffset, piece.length).toString('latin1')
    const letters = text.replaceAll(/[\x80-\x9f]/g, (char) => C1[char.charCodeAt(0) - 0x80]!)
    if (NO_TEXT.test(letters)) throw new NoTextError('the file is no text')
    return letters
  },
  end: () => '',
}
