import { basename } from 'node:path'
import type { DmarcEnforcement, Indicator } from '../../contract/domain-logos.js'
import type { IncomingFile } from '../../contract/file.js'
import { fieldError, isNotFound } from '../../errors.js'
import { isId } from '../../ids.js'
import { withFallback } from '../../lib/concurrency/time-limit.js'
import { recordsIn } from '../../lib/network/dns-resolver.js'
import type { DomainDoc } from '../../models/domain.js'
import type { ServiceDeps } from '../deps.js'
import type { StoredFile } from '../platform/stored-file.js'
import { bimiName, bimiRecord, namesLogo } from './bimi-record.js'
import { judgeEnforcement } from './dmarc-enforcement.js'
import type { DomainLogoStore } from './domain-logo-store.js'
import { registrableDomain } from './domain-name.js'
import type { DomainStore } from './domain-store.js'
import { assertLogoFile } from './logo-file.js'
import { assertLogoAt, assertLogoUrl, badUrl } from './logo-url.js'
import { isSandboxDomain } from './present-domain.js'

/** The records in DNS. */
interface Published {
  dmarc: DmarcEnforcement
  bimi: readonly string[]
}

/** Time-out for all DNS look-ups, in ms. Records not found by then count as missing. */
const DNS_TIMEOUT_MS = 4_000
const VMC_NOTE =
  'Gmail and Apple Mail show the logo only with a Verified Mark Certificate (Gmail also takes a Common Mark ' +
  'Certificate): add its URL to the record as a=https://…. Yahoo shows the logo without one.'

type DomainLogoDeps = Pick<ServiceDeps, 'config' | 'http' | 'resolver'> & {
  domainStore: DomainStore
  domainLogoStore: DomainLogoStore
}

/** Manages the logos that mailbox providers show next to mail (BIMI). */
export class DomainLogoService {
  readonly #deps: DomainLogoDeps

  constructor(deps: DomainLogoDeps) {
    this.#deps = deps
  }

  /**
   * The current state of a domain's logo, with fresh DNS look-ups.
   * @throws ApiError `not_found`.
   */
  async get(accountId: string, ref: string): Promise<Indicator> {
    const domain = await this.#deps.domainStore.find(accountId, ref)
    return present(domain, await this.#lookUp(domain))
  }

  /**
   * Sets the URL of a logo that its owner serves, or removes the logo (null) together with the uploaded file.
   * @throws ApiError `not_found`; `invalid_request` for a URL that is not of a valid logo, and for the built-in domain.
   */
  async setLogo(accountId: string, ref: string, url: string | null): Promise<Indicator> {
    if (url !== null && !this.#isFromHere(url)) assertLogoUrl(url)
    const domain = await this.#findOwn(accountId, ref)
    const kept = await this.#deps.domainLogoStore.revisionOf(domain)
    if (url !== null) await this.#assertLogo(domain, url, kept)
    const [changed, published] = await Promise.all([
      this.#deps.domainStore.change(domain, { $set: { logo_url: url } }),
      this.#lookUp(domain),
    ])
    // If the logo only moved elsewhere, the old record may be published for a while.
    if (url === null && kept !== null) await this.#deps.domainLogoStore.remove(domain, kept)
    return present(changed, published)
  }

  /**
   * Stores a logo and serves it, always at the same URL, so that a new logo needs no new record.
   * @throws ApiError `not_found`; `payload_too_large`; `invalid_request` for a file that does not meet the profile, and
   *   for the built-in domain.
   */
  async uploadLogo(accountId: string, ref: string, { bytes }: IncomingFile): Promise<Indicator> {
    await assertLogoFile(bytes)
    const domain = await this.#findOwn(accountId, ref)
    const revision = await this.#deps.domainLogoStore.put(domain, bytes)
    try {
      const [changed, published] = await Promise.all([
        this.#deps.domainStore.change(domain, { $set: { logo_url: this.#urlOf(domain) } }),
        this.#lookUp(domain),
      ])
      return present(changed, published)
    } catch (error) {
      // The domain was deleted in the meantime.
      if (isNotFound(error)) await this.#deps.domainLogoStore.remove(domain, revision)
      throw error
    }
  }

  /** The stored logo of a domain, for anybody; null if there is none. */
  openLogo(domainId: string): Promise<StoredFile | null> {
    return this.#deps.domainLogoStore.open(domainId)
  }

  async #findOwn(accountId: string, ref: string): Promise<DomainDoc> {
    const domain = await this.#deps.domainStore.find(accountId, ref)
    if (!isSandboxDomain(domain)) return domain
    const message = 'the built-in sandbox domain is shared and has no logo'
    throw fieldError('invalid_request', 'domain', message)
  }

  /** An uploaded logo was checked on upload. */
  async #assertLogo(domain: DomainDoc, url: string, kept: string | null): Promise<void> {
    if (url === this.#urlOf(domain)) {
      if (kept !== null) return
      throw badUrl('is the URL of the uploaded logo, but none is uploaded; upload it first')
    }
    assertLogoUrl(url)
    await assertLogoAt(this.#deps.http, url)
  }

  #urlOf({ _id }: Pick<DomainDoc, '_id'>): string {
    return `${this.#deps.config.baseUrl}/logos/${_id}.svg`
  }

  /** Whether a URL is that of an uploaded logo. It may be plain http. */
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

  /** The TXT records of a name; null if there was no usable answer in time. */
  async #texts(name: string): Promise<string[] | null> {
    const answer = await withFallback({ timeoutMs: DNS_TIMEOUT_MS }, this.#deps.resolver.txt(name), () => null)
    return !answer || answer.status === 'unknown' ? null : recordsIn(answer)
  }
}

function present({ name, logo_url }: DomainDoc, { dmarc, bimi }: Published): Indicator {
  return {
    logo_url,
    record: logo_url === null ? null : bimiRecord(name, logo_url),
    dmarc,
    bimi_published: logo_url !== null && namesLogo(bimi, logo_url),
    vmc_note: VMC_NOTE,
  }
}
