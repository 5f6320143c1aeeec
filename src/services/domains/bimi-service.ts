import { basename } from 'node:path'
import { ApiError, fieldError } from '../../errors.js'
import { isId } from '../../ids.js'
import { withFallback } from '../../lib/time-limit.js'
import type { DomainDoc } from '../../models/domain.js'
import type { ServiceDeps } from '../deps.js'
import type { IncomingFile } from '../incoming-file.js'
import type { StoredFile } from '../stored-file.js'
import { type BimiRecord, bimiName, bimiRecord, namesLogo } from './bimi-record.js'
import { type Enforcement, judgeEnforcement } from './dmarc-enforcement.js'
import type { DomainLogos } from './domain-logos.js'
import { registrableDomain } from './domain-name.js'
import type { DomainStore } from './domain-store.js'
import { assertLogoFile } from './logo-file.js'
import { assertLogoAt, assertLogoUrl, badUrl } from './logo-url.js'
import { isSandboxDomain } from './present-domain.js'

/** The logo of a domain, and what mailbox providers want to see before they show it. */
export interface IndicatorView {
  logo_url: string | null
  /** What to publish; null without a logo. */
  record: BimiRecord | null
  dmarc: Enforcement
  /** Whether the record is published. */
  bimi_published: boolean
  vmc_note: string
}

/** What DNS says. */
interface Published {
  dmarc: Enforcement
  bimi: readonly string[]
}

/** Time that DNS has in all, in ms. What is not answered by then counts as not there. */
const DNS_TIMEOUT_MS = 4_000
const VMC_NOTE =
  'Gmail and Apple Mail show the logo only with a Verified Mark Certificate (Gmail also takes a Common Mark ' +
  'Certificate): add its address to the record as a=https://…; Yahoo shows the logo without one.'

type BimiDeps = Pick<ServiceDeps, 'config' | 'http' | 'resolver'> & {
  domainStore: DomainStore
  domainLogos: DomainLogos
}

/** The logos that mailbox providers show beside mail (BIMI). */
export class BimiService {
  readonly #deps: BimiDeps
  readonly #domains: DomainStore
  readonly #logos: DomainLogos

  constructor(deps: BimiDeps) {
    this.#deps = deps
    this.#domains = deps.domainStore
    this.#logos = deps.domainLogos
  }

  /**
   * How the logo of a domain stands, asked of DNS now.
   * @throws ApiError `not_found`.
   */
  async get(accountId: string, ref: string): Promise<IndicatorView> {
    const domain = await this.#domains.find(accountId, ref)
    return present(domain, await this.#lookUp(domain))
  }

  /**
   * Names a logo that its owner serves, or removes the logo (null), with the file that the service keeps of it.
   * @throws ApiError `not_found`; `invalid_request` for an address that is none of a logo, and for the built-in domain.
   */
  async setLogo(accountId: string, ref: string, url: string | null): Promise<IndicatorView> {
    if (url !== null && !this.#isFromHere(url)) assertLogoUrl(url)
    const domain = await this.#findOwn(accountId, ref)
    const kept = await this.#logos.revisionOf(domain)
    if (url !== null) await this.#assertLogo(domain, url, kept)
    const [changed, published] = await Promise.all([
      this.#domains.change(domain, { $set: { logo_url: url } }),
      this.#lookUp(domain),
    ])
    // Of one that only moved elsewhere, the old record may be published for a while.
    if (url === null && kept !== null) await this.#logos.remove(domain, kept)
    return present(changed, published)
  }

  /**
   * Keeps a logo and serves it, always at the same address: a new logo needs no new record.
   * @throws ApiError `not_found`; `payload_too_large`; `invalid_request` for a file that does not fit the profile, and for
   *   the built-in domain.
   */
  async uploadLogo(accountId: string, ref: string, { bytes }: IncomingFile): Promise<IndicatorView> {
    await assertLogoFile(bytes)
    const domain = await this.#findOwn(accountId, ref)
    const revision = await this.#logos.put(domain, bytes)
    try {
      const [changed, published] = await Promise.all([
        this.#domains.change(domain, { $set: { logo_url: this.#urlOf(domain) } }),
        this.#lookUp(domain),
      ])
      return present(changed, published)
    } catch (error) {
      // The domain was deleted meanwhile.
      if (error instanceof ApiError && error.code === 'not_found') await this.#logos.remove(domain, revision)
      throw error
    }
  }

  /** The logo of a domain that the service keeps, for anybody; null when there is none. */
  openLogo(domainId: string): Promise<StoredFile | null> {
    return this.#logos.open(domainId)
  }

  async #findOwn(accountId: string, ref: string): Promise<DomainDoc> {
    const domain = await this.#domains.find(accountId, ref)
    if (!isSandboxDomain(domain)) return domain
    const message = 'the built-in sandbox domain is shared, and has no logo'
    throw fieldError('invalid_request', 'domain', message)
  }

  /** What the service keeps itself was looked at when it came. */
  async #assertLogo(domain: DomainDoc, url: string, kept: string | null): Promise<void> {
    if (url === this.#urlOf(domain)) {
      if (kept !== null) return
      throw badUrl('is where an uploaded logo would be, and there is none; upload it')
    }
    assertLogoUrl(url)
    await assertLogoAt(this.#deps.http, url)
  }

  #urlOf({ _id }: Pick<DomainDoc, '_id'>): string {
    return `${this.#deps.config.baseUrl}/logos/${_id}.svg`
  }

  /** Whether an address is where the service would serve the logo of some domain. It may serve over plain http. */
  #isFromHere(url: string): boolean {
    const _id = basename(url, '.svg')
    return isId('domain', _id) && url === this.#urlOf({ _id })
  }

  async #lookUp(domain: DomainDoc): Promise<Published> {
    if (isSandboxDomain(domain)) return { dmarc: judgeEnforcement([], []), bimi: [] }
    const org = registrableDomain(domain.name)
    const [orgTexts, ownTexts, bimi] = await Promise.all([
      this.#texts(`_dmarc.${org}`),
      org === domain.name ? [] : this.#texts(`_dmarc.${domain.name}`),
      this.#texts(bimiName(domain.name)),
    ])
    const dmarc = judgeEnforcement(orgTexts ?? [], ownTexts ?? [])
    const isKnown = orgTexts !== null && ownTexts !== null
    return { dmarc: { ...dmarc, at_enforcement: dmarc.at_enforcement && isKnown }, bimi: bimi ?? [] }
  }

  /** The TXT records of a name; null when nobody gave a usable answer in time. */
  async #texts(name: string): Promise<string[] | null> {
    const answer = await withFallback({ timeoutMs: DNS_TIMEOUT_MS }, this.#deps.resolver.txt(name), () => null)
    if (!answer || answer.status === 'unknown') return null
    return answer.status === 'found' ? answer.records : []
  }
}

function present({ name, logo_url }: DomainDoc, { dmarc, bimi }: Published): IndicatorView {
  return {
    logo_url,
    record: logo_url === null ? null : bimiRecord(name, logo_url),
    dmarc,
    bimi_published: logo_url !== null && namesLogo(bimi, logo_url),
    vmc_note: VMC_NOTE,
  }
}
