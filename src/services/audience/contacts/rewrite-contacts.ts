import { isDeepStrictEqual } from 'node:util'
import { shouldYield, yieldToEventLoop } from '../../../lib/concurrency/time-slices.js'
import type { ContactDoc } from '../../../models/contact.js'
import type { ServiceDeps } from '../../deps.js'
import { type ContactFields, contactTerms } from './contact-fields.js'

/** Attempts to write contacts that others change at the same time. */
const MAX_ROUNDS = 10

interface Rewrite {
  accountId: string
  /** Which contacts, by id or address. */
  which: { _id: { $in: string[] } } | { email: { $in: string[] } }
  /** What a contact is to be. Called again if somebody else has changed it meanwhile. */
  change: (contact: ContactDoc) => ContactFields
}

/** What became of the contacts, by their ids. */
export interface Rewritten {
  changed: Set<string>
  /** Those that somebody else has changed each time. */
  unsettled: ContactDoc[]
}

/** Changes many contacts. Of concurrent changes of other fields none is lost. Repeatable. */
export async function rewriteContacts(
  { models, clock }: Pick<ServiceDeps, 'models' | 'clock'>,
  { accountId, which, change }: Rewrite,
): Promise<Rewritten> {
  const { collection } = models.contacts
  const changed = new Set<string>()
  let open: Record<string, unknown> = which
  let unsettled: ContactDoc[] = []
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    unsettled = []
    const writes = []
    for (const contact of await collection.find({ account_id: accountId, ...open }).toArray()) {
      if (shouldYield()) await yieldToEventLoop()
      const before = fieldsOf(contact)
      const fields = change(contact)
      if (isDeepStrictEqual(fields, before)) continue
      const set = { ...fields, search: contactTerms(fields), updated_at: clock.now() }
      const unchanged = { _id: contact._id, account_id: accountId, ...before }
      writes.push({ updateOne: { filter: unchanged, update: { $set: set } } })
      unsettled.push(contact)
    }
    if (writes.length === 0) break
    for (const { _id } of unsettled) changed.add(_id)
    const { matchedCount } = await collection.bulkWrite(writes, { ordered: false })
    if (matchedCount === writes.length) return { changed, unsettled: [] }
    // Which ones did not match is not told. To repeat the others changes nothing.
    open = { _id: { $in: unsettled.map(({ _id }) => _id) } }
  }
  for (const { _id } of unsettled) changed.delete(_id)
  return { changed, unsettled }
}

export const fieldsOf = ({ email, first_name, last_name, attributes }: ContactDoc): ContactFields => ({
  ...{ email, first_name, last_name, attributes },
})
