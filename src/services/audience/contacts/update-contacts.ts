import { isDeepStrictEqual } from 'node:util'
import { ApiError } from '../../../errors.js'
import { groupBy } from '../../../lib/collections/group-by.js'
import { shouldYield, yieldToEventLoop } from '../../../lib/concurrency/time-slices.js'
import type { ContactDoc } from '../../../models/contact.js'
import type { ServiceDeps } from '../../deps.js'
import { type ContactFields, changedFields, contactTerms } from './contact-fields.js'
import type { ImportRow } from './import-rows.js'

type Deps = Pick<ServiceDeps, 'models' | 'clock'>

/** Attempts to write contacts that others change at the same time. */
const MAX_ROUNDS = 10

/** What the update of some contacts has left out: reasons by row. */
export interface Updated {
  refused: Map<number, string>
}

/**
 * Gives existing contacts the names and attributes that rows have, in the order of the rows. What a row does not say stays.
 * Of concurrent changes of other fields none is lost. Repeatable.
 */
export async function updateContacts(deps: Deps, accountId: string, rows: readonly ImportRow[]): Promise<Updated> {
  const refused = new Map<number, string>()
  let open = groupBy(rows, ({ fields }) => fields.email)
  for (let round = 0; open.size > 0 && round < MAX_ROUNDS; round += 1) {
    open = await updateOnce(deps, accountId, open, refused)
  }
  for (const row of [...open.values()].flat()) refused.set(row.row, 'is changed by somebody else all the time')
  return { refused }
}

/** Resolves with the rows of contacts that were changed meanwhile. */
async function updateOnce(
  { models, clock }: Deps,
  accountId: string,
  open: ReadonlyMap<string, ImportRow[]>,
  refused: Map<number, string>,
): Promise<Map<string, ImportRow[]>> {
  const { collection } = models.contacts
  const found = await collection.find({ account_id: accountId, email: { $in: [...open.keys()] } }).toArray()
  const writes = []
  const written: string[] = []
  for (const doc of found) {
    if (shouldYield()) await yieldToEventLoop()
    const before = fieldsOf(doc)
    const fields = open.get(doc.email)!.reduce((current, row) => withRow(current, row, refused), before)
    if (isDeepStrictEqual(fields, before)) continue
    const set = { ...fields, search: contactTerms(fields), updated_at: clock.now() }
    const unchanged = { _id: doc._id, account_id: accountId, ...before }
    writes.push({ updateOne: { filter: unchanged, update: { $set: set } } })
    written.push(doc.email)
  }
  if (writes.length === 0) return new Map()
  const { matchedCount } = await collection.bulkWrite(writes, { ordered: false })
  // Which ones did not match is not told. To repeat the others changes nothing.
  return matchedCount === writes.length ? new Map() : new Map(written.map((email) => [email, open.get(email)!]))
}

/** The fields of a contact after a row; the same if the row is refused. */
function withRow(current: ContactFields, { row, fields }: ImportRow, refused: Map<number, string>): ContactFields {
  const { first_name, last_name, attributes } = fields
  refused.delete(row)
  try {
    return changedFields(current, {
      first_name: first_name ?? undefined,
      last_name: last_name ?? undefined,
      attributes,
    })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    refused.set(row, error.message)
    return current
  }
}

const fieldsOf = ({ email, first_name, last_name, attributes }: ContactDoc): ContactFields => ({
  ...{ email, first_name, last_name, attributes },
})
