import { ATTRIBUTES, columnTarget, FIELDS, fallbackEmailColumn } from '../../../../src/contract/contact-columns.js'
import { MAX_RECORD_CHARS, RecordReader } from '../../../../src/lib/csv/csv-reader.js'
import { attributeOf } from './attribute-words.js'

/** A column of a file: its name, and what its first row has there. */
export interface Column {
  name: string
  example: string
}

/** The columns of a CSV file. None if it has none. */
export function columnsOf(text: string): Column[] {
  const head = text.slice(0, 2 * MAX_RECORD_CHARS)
  const [names, first] = new RecordReader().read(head, head.length === text.length)
  return (names?.values ?? []).map((name, index) => ({ name: name.trim(), example: first?.values[index] ?? '' }))
}

/** What the columns of a file are by their names, as {@link guess} tells. One has the addresses, if any can. */
export function guessAll(names: readonly string[]): string[] {
  const targets: string[] = []
  for (const name of names) {
    const guessed = guess(name)
    // Two columns cannot be one attribute: the second keeps its own name.
    targets.push(targets.includes(guessed) && !FIELDS.includes(guessed) ? ownName(name) : guessed)
  }
  const weak = targets.includes('email') ? -1 : fallbackEmailColumn(names)
  return targets.map((target, at) => (at === weak ? 'email' : target))
}

/** What a column is by its name: a field, or the name of an attribute. Empty if the name does not tell. */
export function guess(name: string): string {
  const own = ownName(name)
  return name.startsWith(ATTRIBUTES) || FIELDS.includes(own) ? own : attributeOf(own)
}

/** The same, with an attribute called as its column is. */
function ownName(name: string): string {
  const target = columnTarget(name) ?? ''
  if (!target.startsWith(ATTRIBUTES)) return target
  const attribute = target.slice(ATTRIBUTES.length)
  // An attribute with the name of a field needs another one: the API takes this one for the field.
  return FIELDS.includes(attribute) ? `attributes_${attribute}` : attribute
}
