import { ORIGINAL_MESSAGE } from './html-text.js'
import { withoutEmptyEnds } from './line-ends.js'
import {
  beginsIntroduction,
  introducesQuote,
  isOriginalMessageMark,
  isSentFrom,
  startsHeaderBlock,
} from './quote-marks.js'

/** A quoted line. `>From` at the beginning of a line is how mailbox files write `From`. */
const QUOTED = /^[ \t]{0,3}>(?!From )/
const SIGNATURE = /^--[ \t]?$/
/** Most lines that a line such as "On … wrote:" is broken into. */
const MAX_INTRODUCTION_LINES = 4

type Kind = 'own' | 'dropped'

/**
 * What a mail adds: its text without what it quotes and without the signature. Keeps what is written below or between
 * quotes. Everything is kept if nothing is quoted.
 * @param text with LF line ends.
 */
export function toReplyText(text: string): string {
  const lines = cutOriginal(text.split('\n'))
  const kinds: Kind[] = lines.map((line) => (QUOTED.test(line) ? 'dropped' : 'own'))
  dropIntroductions(lines, kinds)
  dropSignatures(lines, kinds)
  const own = lines.filter((_line, index) => kinds[index] === 'own')
  return withoutEmptyEnds(own.join('\n').replace(/\n{3,}/g, '\n\n')).trimEnd()
}

/** Programs that do not mark quoted lines write below their own text, so all that follows is quoted. */
function cutOriginal(lines: string[]): string[] {
  const at = lines.findIndex(
    (line, index) => line === ORIGINAL_MESSAGE || isOriginalMessageMark(line) || startsHeaderBlock(lines, index),
  )
  if (at < 0) return lines
  const isRule = (line: string | undefined) => line !== undefined && /^\s*(?:_{5,}|-{5,})\s*$/.test(line)
  let end = at
  while (end > 0 && (lines[end - 1]!.trim() === '' || isRule(lines[end - 1]))) end -= 1
  return lines.slice(0, end)
}

/** Drops lines such as "On … wrote:", with everything after them where no line is marked as quoted. */
function dropIntroductions(lines: string[], kinds: Kind[]): void {
  for (let index = 0; index < lines.length; index += 1) {
    const end = lines[index]!.trimEnd().at(-1)
    if (kinds[index] === 'dropped' || (end !== ':' && end !== '：')) continue
    const isMarked = kinds[nextFilled(lines, index + 1)] === 'dropped'
    const start = introductionStart(lines, kinds, index, isMarked)
    if (start < 0) continue
    kinds.fill('dropped', start, isMarked ? index + 1 : lines.length)
  }
}

/** Where an introduction that ends at a line begins; negative if none ends there. */
function introductionStart(lines: string[], kinds: Kind[], last: number, isMarked: boolean): number {
  let found = -1
  for (let count = 1; count <= MAX_INTRODUCTION_LINES; count += 1) {
    const start = last - count + 1
    if (start < 0 || kinds[start] === 'dropped' || lines[start]!.trim() === '') break
    if (!introducesQuote(lines.slice(start, last + 1).join(' '), isMarked)) continue
    if (beginsIntroduction(lines[start]!)) return start
    if (found < 0) found = start
  }
  return found
}

/** Signatures reach to the next quote, or to the end. */
function dropSignatures(lines: string[], kinds: Kind[]): void {
  // Of which paragraph it was looked whether it is the last one: it may have a hundred thousand such lines.
  let seen = { end: -1, isLast: false }
  for (let index = 0; index < lines.length; index += 1) {
    if (kinds[index] === 'dropped') continue
    const line = lines[index]!
    const isMark = SIGNATURE.test(line)
    if (!isMark && !isSentFrom(line)) continue
    if (!isMark && index >= seen.end) seen = paragraphAt(lines, kinds, index)
    if (!isMark && !seen.isLast) continue
    const end = kinds.indexOf('dropped', index)
    kinds.fill('dropped', index, end < 0 ? lines.length : end)
  }
}

/** Where the paragraph of a line ends, and whether nothing of the own text follows it. */
function paragraphAt(lines: string[], kinds: Kind[], index: number): { end: number; isLast: boolean } {
  let end = index + 1
  while (end < lines.length && kinds[end] === 'own' && lines[end]!.trim() !== '') end += 1
  const next = nextFilled(lines, end)
  return { end, isLast: next >= lines.length || kinds[next] === 'dropped' }
}

/** The index of the next line that is not blank, or the number of lines. */
function nextFilled(lines: string[], from: number): number {
  let index = from
  while (index < lines.length && lines[index]!.trim() === '') index += 1
  return index
}
