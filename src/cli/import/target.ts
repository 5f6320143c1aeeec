import type { z } from 'zod'
import type { ContactList } from '../../contract/contact-lists.js'
import type { Contact } from '../../contract/contacts.js'
import type { WebhookFormat } from '../../contract/webhooks.js'
import { ApiError } from '../../errors.js'
import { allInParallel } from '../../lib/concurrency/in-parallel.js'
import { addMember, createContactList, listContactLists } from '../../operations/contact-lists.js'
import { createContact, listContacts } from '../../operations/contacts.js'
import { createDomain, getDomain } from '../../operations/domains.js'
import { type AnyOperation, type RunnerDeps, runOperation } from '../../operations/runner.js'
import { importSuppressions } from '../../operations/suppressions.js'
import { createTemplate, getTemplate } from '../../operations/templates.js'
import { createWebhook, listWebhooks } from '../../operations/webhooks.js'
import type { Caller } from '../../services/caller.js'
import { type ImportReport, kindIn, noteFailure } from './report.js'
import type { Items, Kind } from './source.js'
import { toLiquid, UntranslatableError } from './to-liquid.js'

/** Contacts that are written at a time. */
const PARALLEL = 8

export interface TargetOptions {
  deps: RunnerDeps
  caller: Caller
  report: ImportReport
  isDry: boolean
  /** Of new webhooks; null for our own. */
  format: WebhookFormat | null
}

/**
 * The account that things are brought to. It runs operations, under all their rules. What is there already stays as it is, so an
 * import can be repeated.
 */
