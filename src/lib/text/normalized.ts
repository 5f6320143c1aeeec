import { isAscii } from './is-ascii.js'

/**
 * Longest run of marks on one character that is kept, as in the Stream-Safe Text Format of Unicode (UAX #15 section 13). No
 * language needs more than a few.
 */
const MAX_MARKS = 30
/** Marks, and the halfwidth sound marks of Japanese, which turn into marks. */
const LONG_RUN = new RegExp(`([\\p{M}\\uff9e\\uff9f]{${MAX_MARKS}})[\\p{M}\\uff9e\\uff9f]+`, 'gu')

/**
 * A text in a normal form of Unicode, for comparisons, in time proportional to its length. Marks beyond the thirtieth on one
 * character are left out: putting many into their order takes time with the square of their number, more than a second for
 * 64 K characters.
 */
export function normalized(text: string, form: 'NFC' | 'NFKC' | 'NFKD'): string {
  return isAscii(text) ? text : text.replace(LONG_RUN, '$1').normalize(form)
}
