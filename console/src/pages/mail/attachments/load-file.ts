import { unicodeOf } from '../../../../../src/lib/text/unicode-of'

/** How much of a text is loaded, in bytes. */
export const MAX_TEXT_BYTES = 100_000

/** Why a file is not shown, in words for the reader. */
export class FileError extends Error {}

/** The beginning of a text: UTF-8, UTF-16 with a mark, or else Windows-1252. */
export async function loadText(path: string, signal: AbortSignal): Promise<{ text: string; isWhole: boolean }> {
  const { bytes, isWhole } = await beginningOf(await ask(path, signal))
  return { text: textOf(bytes), isWhole }
}

/** A PDF, as an address that only this page knows. Its reader revokes it. */
export async function loadPdf(path: string, signal: AbortSignal): Promise<string> {
  const bytes = await (await ask(path, signal)).arrayBuffer()
  // Readers of PDF look for this in the first 1,024 bytes.
  const head = new TextDecoder('latin1').decode(bytes.slice(0, 1_024))
  if (!head.includes('%PDF-')) throw new FileError('It is called a PDF, and is none.')
  // Whatever the mail calls it, no browser takes it for anything else.
  return URL.createObjectURL(new Blob([bytes], { type: 'application/pdf' }))
}

async function ask(path: string, signal: AbortSignal): Promise<Response> {
  const response = await fetch(path, { signal })
  if (response.ok) return response
  throw new FileError(response.status === 404 ? 'It is gone.' : `It cannot be loaded (${response.status}).`)
}

async function beginningOf(response: Response): Promise<{ bytes: Uint8Array; isWhole: boolean }> {
  const reader = response.body!.getReader()
  const bytes = new Uint8Array(MAX_TEXT_BYTES)
  let length = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return { bytes: bytes.subarray(0, length), isWhole: true }
    const taken = value.subarray(0, MAX_TEXT_BYTES - length)
    bytes.set(taken, length)
    length += taken.length
    if (taken.length === value.length) continue
    void reader.cancel()
    return { bytes, isWhole: false }
  }
}

function textOf(bytes: Uint8Array): string {
  const unicode = unicodeOf(bytes)
  if (unicode) return new TextDecoder(unicode).decode(bytes)
  try {
    // As a stream: the last character may be cut.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
