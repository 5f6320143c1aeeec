import { unicodeOf } from '../../../src/lib/unicode-of.js'

/** The text of a file: UTF-8, UTF-16 or Windows-1252, told as an import tells it. */
export async function textOfFile(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const unicode = unicodeOf(bytes)
  if (unicode) return new TextDecoder(unicode).decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
