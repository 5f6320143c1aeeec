import { unicodeOf } from '../../../src/lib/text/unicode-of.js'
import { mixedAt, Utf8Detector } from '../../../src/lib/text/utf8-detector.js'

/** What is wrong with a file, in a few words. */
export class FileError extends Error {}

/**
 * The text of a file: UTF-8, UTF-16 or Windows-1252, told as an import tells it. A fault if it has two encodings, or cannot be
 * read: it was moved or changed since it was chosen, or is no file but a folder.
 */
export async function textOrError(file: File): Promise<string | FileError> {
  const buffer = await file.arrayBuffer().catch(() => null)
  if (!buffer) return new FileError('The file cannot be read. Choose it again.')
  const bytes = new Uint8Array(buffer)
  const unicode = unicodeOf(bytes)
  if (unicode) return new TextDecoder(unicode).decode(bytes)
  const tally = new Utf8Detector()
  tally.add(bytes)
  tally.end()
  if (!tally.isUtf8) return new TextDecoder('windows-1252').decode(bytes)
  if (tally.strayLine !== null) return new FileError(`The file ${mixedAt(tally.strayLine)}.`)
  return new TextDecoder('utf-8').decode(bytes)
}
