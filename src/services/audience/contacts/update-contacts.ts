import { groupBy } from '../../../lib/collections/group-by.js'
import type { ServiceDeps } from '../../deps.js'
import { type ContactFields, changedUnlessRefused } from './contact-fields.js'
import type { ImportRow } from './import-rows.js'
import { fieldsOf, rewriteContacts } from './rewrite-contacts.js'

/** What the update of some contacts has left out: reasons by row. */
export interface Updated {
  refused: Map<number, string>
}

/**
 * Gives existing contacts the names and attributes that rows have, in the order of the rows. What a row does not say stays.
 * Of concurrent changes of other fields none is lost. Repeatable.
 */
export async function updateContacts(
  deps: Pick<ServiceDeps, 'models' | 'clock'>,
  accountId: string,
  rows: readonly ImportRow[],
): Promise<Updated> {
  const refused = new Map<number, string>()
  const byEmail = groupBy(rows, ({ fields }) => fields.email)
  const { unsettled } = await rewriteContacts(deps, {
    accountId,
    which: { email: { $in: [...byEmail.keys()] } },
    change: (contact) =>
      byEmail.get(contact.email)!.reduce((current, row) => withRow(current, row, refused), fieldsOf(contact)),
  })
  for (const { email } of unsettled)
    for (const { row } of byEmail.get(email)!) refused.set(row, 'is changed by somebody else all the time')
  return { refused }
}

/** The fields of a contact after a row; the same if the row is refused. */
function withRow(current: ContactFields, { row, fields }: ImportRow, refused: Map<number, string>): ContactFields {
  const { first_name, last_name, attributes } = fields
  refused.delete(row)
  const own = { first_name: first_name ?? undefined, last_name: last_name ?? undefined }
  const changes = { ...own, attributes: inTypesOf(current.attributes, attributes) }
  return changedUnlessRefused(current, changes, (message) => refused.set(row, message))
}

/**
 * The attributes of a row. A file does not distinguish the text "5" from the number, so what a contact has already
 * keeps its type.
 */
function inTypesOf(
  current: ContactFields['attributes'],
  attributes: ContactFields['attributes'],
): ContactFields['attributes'] {
  const isSame = (name: string, value: unknown) =>
    Object.hasOwn(current, name) && String(current[name]) === String(value)
  const typed = Object.entries(attributes).map(([name, value]) => [name, isSame(name, value) ? current[name]! : value])
  return Object.fromEntries(typed)
}
