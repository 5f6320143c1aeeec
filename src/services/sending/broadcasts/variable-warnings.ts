import type { VariableWarning } from '../../../contract/broadcast-requests.js'
import type { ContactListDoc } from '../../../models/contact-list.js'
import type { Models } from '../../../models/index.js'
import { contactsMatching } from '../../audience/contacts/segment-filter.js'
import { assertEvaluable } from '../../audience/contacts/segment-lists.js'
import type { ServiceDeps } from '../../deps.js'
import type { Renderable } from '../templates/template-rendering.js'
import { type Addressee, ALWAYS_KNOWN } from './broadcast-mail.js'

/*
 * Warns of variables that no contact of a list has: most are typing errors. Attributes have no index, so a sample is
 * looked at: the newest contacts of the list. The cost does not depend on how long the list is.
 */

/** Contacts of a list that are looked at. */
const SAMPLE = 1_000
const NAMES: readonly string[] = ['first_name', 'last_name']

/** Whom an empty list is shown for. */
export const SAMPLE_ADDRESSEE: Addressee = {
  email: 'ada@example.com',
  first_name: 'Ada',
  last_name: 'Lovelace',
  attributes: {},
}

/**
 * The newest contacts of a list, by id.
 * @throws ApiError `list_not_found` if its filter names none.
 */
export async function sampleOf(
  { models, clock }: Pick<ServiceDeps, 'models' | 'clock'>,
  list: ContactListDoc,
): Promise<string[]> {
  const { _id, account_id, filter } = list
  await assertEvaluable(models, list)
  if (!filter) {
    const own = { account_id, list_id: _id }
    const options = { projection: { contact_id: 1 }, sort: { _id: -1 }, limit: SAMPLE } as const
    const rows = await models.listMembers.collection.find(own, options).toArray()
    return rows.map(({ contact_id }) => contact_id)
  }
  const wanted = { order: -1, limit: SAMPLE, idsOnly: true } as const
  const rows = await contactsMatching(models, { account_id, filter, at: clock.now() }, wanted)
  return rows.map((row) => row._id)
}

interface Question {
  /** The variables of the mail. */
  names: readonly string[]
  renderable: Pick<Renderable, 'variables'>
  sample: readonly string[]
  /** Whether the mail is shown for {@link SAMPLE_ADDRESSEE}, who is the only one then. */
  isMadeUp: boolean
}

/** A warning for each variable without default that no contact of the sample has; of an empty list, that nobody has. */
export async function warningsOf(
  { contacts }: Pick<Models, 'contacts'>,
  accountId: string,
  { names, renderable, sample, isMadeUp }: Question,
): Promise<VariableWarning[]> {
  const filled = renderable.variables.flatMap((one) => (one.default === null ? [] : [one.name]))
  const asked = names.filter((name) => !ALWAYS_KNOWN.includes(name) && !filled.includes(name))
  if (asked.length === 0 || (sample.length === 0 && !isMadeUp)) return []
  const known = sample.length > 0 ? await namesKnown(contacts, accountId, { asked, sample }) : new Set(NAMES)
  return asked.filter((name) => !known.has(name)).map((variable) => ({ variable, message: wordsFor(sample.length) }))
}

function wordsFor(checked: number): string {
  if (checked === 0) return 'The list has no contacts, so nobody has it yet.'
  if (checked < SAMPLE) return 'No contact of the list has it.'
  return `None of the ${SAMPLE.toLocaleString('en-US')} newest contacts of the list has it.`
}

/** Those of these variables that a contact of the sample has. The values stay in the ledger. */
async function namesKnown(
  { collection }: Models['contacts'],
  account_id: string,
  { asked, sample }: { asked: readonly string[]; sample: readonly string[] },
): Promise<Set<string>> {
  const ownFields = NAMES.map((name) => ({ k: name, v: `$${name}` }))
  const fields = { $concatArrays: [{ $objectToArray: '$attributes' }, ownFields] }
  const rows = await collection
    .aggregate<{ _id: string }>([
      { $match: { account_id, _id: { $in: [...sample] } } },
      { $project: { field: fields } },
      { $unwind: '$field' },
      { $match: { 'field.k': { $in: [...asked] }, 'field.v': { $ne: null } } },
      { $group: { _id: '$field.k' } },
    ])
    .toArray()
  return new Set(rows.map(({ _id }) => _id))
}
