import { createDomain, getDomain } from '../../../operations/domains.js'
import { importSuppressions } from '../../../operations/suppressions.js'
import { createWebhook, listWebhooks } from '../../../operations/webhooks.js'
import { kindIn, noteFailure } from '../report.js'
import type { Items, Kind } from '../source.js'
import { ContactTarget } from './contacts.js'
import { ListTarget } from './lists.js'
import { OperationRunner, type Outcome, settled, type TargetOptions } from './operation-runner.js'
import { TemplateTarget } from './templates.js'

/** Most entries that are written at a time. */
const MAX_ENTRIES = 10_000

/**
 * The account that things are brought to. It runs operations, under all their rules. What is there already stays as it is, so an
 * import can be repeated.
 */
export class ImportTarget {
  readonly #options: TargetOptions
  readonly #runner: OperationRunner
  readonly #write: { [K in Kind]: (items: Items[K][]) => Promise<void> }
  #webhookUrls: Set<string> | null = null

  constructor(options: TargetOptions) {
    this.#options = options
    this.#runner = new OperationRunner(options)
    const templates = new TemplateTarget(this.#runner, options)
    const lists = new ListTarget(this.#runner, options)
    const contacts = new ContactTarget(this.#runner, options, lists)
    this.#write = {
      domains: this.#oneByOne(
        'domains',
        ({ name }) => name,
        (item) => this.#domain(item),
      ),
      templates: this.#oneByOne(
        'templates',
        ({ name }) => name,
        (item) => templates.bring(item),
      ),
      suppressions: (items) => this.#suppressions(items),
      lists: this.#oneByOne(
        'lists',
        ({ name }) => name,
        (item) => lists.bring(item),
      ),
      contacts: (items) => contacts.bring(items),
      webhooks: this.#oneByOne(
        'webhooks',
        ({ url }) => url,
        (item) => this.#webhook(item),
      ),
    }
  }

  /** Brings a page of things. Those that cannot be brought are in the report. */
  async bring<K extends Kind>(kind: K, items: Items[K][]): Promise<void> {
    kindIn(this.#options.report, kind).read += items.length
    await this.#write[kind](items)
  }

  #oneByOne<K extends Kind>(
    kind: K,
    nameOf: (item: Items[K]) => string,
    bring: (item: Items[K]) => Promise<Outcome>,
  ): (items: Items[K][]) => Promise<void> {
    return async (items) => {
      const counts = kindIn(this.#options.report, kind)
      for (const item of items) {
        const outcome = await settled(() => bring(item))
        if (outcome === 'created' || outcome === 'existing') counts[outcome] += 1
        else noteFailure(counts, nameOf(item), outcome.why)
      }
    }
  }

  async #domain({ name }: Items['domains']): Promise<Outcome> {
    const { isDry, report } = this.#options
    const found = await this.#runner.orNull(() => this.#runner.run(getDomain, { domain: name }))
    if (!found && isDry) return 'created'
    const domain = found ?? (await this.#runner.run(createDomain, { domain: name }))
    if (!domain.fully_verified) {
      report.dns_records.push(...domain.dns_records.map((record) => ({ domain: domain.domain, ...record })))
    }
    return found ? 'existing' : 'created'
  }

  async #suppressions(items: Items['suppressions'][]): Promise<void> {
    const counts = kindIn(this.#options.report, 'suppressions')
    if (this.#options.isDry) {
      counts.created += items.length
      return
    }
    for (let from = 0; from < items.length; from += MAX_ENTRIES) {
      const entries = items.slice(from, from + MAX_ENTRIES)
      const { imported, errors } = await this.#runner.run(importSuppressions, { entries, keep_existing: true })
      counts.created += imported
      for (const { index, reason } of errors) noteFailure(counts, entries[index]!.email, reason)
    }
  }

  async #webhook({ url, events }: Items['webhooks']): Promise<Outcome> {
    const { isDry, format, report } = this.#options
    this.#webhookUrls ??= await this.#urlsHere()
    if (this.#webhookUrls.has(url)) return 'existing'
    if (events.length === 0) return { why: 'It has no event that Postline reports.' }
    if (isDry) return 'created'
    const input = { endpoint_url: url, event_types: events, ...(format && { format }) }
    const { signing_secret, standard_secret, verification_key } = await this.#runner.run(createWebhook, input)
    this.#webhookUrls.add(url)
    report.webhook_secrets.push({ url, signing_secret, standard_secret, verification_key })
    return 'created'
  }

  async #urlsHere(): Promise<Set<string>> {
    const pages = this.#runner.everyPage(listWebhooks, {}, ({ webhooks }) => webhooks)
    return new Set((await pages).map(({ endpoint_url }) => endpoint_url))
  }
}
