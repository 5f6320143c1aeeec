import {
  ATTRIBUTES,
  columnTarget,
  FIELDS,
  fallbackEmailColumn,
  shownColumns,
  UNSUBSCRIBED_COLUMN,
} from '../../../contract/contact-columns.js'
import { MAX_COLUMNS, type NewContactImport } from '../../../contract/contact-imports.js'
import { MAX_ATTRIBUTES } from '../../../contract/contacts.js'
import { statusColumnOf } from '../../../contract/suppression-columns.js'
import { fieldError } from '../../../errors.js'
import type { ImportColumn } from '../../../models/contact-import.js'

/**
 * What the columns of a file are, by their names and by what the caller says about some of them.
 * @throws ApiError `invalid_request` naming `columns`.
 */
export function importColumns(heading: readonly string[], given: NewContactImport['columns'] = {}): ImportColumn[] {
  if (heading.length > MAX_COLUMNS) {
    const count = heading.length.toLocaleString('en')
    throw badColumns(`must be at most ${MAX_COLUMNS}, and the file has ${count}. Leave some out`)
  }
  const names = heading.map((name) => name.trim())
  for (const name of Object.keys(given)) {
    if (names.includes(name)) continue
    const message = `is not a column of the file, which has ${shownColumns(names)}`
    throw fieldError('invalid_request', `columns.${name}`, message)
  }
  const columns = names.flatMap((name, at): ImportColumn[] => {
    const isGiven = Object.hasOwn(given, name)
    const to = isGiven ? targetOf(given[name]!) : targetByName(name)
    if (to === null) return []
    // A name like `attributes.status` says that it is an attribute and nothing else.
    const tells = isGiven || !name.startsWith(ATTRIBUTES) ? statusColumnOf(to) : null
    return [{ at, to, ...(tells && { tells }) }]
  })
  if (!columns.some(({ to }) => to === 'email')) {
    const weak = fallbackEmailColumn(names, (at) => !Object.hasOwn(given, names[at]!))
    for (const column of columns) if (column.at === weak) column.to = 'email'
  }
  assertComplete(columns, names)
  return columns
}

function assertComplete(columns: readonly ImportColumn[], names: readonly string[]): void {
  const targets = columns.map(({ to }) => to)
  if (!targets.includes('email')) {
    const found = `The file has ${shownColumns(names)}`
    throw badColumns(`name no column with addresses: the file needs one called email, or name it here. ${found}`)
  }
  const second = columns.find(({ to }, index) => to !== UNSUBSCRIBED_COLUMN && targets.indexOf(to) !== index)
  if (second) {
    const first = columns[targets.indexOf(second.to)]!
    const both = `${JSON.stringify(names[first.at])} and ${JSON.stringify(names[second.at])}`
    throw badColumns(`make two columns the same, ${both}: rename one, or leave it out with null`)
  }
  if (targets.filter((to) => to.startsWith(ATTRIBUTES)).length > MAX_ATTRIBUTES) {
    throw badColumns(`make more than ${MAX_ATTRIBUTES} attributes: leave some out with null`)
  }
}

/** What the caller calls a column. */
const targetOf = (name: string | null) => (name === null || FIELDS.includes(name) ? name : `${ATTRIBUTES}${name}`)

/** Whether a column with the name of an attribute is that attribute, and nothing else. */
export function isPlainName(name: string): boolean {
  const target = targetByName(name)
  return target === `${ATTRIBUTES}${name}` && statusColumnOf(target) === null
}

/**
 * What a column is by its name; null for a column without one.
 * @throws ApiError `invalid_request` if its name does not say.
 */
function targetByName(name: string): string | null {
  if (name === '') return null
  const target = columnTarget(name)
  if (target === null)
    throw badColumns(
      `do not say what the column ${JSON.stringify(name)} is: name its attribute, or leave it out with null`,
    )
  return target
}

const badColumns = (message: string) => fieldError('invalid_request', 'columns', message)
