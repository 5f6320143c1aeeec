/** Most ids that are kept of a header: the first ones name the beginning of the thread, the last ones the parents. */
const KEPT_FIRST = 20
const KEPT_LAST = 180
/** Longest id: that of a line (RFC 5322 section 2.1.1). */
const MAX_ID_CHARS = 998

const IN_BRACKETS = /<([^<>]+)(?:>|(?=<)|$)/g

/** A message id without angle brackets, white space and control characters: empty if nothing is left. */
export const bareId = (text: string): string => text.replace(/[\s\p{Cc}<>]+/gu, '')

/**
 * Reads message ids (RFC 5322 section 3.6.4): without angle brackets, and without white space inside them, which comes
 * from lines that were folded there. Without any brackets, every word with an `@` counts.
 */
export function parseMessageIds(header: string): string[] {
  const inBrackets = [...header.matchAll(IN_BRACKETS)].map(([, id = '']) => id)
  const all = inBrackets.length > 0 ? inBrackets : header.split(/[\s,;]+/).filter((word) => word.includes('@'))
  const ids = new Set(all.map(bareId).filter((id) => id !== '' && id.length <= MAX_ID_CHARS))
  return bounded([...ids])
}

/** Reads the Message-ID header; null if there is no id. Accepts any single word. */
export function parseMessageId(header: string): string | null {
  const id = parseMessageIds(header)[0] ?? bareId(header)
  return id === '' || id.length > MAX_ID_CHARS ? null : id
}

function bounded(ids: string[]): string[] {
  if (ids.length <= KEPT_FIRST + KEPT_LAST) return ids
  return [...ids.slice(0, KEPT_FIRST), ...ids.slice(-KEPT_LAST)]
}
