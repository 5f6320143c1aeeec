import type { VariableWarning } from '../../../contract/broadcast-requests.js'
import type { ContactListDoc } from '../../../models/contact-list.js'
import type { Models } from '../../../models/index.js'
import { newestMatching } from '../../audience/contacts/find-contacts.js'
import { assertEvaluable } from '../../audience/contacts/segment-lists.js'
import type { ServiceDeps } from '../../deps.js'
import { PAGE_WORK } from '../../platform/search/term-walk.js'
import type { Renderable } from '../templates/template-rendering.js'
import { type Addressee, ALWAYS_KNOWN } from './broadcast-mail.js'

/*
 * Warns of variables that no contact of a list has: most are typing errors. Attributes have no index, so a sample is
 * looked at: the newest contacts of the list. Those of a dynamic list are looked for among the newest of the account, with a
 * limited amount of work, so the cost does not depend on how many contacts there are.
 */

/** Contacts of a list that are looked at. */
const SAMPLE = 1_000
/** Work to find them in a dynamic list, in µs of MongoDB: see {@link PAGE_WORK}. */
const SAMPLE_WORK = 5 * PAGE_WORK
const NAMES: readonly string[] = ['first_name', 'last_name']

/** Whom an empty list is shown for. */
export const SAMPLE_ADDRESSEE: Addressee = {
  email: 'ada@example.com',
  first_name: 'Ada',
  last_name: 'Lovelace',
  attributes: {},
}

/** Contacts that stand for a list. */
export interface Sample {
  /** Their ids, newest first. */
  ids: string[]
  /** Whether they are all contacts of the list. */
  isWhole: boolean
}

/** That of a list that is deleted. */
export const NO_SAMPLE: Sample = { ids: [], isWhole: true }

/**
 * The newest contacts of a list. Of a dynamic one there may be older ones, even if none is found.
 * @throws ApiError `list_not_found` if its filter names none.
 */
export async function sampleOf(
  { models, clock }: Pick<ServiceDeps, 'models' | 'clock'>,
  list: ContactListDoc,
): Promise<Sample> {
  const { _id, account_id, filter } = list
  await assertEvaluable(models, list)
  if (!filter) {
    const own = { account_id, list_id: _id }
    const options = { projection: { contact_id: 1 }, sort: { _id: -1 }, limit: SAMPLE } as const
    const rows = await models.listMembers.collection.find(own, options).toArray()
    return { ids: rows.map(({ contact_id }) => contact_id), isWhole: rows.length < SAMPLE }
  }
  const segment = { account_id, filter, at: clock.now() }
  const { found, reached } = await newestMatching(models, segment, { wanted: SAMPLE, work: SAMPLE_WORK })
  return { ids: found, isWhole: reached === null && found.length < SAMPLE }
}

interface Question {
  /** The variables of the mail. */
  names: readonly string[]
  renderable: Pick<Renderable, 'variables'>
  sample: Sample
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
  if (asked.length === 0 || (sample.ids.length === 0 && !isMadeUp)) return []
  const known =
    sample.ids.length > 0 ? await namesKnown(contacts, accountId, { asked, sample: sample.ids }) : new Set(NAMES)
  return asked.filter((name) => !known.has(name)).map((variable) => ({ variable, message: wordsFor(sample) }))
}

function wordsFor({ ids, isWhole }: Sample): string {
  if (ids.length === 0 && isWhole) return 'The list has no contacts, so nobody has it yet.'
  if (ids.length === 0)
    return 'None of the newest contacts of the account is in the list, so it is not known whether anybody has it.'
  if (isWhole) return 'No contact of the list has it.'
  if (ids.length === 1) return 'The newest contact of the list does not have it.'
  return `None of the ${ids.length.toLocaleString('en-US')} newest contacts of the list has it.`
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
