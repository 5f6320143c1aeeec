/** Longest snippet, in characters. */
const MAX_CHARS = 200
/** Text that is looked at: blanks may be most of it. */
const MAX_SEEN = 4_000

/** The beginning of a text for lists: one line of at most 200 characters, never half a character. */
export function snippetOf(text: string): string {
  const line = text
    .slice(0, MAX_SEEN)
    .replace(/[\s\p{Cc}\u200b-\u200f\u2060\ufeff]+/gu, ' ')
    .trim()
  return line.length <= MAX_CHARS ? line : `${line.slice(0, MAX_CHARS - 1).replace(/\p{Cs}$/u, '')}…`
}
