import { setTimeout as delay } from 'node:timers/promises'
import { isAttributeName } from '../../../contract/attribute-names.js'
import type { ContactImport } from '../../../contract/contact-imports.js'
import { MAX_ATTRIBUTES } from '../../../contract/contacts.js'
import { allInParallel } from '../../../lib/concurrency/in-parallel.js'
import { toLine } from '../../../lib/csv/csv.js'
import { parseAddress } from '../../../lib/mail/addresses.js'
import { getContactImport, importContacts, storeContactFile } from '../../../operations/contact-imports.js'
import { setContactTopics } from '../../../operations/contact-topics.js'
import { listContacts } from '../../../operations/contacts.js'
import { CliError } from '../../errors.js'
import { kindIn, noteFailure, noteRemark } from '../report.js'
import type { Items, NamedList } from '../source.js'
import type { ListTarget } from './lists.js'
import { type OperationRunner, settled, type TargetOptions } from './operation-runner.js'

/** Rows of a file: as many as an import names one by one. */
const MAX_ROWS = 1_000
/** Longest row, which is far more than a contact can have. */
const MAX_ROW_CHARS = 80_000
/** Contacts that are looked up at a time. */
const PARALLEL = 8
/** Between two looks at an import that takes long. */
const POLL_MS = 250
/** What rows say that change nothing. */
const THERE_ALREADY = ['duplicate_contact', 'duplicate_member']

type Item = Items['contacts']

/** Contacts, which are imported as files: that takes a fraction of the time of single requests. */
export class ContactTarget {
  readonly #runner: OperationRunner
  readonly #options: TargetOptions
  readonly #lists: ListTarget

  constructor(runner: OperationRunner, options: TargetOptions, lists: ListTarget) {
    this.#runner = runner
    this.#options = options
    this.#lists = lists
  }

