import { ApiError, fieldError } from '../../errors.js'
import { idTime } from '../../ids.js'
import { withTimeout } from '../../lib/time-limit.js'
import { formatZone, type ZoneRecord } from '../../lib/zone-file.js'
import type { DomainDoc } from '../../models/domain.js'
import { type IdentityDomain, type IdentityRecords, UnfinishedRegistration } from '../../providers/identities/index.js'
import type { ServiceDeps } from '../deps.js'
import { decodeCursor, type Page, type PageRequest, toPage } from '../pages.js'
import { bimiRecord } from './bimi-record.js'
import type { DkimKeys } from './dkim-keys.js'
import { dnsHostOf, UNKNOWN_DNS_HOST } from './dns-hosts.js'
import type { DomainLogos } from './domain-logos.js'
import { isReservedName, parseDomainName, registrableDomain } from './domain-name.js'
import { mergeRecords, recordsOf } from './domain-records.js'
import type { DomainStore } from './domain-store.js'
import { allVerified, type DomainVerifier, type Verdict, verdictOf } from './domain-verifier.js'
import {
  type DnsSetupView,
  type DomainView,
  isSandboxDomain,
  presentDnsSetup,
  presentDomain,
  presentVerification,
  type VerificationView,
} from './present-domain.js'
import { findZone } from './zone-cut.js'

/** Time that a provider has to say once more which records it wants, in ms. */
const REGISTER_TIMEOUT_MS = 8_000
/** Time that a provider has to forget a name that could not be registered, in ms. */
const RELEASE_TIMEOUT_MS = 5_000
/** A deletion older than this belongs to a process that died: no request takes as long. */
const STALE_DELETION_MS = 60_000
/** Time that one such deletion has, in ms, for others wait. One that takes longer goes on beside them. */
const FINISH_TIMEOUT_MS = 5_000

/** Of the end of an identifier: few enough for a label. */
const UNIQUE_CHARACTERS = 12

type DomainDeps = Pick<ServiceDeps, 'config' | 'clock' | 'newId' | 'log' | 'resolver' | 'identities'> & {
  domainStore: DomainStore
  dkimKeys: DkimKeys
  domainLogos: DomainLogos
  domainVerifier: DomainVerifier
}

/** Sending domains: added, published by their owners, verified, removed. */
export class DomainService {
  readonly #deps: DomainDeps
  readonly #store: DomainStore
  readonly #keys: DkimKeys
  readonly #logos: DomainLogos
  readonly #verifier: DomainVerifier

  constructor(deps: DomainDeps) {
    this.#deps = deps
    this.#store = deps.domainStore
    this.#keys = deps.dkimKeys
    this.#logos = deps.domainLogos
    this.#verifier = deps.domainVerifier
  }