export class ImportTarget {
  readonly #options: TargetOptions
  readonly #write: { [K in Kind]: (items: Items[K][]) => Promise<void> } = {
    domains: (items) =>
      this.#oneByOne(
        'domains',
        items,
        ({ name }) => name,
        (item) => this.#domain(item),
      ),
    templates: (items) =>
      this.#oneByOne(
        'templates',
        items,
        ({ name }) => name,
        (item) => this.#template(item),
      ),
    lists: (items) =>
      this.#oneByOne(
        'lists',
        items,
        ({ name }) => name,
        (item) => this.#list(item),
      ),
    contacts: (items) => this.#contacts(items),
    suppressions: (items) => this.#suppressions(items),
    webhooks: (items) =>
      this.#oneByOne(
        'webhooks',
        items,
        ({ url }) => url,
        (item) => this.#webhook(item),
      ),
  }
  /** The lists of the account by name, once they were read. */
  #lists: Map<string, ContactList> | null = null
  #webhookUrls: Set<string> | null = null

  constructor(options: TargetOptions) {
    this.#options = options
  }

  /** Brings a page of things. Those that cannot be brought are in the report. */
  async bring<K extends Kind>(kind: K, items: Items[K][]): Promise<void> {
    kindIn(this.#options.report, kind).read += items.length
    await this.#write[kind](items)
  }

  async #oneByOne<T>(kind: Kind, items: T[], nameOf: (item: T) => string, bring: (item: T) => Promise<Outcome>) {
    const counts = kindIn(this.#options.report, kind)
    for (const item of items) {
      const outcome = await settled(() => bring(item))
      if (outcome === 'created' || outcome === 'existing') counts[outcome] += 1
      else noteFailure(counts, nameOf(item), outcome.why)
    }
  }

  async #domain({ name }: Items['domains']): Promise<Outcome> {
    const { isDry, report } = this.#options
    const found = await this.#orNull(() => this.#run(getDomain, { domain: name }))
    if (!found && isDry) return 'created'
    const domain = found ?? (await this.#run(createDomain, { domain: name }))
    if (!domain.fully_verified) {
      report.dns_records.push(...domain.dns_records.map((record) => ({ domain: domain.domain, ...record })))
    }
    return found ? 'existing' : 'created'
  }

  async #template({ name, alias, subject, html, text, language }: Items['templates']): Promise<Outcome> {
    const slug = slugOf(alias ?? name)
    if (await this.#orNull(() => this.#run(getTemplate, { id: slug }))) return 'existing'
    const content = {
      subject: toLiquid(subject, language, false),
      body_html: toLiquid(html, language, true),
      ...(text !== null && { body_text: toLiquid(text, language, false) }),
    }
    if (!this.#options.isDry) await this.#run(createTemplate, { name, slug, ...content })
    return 'created'
  }

  async #list({ name }: Items['lists']): Promise<Outcome> {
    const lists = await this.#listsByName()
    if (lists.has(name)) return 'existing'
    if (!this.#options.isDry) lists.set(name, await this.#run(createContactList, { name }))
    return 'created'
  }

  async #contacts(items: Items['contacts'][]): Promise<void> {
    const counts = kindIn(this.#options.report, 'contacts')
    const lists = await this.#listsByName()
    const outcomes = await allInParallel(items, PARALLEL, (item) => settled(() => this.#contact(item, lists)))
    for (const [index, outcome] of outcomes.entries()) {
      if (outcome === 'created' || outcome === 'existing') counts[outcome] += 1
      else noteFailure(counts, items[index]!.email, outcome.why)
    }
    const left = items.filter(({ unsubscribed }) => unsubscribed)
    if (left.length === 0 || this.#options.isDry) return
    const entries = left.map(({ email }) => ({ email, state: 'unsubscribed', reason: 'unsubscribed' }))
    await this.#run(importSuppressions, { entries })
  }

  async #contact(item: Items['contacts'], lists: Map<string, ContactList>): Promise<Outcome> {
    const { email, firstName, lastName, attributes } = item
    const found = await this.#contactWith(email)
    if (this.#options.isDry) return found ? 'existing' : 'created'
    const names = { first_name: firstName, last_name: lastName }
    const { id } = found ?? (await this.#run(createContact, { email, ...names, attributes }))
    for (const name of item.lists) {
      const list = lists.get(name)
      if (list) await this.#addTo(list.id, id)
    }
    return found ? 'existing' : 'created'
  }

  async #contactWith(email: string): Promise<Contact | null> {
    const wanted = email.toLowerCase()
    const { contacts } = await this.#run(listContacts, { search: wanted, limit: 100 })
    return contacts.find((contact) => contact.email === wanted) ?? null
  }

  async #addTo(listId: string, contactId: string): Promise<void> {
    await this.#run(addMember, { id: listId, contact_id: contactId }).catch((error: unknown) => {
      if (!(error instanceof ApiError) || error.code !== 'duplicate_member') throw error
    })
  }

  async #suppressions(items: Items['suppressions'][]): Promise<void> {
    const counts = kindIn(this.#options.report, 'suppressions')
    if (this.#options.isDry || items.length === 0) {
      counts.created += items.length
      return
    }
    const { imported, errors } = await this.#run(importSuppressions, { entries: items })
    counts.created += imported
    for (const { index, reason } of errors) noteFailure(counts, items[index]!.email, reason)
  }

  async #webhook({ url, events }: Items['webhooks']): Promise<Outcome> {
    const { isDry, format, report } = this.#options
    this.#webhookUrls ??= new Set(
      (await this.#run(listWebhooks, { limit: 100 })).webhooks.map((one) => one.endpoint_url),
    )
    if (this.#webhookUrls.has(url)) return 'existing'
    if (events.length === 0) return { why: 'It has no event that Postline reports.' }
    this.#webhookUrls.add(url)
    if (isDry) return 'created'
    const input = { endpoint_url: url, event_types: events, ...(format && { format }) }
    const { signing_secret, standard_secret, verification_key } = await this.#run(createWebhook, input)
    report.webhook_secrets.push({ url, signing_secret, standard_secret, verification_key })
    return 'created'
  }

  async #listsByName(): Promise<Map<string, ContactList>> {
    if (this.#lists) return this.#lists
    const found = new Map<string, ContactList>()
    let cursor: string | null = null
    do {
      const page: z.output<(typeof listContactLists)['output']> = await this.#run(listContactLists, {
        limit: 100,
        ...(cursor !== null && { cursor }),
      })
      for (const list of page.contact_lists) found.set(list.name, list)
      cursor = page.next_cursor
    } while (cursor !== null)
    this.#lists = found
    return found
  }

  /** @returns null for what is not found. */
  async #orNull<T>(get: () => Promise<T>): Promise<T | null> {
    try {
      return await get()
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return null
      throw error
    }
  }

  #run<Op extends AnyOperation>(operation: Op, input: unknown): Promise<z.output<Op['output']>> {
    return runOperation(this.#options.deps, operation, this.#options.caller, input)
  }
}

type Outcome = 'created' | 'existing' | { why: string }

/** What a service refuses is said in the report. A ledger that does not answer ends the import, which can go on later. */
async function settled(bring: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await bring()
  } catch (error) {
    const isRefusal = error instanceof ApiError && error.status < 500 && error.status !== 429
    if (isRefusal || error instanceof UntranslatableError) return { why: error.message }
    throw error
  }
}

/** A name as a slug: its letters and digits, and hyphens for the rest. */
export const slugOf = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 64)
    .replaceAll(/^-|-$/g, '') || 'template'
