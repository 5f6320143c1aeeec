import type { Webhook, WebhookWithSecret } from '../../../contract/webhooks.js'
import { ApiError } from '../../../errors.js'
import { createDomain, getDomain } from '../../../operations/domains.js'
import { importSuppressions } from '../../../operations/suppressions.js'
import { createWebhook, listWebhooks, rotateWebhookSecret } from '../../../operations/webhooks.js'
import { kindIn, noteFailure } from '../report.js'
import type { Items, Kind } from '../source.js'
import type { ImportState } from '../state.js'
import { ContactTarget } from './contacts.js'
import { ListTarget } from './lists.js'
import { type ImportOutcome, OperationRunner, settled, type TargetOptions } from './operation-runner.js'
import { TemplateTarget } from './templates.js'

/** What is younger than the beginning of its creation by more was made by somebody else. */
const LONGEST_CREATION_MS = 60_000
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
  /** The webhook that is being made, or was when the import was cut. */
  webhookBegun: NonNullable<ImportState['webhook_begun']> | null = null
  /** By their URLs. */
  #webhooks: Map<string, Webhook> | null = null
  /** The URL of a webhook that was left without a secret. */
  #mended: string | null = null
  #keep: () => Promise<void> = async () => undefined

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

  /**
   * Brings a page of things. Those that cannot be brought are in the report.
   * @param keep keeps {@link webhookBegun} and the secrets of the report until the import goes on.
   */
  async bring<K extends Kind>(kind: K, items: Items[K][], keep: () => Promise<void>): Promise<void> {
    this.#keep = keep
    kindIn(this.#options.report, kind).read += items.length
    await this.#write[kind](items)
  }

  #oneByOne<K extends Kind>(
    kind: K,
    nameOf: (item: Items[K]) => string,
    bring: (item: Items[K]) => Promise<ImportOutcome>,
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

  async #domain({ name }: Items['domains']): Promise<ImportOutcome> {
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

  async #webhook({ url, events }: Items['webhooks']): Promise<ImportOutcome> {
    const { isDry, format } = this.#options
    this.#webhooks ??= await this.#webhooksHere()
    if (this.#webhooks.has(url)) return url === this.#mended ? 'created' : 'existing'
    if (events.length === 0) return { why: 'It has no event that Postline reports.' }
    if (isDry) return 'created'
    this.webhookBegun = { url, at: new Date().toISOString() }
    await this.#keep()
    const input = { endpoint_url: url, event_types: events, ...(format && { format }) }
    try {
      const webhook = await this.#runner.run(createWebhook, input)
      this.#webhooks.set(url, webhook)
      this.#noteSecret(webhook)
    } catch (error) {
      // Of one that was refused there is nothing to mend. Another failure may have come after it was made.
      if (error instanceof ApiError && error.status < 500) this.webhookBegun = null
      throw error
    }
    this.webhookBegun = null
    return 'created'
  }

  /** The webhooks of the account. One that was made by a process that died before it had kept the secret gets another. */
  async #webhooksHere(): Promise<Map<string, Webhook>> {
    const pages = this.#runner.everyPage(listWebhooks, {}, ({ webhooks }) => webhooks)
    const found = new Map((await pages).map((webhook) => [webhook.endpoint_url, webhook]))
    const begun = this.webhookBegun && found.get(this.webhookBegun.url)
    if (begun && !this.#options.isDry && this.#isWithoutSecret(begun)) {
      this.#noteSecret(await this.#runner.run(rotateWebhookSecret, { id: begun.id }))
      this.#mended = begun.endpoint_url
      await this.#keep()
    }
    return found
  }

  #isWithoutSecret({ endpoint_url, created_at }: Webhook): boolean {
    if (this.#options.report.webhook_secrets.some(({ url }) => url === endpoint_url)) return false
    const ageMs = Date.parse(created_at) - Date.parse(this.webhookBegun!.at)
    return ageMs >= 0 && ageMs < LONGEST_CREATION_MS
  }

  #noteSecret({ endpoint_url: url, signing_secret, standard_secret, verification_key }: WebhookWithSecret): void {
    this.#options.report.webhook_secrets.push({ url, signing_secret, standard_secret, verification_key })
  }
}