  /**
   * Adds a domain to an account, which has 100 at most. One that the account has already is answered as it is, unless
   * it is being deleted: then it is gone first.
   * @throws ApiError `invalid_request` for what is no name to send from, `domain_in_use` when another account has
   *   verified it or the provider keeps it for somebody else, `domain_limit_reached`, `provider_unavailable`.
   */
  async create(accountId: string, text: string): Promise<{ domain: DomainView; existed: boolean }> {
    const name = parseDomainName(text)
    if (name === this.#deps.config.sandboxDomain) {
      return { domain: presentDomain(await this.#store.find(accountId, name)), existed: true }
    }
    let made: DomainDoc | null = null
    for (;;) {
      const { slots, existing } = await this.#store.roomFor(accountId, name)
      if (existing?.deleting_at) {
        await this.#forget(existing)
        // The identity that was made for it is gone with the old one.
        made = null
        continue
      }
      if (existing) return { domain: presentDomain(existing), existed: true }
      await this.#assertFree(accountId, name)
      if (slots.length === 0) {
        if (made) await this.#release(made)
        throw new ApiError('domain_limit_reached')
      }
      if (made && (await this.#store.hasMailFrom(made.mail_from_domain))) made = null
      made ??= await this.#register(accountId, name)
      // Any free place, so that those who add at once rarely meet.
      const slot = slots[Math.floor(this.#deps.clock.random() * slots.length)]!
      if (await this.#store.insert({ ...made, slot })) return { domain: presentDomain(made), existed: false }
    }
  }

  /** The domains of an account, newest first; the built-in one is the oldest. */
  async list(accountId: string, { limit, cursor }: PageRequest): Promise<Page<DomainView>> {
    const before = cursor ? decodeCursor('domain', cursor) : undefined
    const rows = await this.#store.list(accountId, { limit: limit + 1, before })
    return toPage(rows, limit, presentDomain)
  }

  /** @throws ApiError `not_found`. */
  async get(accountId: string, ref: string): Promise<DomainView> {
    return presentDomain(await this.#store.find(accountId, ref))
  }

  /**
   * Looks up what is published for a domain. What nobody answered stays as it was known.
   * @throws ApiError `not_found`, `domain_in_use` when another account has verified it.
   */
  async verify(accountId: string, ref: string): Promise<VerificationView> {
    const domain = await this.#store.find(accountId, ref)
    // One that is being deleted must not be registered anew.
    if (isSandboxDomain(domain) || domain.deleting_at) return presentVerification(domain)
    await this.#assertFree(accountId, domain.name)
    const [verdict] = await Promise.all([this.#judge(domain), this.#ownKey(domain)])
    const { name } = domain
    const changed = await this.#store.change(domain, {
      $set: { ...verdict, ...(verdict.fully_verified && { verified_name: name }) },
      ...(!verdict.fully_verified && { $unset: { verified_name: 1 } }),
    })
    // Others who have the name may have told the provider of their MAIL FROM subdomain last. They cannot any more.
    if (verdict.fully_verified && !domain.fully_verified) await this.#wantedRecords(domain)
    return presentVerification(changed)
  }

  /**
   * Sets the name that mail from a domain shows where it names none; null for none.
   * @throws ApiError `not_found`, `invalid_request` for the built-in domain, which all accounts share.
   */
  async setFromName(accountId: string, ref: string, fromName: string | null) {
    const domain = await this.#store.find(accountId, ref)
    if (isSandboxDomain(domain)) {
      const message = 'the built-in sandbox domain is shared, and has no name of its own'
      throw fieldError('invalid_request', 'domain', message)
    }
    const changed = await this.#store.change(domain, { $set: { from_name: fromName } })
    return { domain: changed.name, from_name: changed.from_name }
  }

  /**
   * How to publish the records of a domain where its DNS is kept, which its name servers tell.
   * @throws ApiError `not_found`.
   */
  async dnsSetup(accountId: string, ref: string): Promise<DnsSetupView> {
    const domain = await this.#store.find(accountId, ref)
    if (isSandboxDomain(domain) || this.#needsNoDns(domain)) {
      return presentDnsSetup(domain, { apex: registrableDomain(domain.name), nameServers: [] }, UNKNOWN_DNS_HOST)
    }
    const zone = await findZone(this.#deps.resolver, domain.name)
    return presentDnsSetup(domain, zone, dnsHostOf(zone.nameServers))
  }

  /**
   * The records of a domain as lines of a zone file.
   * @throws ApiError `not_found`.
   */
  async zonefile(accountId: string, ref: string): Promise<string> {
    const domain = await this.#store.find(accountId, ref)
    return formatZone(zoneRecords(domain), [`Records of ${domain.name}`])
  }

  /**
   * Removes a domain, and the provider's identity with it unless another account has the same name. Can be repeated
   * when it fails.
   * @throws ApiError `not_found`, `cannot_delete_sandbox`, `provider_unavailable`.
   */
  async delete(accountId: string, ref: string): Promise<void> {
    const domain = await this.#store.find(accountId, ref)
    if (isSandboxDomain(domain)) throw new ApiError('cannot_delete_sandbox')
    // Of two that give the same name up at once, each sees that the other one does not need it either.
    const at = this.#deps.clock.now()
    await this.#store.change(domain, { $set: { deleting_at: at } })
    try {
      await this.#forget(domain)
    } catch (error) {
      // What somebody has begun before may be half done: that is finished later, not taken back.
      if (!domain.deleting_at) await this.#store.keep(domain, at)
      throw error
    }
  }

  /**
   * Finishes the deletions that processes began and died over, one after the other. Several may do this at once: each
   * deletion is taken by one of them, and falls to the next a minute later if that one fails.
   */
  async finishDeletions(): Promise<void> {
    for (;;) {
      const now = this.#deps.clock.now()
      const domain = await this.#store.takeDeletion(new Date(now.getTime() - STALE_DELETION_MS), now)
      if (!domain) return
      try {
        await withTimeout(FINISH_TIMEOUT_MS, this.#forget(domain))
      } catch (err) {
        this.#deps.log.warn({ err, domainId: domain._id }, 'a deletion could not be finished; it is tried again')
        return
      }
    }
  }

  /** Makes the row of a new domain. */
  async #register(accountId: string, name: string): Promise<DomainDoc> {
    const id = this.#deps.newId('domain')
    const mailFromDomain = await this.#mailFromOf(id, name)
    const records = recordsOf(name, mailFromDomain, await this.#introduce({ id, name, mailFromDomain }))
    return {
      _id: id,
      account_id: accountId,
      name,
      mail_from_domain: mailFromDomain,
      slot: 0,
      dns_records: records,
      dkim_status: 'pending',
      spf_status: 'pending',
      dmarc_status: 'pending',
      txt_status: 'pending',
      fully_verified: false,
      from_name: null,
      logo_url: null,
      dkim: null,
      deleting_at: null,
      created_at: idTime(id),
    }
  }

  /**
   * The MAIL FROM subdomain of a new domain, which no other domain has: its records show which of several accounts with
   * one name is its owner, where the provider wants the same DKIM records of them all.
   */
  async #mailFromOf(id: string, name: string): Promise<string> {
    const { mailFromLabel } = this.#deps.config
    const usual = `${mailFromLabel}.${name}`
    return (await this.#store.hasMailFrom(usual)) ? `${mailFromLabel}-${id.slice(-UNIQUE_CHARACTERS)}.${name}` : usual
  }

  /** Tells the provider of a new domain. What fails half way is taken back, as well as that goes. */
  async #introduce(domain: IdentityDomain): Promise<IdentityRecords> {
    try {
      return await this.#deps.identities.register(domain)
    } catch (error) {
      if (error instanceof UnfinishedRegistration) {
        await withTimeout(RELEASE_TIMEOUT_MS, this.#release({ _id: domain.id, name: domain.name })).catch((err) =>
          this.#deps.log.warn({ err, domain: domain.name }, 'the provider keeps an identity that has no domain'),
        )
      }
      throw error
    }
  }

  /** Removes all there is of a domain. Can be repeated, and done by several at once. */
  async #forget(domain: DomainDoc): Promise<void> {
    await this.#release(domain)
    // Before the row, by which whoever repeats this finds it; and after, because a logo may have come in between.
    await this.#logos.remove(domain)
    await this.#store.remove(domain)
    await this.#logos.remove(domain)
  }

  /** Lets the provider forget a name that nobody else has. */
  async #release(domain: Pick<DomainDoc, '_id' | 'name'>): Promise<void> {
    if (!(await this.#store.isSharedName(domain))) await this.#deps.identities.remove(domain.name)
  }

  async #assertFree(accountId: string, name: string): Promise<void> {
    const owner = await this.#store.ownerOf(name)
    if (owner !== null && owner !== accountId) throw new ApiError('domain_in_use')
  }

  async #judge(domain: DomainDoc): Promise<Verdict> {
    if (this.#needsNoDns(domain)) return allVerified(domain.dns_records)
    if (domain.fully_verified) return this.#verifier.verify(domain)
    const [verdict, wanted] = await Promise.all([this.#verifier.verify(domain), this.#wantedRecords(domain)])
    return wanted ? verdictOf(mergeRecords(wanted, verdict.dns_records)) : verdict
  }

  /**
   * What the provider wants published by now: its identity may have been removed meanwhile, with another account's
   * domain of the same name, and is made again here. Null when the provider does not tell.
   */
  async #wantedRecords({ _id, name, mail_from_domain }: DomainDoc) {
    try {
      const registered = this.#deps.identities.register({ id: _id, name, mailFromDomain: mail_from_domain })
      return recordsOf(name, mail_from_domain, await withTimeout(REGISTER_TIMEOUT_MS, registered))
    } catch (err) {
      this.#deps.log.warn({ err, domainId: _id }, 'the provider did not tell which records it wants')
      return null
    }
  }

  /** Whoever signs by himself has the key before the domain sends. */
  async #ownKey({ _id }: DomainDoc): Promise<void> {
    if (this.#deps.config.mailProvider !== 'ses') await this.#keys.ensure(_id)
  }

  /** On one machine, where nothing is sent, everything can be tried without a domain. */
  #needsNoDns({ name }: Pick<DomainDoc, 'name'>): boolean {
    return this.#deps.config.mailProvider === 'capture' && isReservedName(name)
  }
}

/** All records of a domain, and where its logo is when it has one. */
function zoneRecords({ name, dns_records, logo_url }: DomainDoc): ZoneRecord[] {
  return logo_url ? [...dns_records, bimiRecord(name, logo_url)] : [...dns_records]
}
