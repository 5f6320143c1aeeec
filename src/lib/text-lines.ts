/** Bytes to decode and split in one go: some hundred microseconds. */
const PIECE_BYTES = 64 * 1024

/**
 * The lines of a UTF-8 text, without their ends and a byte order mark, some at a time as they arrive. Of a line of more
 * than `maxChars` characters it keeps one character more than that, whatever its length.
 * @throws TypeError if it is not UTF-8.
 */
export async function* linesOf(
  source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  maxChars: number,
): AsyncGenerator<string[], void> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let open = ''
  const split = (text: string): string[] => {
    const lines = text.split('\n')
    lines[0] = open + lines[0]
    open = lines.pop()!.slice(0, maxChars + 1)
    return lines.map((line) => line.slice(0, maxChars + 1).replace(/\r$/, ''))
  }
  for await (const bytes of source) {
    for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
      yield split(decoder.decode(bytes.subarray(at, at + PIECE_BYTES), { stream: true }))
    }
  }
  yield split(`${decoder.decode()}\n`)
}
