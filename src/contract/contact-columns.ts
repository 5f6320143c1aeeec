import { normalized } from '../lib/normalized.js'
import { isAttributeName, MAX_NAME_CHARS } from './attribute-names.js'

/*
 * What the columns of a CSV file of contacts are called. Without zod, because the console reads files, too.
 */

/** The fields of a contact that a column can be. */
export const FIELDS: readonly string[] = ['email', 'first_name', 'last_name']

/** Before the names of attributes. */
export const ATTRIBUTES = 'attributes.'

/** What columns with other names are, by name in lower case with underscores. */
const OTHER_NAMES = new Map([
  ...['e_mail', 'mail', 'email_address'].map((name) => [name, 'email'] as const),
  ...['firstname', 'given_name'].map((name) => [name, 'first_name'] as const),
  ...['lastname', 'surname', 'family_name'].map((name) => [name, 'last_name'] as const),
])

/** What an export calls attributes that have the names of fields. */
const ATTRIBUTE = /^attributes\.(.+)$/

/** What a column is by its name: a field, or `attributes.` and the name of one. Null if the name does not tell. */
export function columnTarget(name: string): string | null {
  const [, exported] = ATTRIBUTE.exec(name) ?? []
  if (exported !== undefined && isAttributeName(exported)) return `${ATTRIBUTES}${exported}`
  const snake = snakeCased(name)
  if (snake === '') return null
  const field = OTHER_NAMES.get(snake) ?? snake
  return FIELDS.includes(field) ? field : `${ATTRIBUTES}${snake}`
}

/** Letters without accents, digits and underscores, not starting with a digit. */
function snakeCased(name: string): string {
  const plain = normalized(name, 'NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_|_$/g, '')
  return (/^\d/.test(plain) ? `_${plain}` : plain).slice(0, MAX_NAME_CHARS)
}
