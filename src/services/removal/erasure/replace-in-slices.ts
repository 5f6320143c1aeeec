import { shouldYield, yieldToEventLoop } from '../../../lib/concurrency/time-slices.js'

/*
 * Searches large texts slice by slice, so that nobody else waits for the whole of them.
 */

/** Characters of a slice. Even the costliest patterns and texts take a few milliseconds for it. */
export const SLICE = 64 * 1024

/** What is replaced in a text. */
export interface Replacement {
  /** Global. */
  pattern: RegExp
  /** How many characters are needed at most to see whether the pattern matches at a place. */
  longest: number
  /** What a match becomes; null if it stays. */
  replace: (match: string, text: string, at: number) => string | null
}

/** Replaces in one turn of the event loop: for short texts. */
export function replaceAtOnce(text: string, replacement: Replacement): string {
  const work = inSlices(text, replacement)
  for (;;) {
    const { done, value } = work.next()
    if (done) return value
  }
}

/** Replaces in as many turns as that takes. */
export async function replaceInSlices(text: string, replacement: Replacement): Promise<string> {
  const work = inSlices(text, replacement)
  for (;;) {
    if (shouldYield()) await yieldToEventLoop()
    const { done, value } = work.next()
    if (done) return value
  }
}

/** Stops after each slice. Returns the same text if nothing was replaced. */
function* inSlices(text: string, { pattern, longest, replace }: Replacement): Generator<void, string> {
  const slices: string[] = []
  let isSame = true
  for (let from = 0; from < text.length; ) {
    const parts: string[] = []
    const slice = text.slice(from, from + SLICE + longest)
    let end = 0
    pattern.lastIndex = 0
    for (let match = pattern.exec(slice); match && match.index < SLICE; match = pattern.exec(slice)) {
      const { 0: found, index } = match
      const replaced = replace(found, text, from + index)
      // Another match may begin inside of one that stays.
      if (replaced === null) pattern.lastIndex = index + 1
      else {
        parts.push(slice.slice(end, index), replaced)
        end = index + found.length
      }
    }
    if (parts.length > 0) isSame = false
    slices.push(parts.join('') + slice.slice(end, SLICE))
    from += Math.max(SLICE, end)
    yield
  }
  return isSame ? text : slices.join('')
}
