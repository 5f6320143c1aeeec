import { fieldError } from '../../../errors.js'
import { shouldYield, yieldToEventLoop } from '../../../lib/concurrency/time-slices.js'
import { toLine } from '../../../lib/csv/csv.js'
import type { ContactDoc } from '../../../models/contact.js'
import type { ServiceDeps } from '../../deps.js'
import type { Audience } from './audience.js'
import { findList } from './find-list.js'
import { isPlainName } from './import-columns.js'

/** Contacts that are read at once. */
const BATCH = 1_000
/** Most attributes of an export, over all contacts. */
const MAX_ATTRIBUTES = 500
const FIELDS = ['email', 'first_name', 'last_name'] as const

type ExportDeps = Pick<ServiceDeps, 'models' | 'clock'> & { audience: Pick<Audience, 'page'> }

/** Contacts as CSV, in the form that an import takes. */
export class ContactExport {
  readonly #deps: ExportDeps

  constructor(deps: ExportDeps) {
    this.#deps = deps
  }

  /**
   * The contacts of an account or of a list, some lines at a time, oldest first. The columns are the fields, then every
   * attribute that a contact has.
   * @throws ApiError `not_found` for an unknown list; `invalid_request` for more than 500 attributes.
   */
  async lines(accountId: string, listId?: string): Promise<AsyncIterable<string>> {
    if (listId !== undefined) await findList(this.#deps, accountId, listId)
    const until = this.#deps.clock.now()
    const names = await this.#attributeNames(this.#batches(accountId, listId, until))
    return toLines(this.#batches(accountId, listId, until), names)
  }

  async #attributeNames(batches: AsyncIterable<ContactDoc[]>): Promise<string[]> {
    const names = new Set<string>()
    for await (const contacts of batches) {
      for (const { attributes } of contacts) for (const name of Object.keys(attributes)) names.add(name)
      if (names.size > MAX_ATTRIBUTES) {
        const message = `have more than ${MAX_ATTRIBUTES} different attributes: export a list`
        throw fieldError('invalid_request', 'contacts', message)
      }
      if (shouldYield()) await yieldToEventLoop()
    }
    return [...names].toSorted()
  }

  async *#batches(accountId: string, listId: string | undefined, until: Date): AsyncGenerator<ContactDoc[], void> {
    const { models, audience } = this.#deps
    for (let after: string | null = ''; after !== null; ) {
      if (listId === undefined) {
        const docs: ContactDoc[] = await models.contacts.collection
          .find({ account_id: accountId, _id: { $gt: after } }, { sort: { _id: 1 }, limit: BATCH })
          .toArray()
        yield docs
        after = docs.length === BATCH ? docs.at(-1)!._id : null
      } else {
        const page = await audience.page(accountId, listId, { after, until, limit: BATCH })
        yield page.contacts.map(({ doc }) => doc)
        after = page.next
      }
    }
  }
}

async function* toLines(batches: AsyncIterable<ContactDoc[]>, names: readonly string[]): AsyncGenerator<string, void> {
  yield toLine([...FIELDS, ...names.map(columnOf)])
  for await (const contacts of batches) {
    const lines = contacts.map((contact) => {
      const fields = FIELDS.map((name) => contact[name])
      const attributes = names.map((name) =>
        Object.hasOwn(contact.attributes, name) ? contact.attributes[name] : null,
      )
      return toLine([...fields, ...attributes])
    })
    if (shouldYield()) await yieldToEventLoop()
    if (lines.length > 0) yield lines.join('')
  }
}

/** Attributes whose names an import would take for something else say that they are attributes. */
const columnOf = (name: string) => (isPlainName(name) ? name : `attributes.${name}`)
