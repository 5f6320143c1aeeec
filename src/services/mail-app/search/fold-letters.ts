/*
 * Letters with marks as people type them without: `Müller` as `mueller` or `muller`, `café` as `cafe`. Everything takes a
 * time in proportion to the text.
 */

import { isAscii } from '../../../lib/text/is-ascii.js'

/** Letters that are written with two others where they are missing, as in German, and with one, as elsewhere. */
const LETTERS: Record<string, [spelled: string, plain: string]> = {
  ...{
    ä: ['ae', 'a'],
    ö: ['oe', 'o'],
    ü: ['ue', 'u'],
    ß: ['ss', 'ss'],
    æ: ['ae', 'ae'],
    ø: ['oe', 'o'],
    å: ['aa', 'a'],
  },
  ...{ œ: ['oe', 'oe'], þ: ['th', 'th'], ð: ['d', 'd'], đ: ['d', 'd'], ł: ['l', 'l'], ħ: ['h', 'h'], ı: ['i', 'i'] },
}
const LETTER = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'g')
/** Marks on Latin and Greek letters. In other scripts they make another letter, or a vowel. */
const MARKS = /([^\u0400-\u{10ffff}])[\u0300-\u036f]+/gu

/** A text in lower case (NFC) without marks on its letters: spelled, and plain if that is another one. */
export function folded(text: string): string[] {
  if (isAscii(text)) return [text]
  const fold = (way: 0 | 1) => unmarked(text.replace(LETTER, (letter) => LETTERS[letter]![way]))
  return [...new Set([fold(0), fold(1)])]
}

const unmarked = (text: string) => text.normalize('NFD').replace(MARKS, '$1').normalize('NFC')
