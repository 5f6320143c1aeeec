/** A text without any of a character at its end. A pattern such as `x+$` would begin again at each of them. */
export function withoutEnd(text: string, character: string): string {
  let end = text.length
  while (end > 0 && text[end - 1] === character) end -= 1
  return text.slice(0, end)
}

/** From the first letter, digit or mark of any script to the last one; empty if there is none. */
export const withoutPunctuationAround = (text: string): string =>
  /[\p{L}\p{N}\p{M}](?:.*[\p{L}\p{N}\p{M}])?/su.exec(text)?.[0] ?? ''
