/*
 * Long texts that make a pattern with a mistake slow: something that it looks for, then the same thing again and again,
 * and an end at which it fails. What it looks for is taken from the pattern itself.
 */

/** Characters that attacks repeat, whatever the pattern is. */
const USUAL = [' ', '\t', '"', "'", '\\', '\r', '\n', '\r\n', '\r\n ', '(', ')', '[', '<', '>', ',', ';', '.', '-', '/']
const LETTERS = ['a', '0', 'A', '=', ':', '@', '_', '%', 'é', '"\\', '=20', 'a ', '0.']
/** Ends at which something that has matched so far fails. */
const ENDS = ['\u0001', '\n\u0001', 'a!', '']
/** More parts of a pattern add nothing but time. */
const MAX_PARTS = 12

/** A text that grows with its length. */
export interface Pump {
  before: string
  again: string
  end: string
}

/** The text of a pump, with about so many characters. */
export const pumped = ({ before, again, end }: Pump, length: number): string =>
  before + again.repeat(Math.ceil(length / again.length)) + end

/** The pumps for a pattern. */
export function pumpsFor(source: string): Pump[] {
  const parts = partsOf(source)
  const repeated = [...new Set([...parts, ...parts.map((part) => `${part} `), ...USUAL, ...LETTERS])]
  const befores = ['', ...parts]
  return repeated.flatMap((again) => befores.flatMap((before) => ENDS.map((end) => ({ before, again, end }))))
}

/** The texts that stand in a pattern, without what has a meaning of its own. */
function partsOf(source: string): string[] {
  const plain = source
    .replace(/\\[bBdDsSwW]|\\p\{[^}]*\}|\\u\{?[\da-f]+\}?|\\x[\da-f]{2}/gi, '\0')
    .replace(/\\r/g, '\r')
    .replace(/\\n/g, '\n')
    .replace(/\\t/g, '\t')
    .replace(/\\(.)/g, '$1')
    .replace(/\(\?(?:<?[=!]|:|<\w+>)/g, '\0')
  const texts = plain.split(/[\0()|?*+[\]{}^$]+/).filter((text) => text !== '' && text.length <= 40)
  return [...new Set(texts)].slice(0, MAX_PARTS)
}