  async bring(items: Item[]): Promise<void> {
    const counts = kindIn(this.#options.report, 'contacts')
    const fit = items
      .map((item) => this.#withAttributes(item))
      .filter((item) => {
        const isLong = contactFile([item]).length > MAX_ROW_CHARS
        if (isLong) noteFailure(counts, item.email.slice(0, 320), 'has names and attributes that are too long')
        return !isLong
      })
    if (this.#options.isDry) return this.#lookUp(fit)
    for (const portion of portionsOf(fit)) await this.#bringPortion(portion)
  }

  /**
   * Who has unsubscribed is on the suppression list before being a contact, and who has left a topic has left it before
   * being in a list: nobody gets mail in between.
   */
  async #bringPortion(items: Item[]): Promise<void> {
    const counts = kindIn(this.#options.report, 'contacts')
    const { imported, refused } = await this.#import(contactFile(items))
    counts.created += imported
    counts.existing += items.length - imported - refused.size
    const brought = items.filter((item, index) => {
      const why = refused.get(index)
      if (why !== undefined) noteFailure(counts, item.email, why)
      return why === undefined
    })
    await allInParallel(
      brought.filter(({ leftTopics }) => leftTopics.length > 0),
      PARALLEL,
      (item) => this.#leaveTopics(item),
    )
    for (const [list, members] of byList(brought)) {
      const input = { list_id: await this.#lists.idOf(list) }
      const added = await this.#import(toLine(['email']) + members.map(({ email }) => toLine([email])).join(''), input)
      for (const [index, why] of added.refused) noteFailure(counts, `${members[index]!.email} in ${list.name}`, why)
    }
  }

  /** Imports a file. @returns how many contacts it made, and why rows were refused, by index. */
  async #import(csv: string, input: { list_id?: string } = {}) {
    const { storage_key } = await this.#runner.run(storeContactFile, { csv })
    let done: ContactImport = await this.#runner.run(importContacts, { storage_key, on_duplicate: 'skip', ...input })
    while (done.status === 'running') {
      await delay(POLL_MS)
      done = await this.#runner.run(getContactImport, { id: done.id })
    }
    if (done.failure !== null) throw new CliError(`Contacts cannot be imported: ${done.failure}`)
    const refusals = done.errors.filter(({ reason }) => !THERE_ALREADY.includes(reason))
    // Row 1 has the names of the columns.
    return { imported: done.imported, refused: new Map(refusals.map(({ row, reason }) => [row - 2, reason])) }
  }

  async #leaveTopics({ email, leftTopics }: Item): Promise<void> {
    const outcome = await settled(async () => {
      const id = await this.#idOf(email)
      if (id === null) return { why: 'was deleted meanwhile' }
      const ids = await this.#topicIds(leftTopics)
      await this.#runner.run(setContactTopics, { id, topics: ids.map((list_id) => ({ list_id, subscribed: false })) })
      return 'created'
    })
    if (typeof outcome === 'object') {
      const counts = kindIn(this.#options.report, 'contacts')
      noteFailure(counts, `${email} in ${leftTopics.map(({ name }) => name).join(', ')}`, outcome.why)
    }
  }

  async #topicIds(topics: NamedList[]): Promise<string[]> {
    const ids: string[] = []
    for (const topic of topics) ids.push(await this.#lists.idOf(topic))
    return ids
  }

  async #idOf(email: string): Promise<string | null> {
    const { contacts } = await this.#runner.run(listContacts, { email, limit: 1 })
    return contacts[0]?.id ?? null
  }

  async #lookUp(items: Item[]): Promise<void> {
    const counts = kindIn(this.#options.report, 'contacts')
    const outcomes = await allInParallel(items, PARALLEL, ({ email }) =>
      settled(async () => {
        if (!parseAddress(email)) return { why: 'email: must be a valid address, like user@example.com' }
        return (await this.#idOf(email)) === null ? 'created' : 'existing'
      }),
    )
    for (const [index, outcome] of outcomes.entries()) {
      if (outcome === 'created' || outcome === 'existing') counts[outcome] += 1
      else noteFailure(counts, items[index]!.email, outcome.why)
    }
  }

  /** A contact with the attributes that it can have. The others are in the report. */
  #withAttributes(item: Item): Item {
    const fit = Object.entries(item.attributes).filter(([name, value]) => {
      if (value === null || value === undefined || value === '') return false
      const why = !isAttributeName(name)
        ? 'no contact can have an attribute of this name'
        : ['string', 'number', 'boolean'].includes(typeof value)
          ? null
          : 'only texts, numbers, true and false can be attributes'
      if (why !== null) noteRemark(this.#options.report, 'contacts', { what: `attribute ${name}`, why })
      return why === null
    })
    for (const [name] of fit.splice(MAX_ATTRIBUTES)) {
      const why = `a contact has at most ${MAX_ATTRIBUTES} attributes`
      noteRemark(this.#options.report, 'contacts', { what: `attribute ${name} of ${item.email}`, why })
    }
    return { ...item, attributes: Object.fromEntries(fit) }
  }
}

/** Portions of contacts that fit into files, which have as many attributes as a contact. */
function portionsOf(items: readonly Item[]): Item[][] {
  const portions: { items: Item[]; names: Set<string> }[] = []
  for (const item of items) {
    const names = Object.keys(item.attributes)
    let portion = portions.at(-1)
    const more = names.filter((name) => !portion?.names.has(name))
    if (!portion || portion.items.length === MAX_ROWS || portion.names.size + more.length > MAX_ATTRIBUTES) {
      portion = { items: [], names: new Set() }
      portions.push(portion)
    }
    portion.items.push(item)
    for (const name of names) portion.names.add(name)
  }
  return portions.map((portion) => portion.items)
}

/** A file of contacts in the form that an import takes: a row each, also for values with line breaks. */
function contactFile(items: readonly Item[]): string {
  const names = [...new Set(items.flatMap(({ attributes }) => Object.keys(attributes)))]
  const heading = ['email', 'first_name', 'last_name', 'unsubscribed', ...names.map((name) => `attributes.${name}`)]
  const rows = items.map(({ email, firstName, lastName, unsubscribed, attributes }) =>
    toLine([email, firstName, lastName, unsubscribed ? 'true' : '', ...names.map((name) => attributes[name])]),
  )
  return toLine(heading) + rows.join('')
}

/** Who is in which list. */
function byList(items: readonly Item[]): Map<NamedList, Item[]> {
  const lists = new Map<string, [NamedList, Item[]]>()
  for (const item of items) {
    for (const list of item.lists) {
      const key = `${list.isTopic} ${list.name}`
      const entry = lists.get(key) ?? [list, []]
      entry[1].push(item)
      lists.set(key, entry)
    }
  }
  return new Map(lists.values())
}
