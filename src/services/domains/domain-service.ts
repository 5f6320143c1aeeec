import type { DnsSetup, Domain, DomainInbound, DomainLinks, DomainVerification } from '../../contract/domains.js'
import type { PageRequest } from '../../contract/fields.js'
import { ApiError, fieldError } from '../../errors.js'
import { withTimeout } from '../../lib/concurrency/time-limit.js'
import { formatZone, type ZoneRecord } from '../../lib/network/zone-file.js'
import type { DomainDoc } from '../../models/domain.js'
import type { ServiceDeps } from '../deps.js'
import { decodeCursor, listById, type Page, toPage } from '../platform/pages.js'
import { bimiRecord } from './bimi-record.js'
import { dnsHostOf, UNKNOWN_DNS_HOST } from './dns-hosts.js'
import { dnsWarnings } from './dns-warnings.js'
import { isReservedName, parseDomainName, registrableDomain } from './domain-name.js'
import { mergeRecords } from './domain-records.js'
import { DomainRegistration, type RegistrationDeps } from './domain-registration.js'
import type { DomainStore } from './domain-store.js'
import { allVerified, type DomainVerifier, type Verdict, verdictOf } from './domain-verifier.js'
import { ed25519Record, newEd25519Key, recordsToPublish } from './ed25519-key.js'
import { linkHostOf, linkRecord } from './link-host.js'
import {
  type DomainContext,
  isSandboxDomain,
  presentDnsSetup,
  presentDomain,
  presentInbound,
  presentLinks,
  presentVerification,
} from './present-domain.js'
import { assertReady } from './ready-domain.js'
import { findZone } from './zone-cut.js'

/** If a deletion is older than this, its process died: no request takes so long. */
const STALE_DELETION_MS = 60_000
/** Time for finishing one such deletion, in ms, because others wait. A slower one continues in parallel. */
const FINISH_TIMEOUT_MS = 5_000

const DOMAINS = listById('domain')

type DomainDeps = RegistrationDeps &
  Pick<ServiceDeps, 'config' | 'clock' | 'log' | 'resolver' | 'capabilities' | 'sealer'> & {
    domainVerifier: DomainVerifier
  }

/** Manages sending domains: adds, verifies and deletes them. */
export class DomainService {
  readonly #deps: DomainDeps
  readonly #store: DomainStore
  readonly #registration: DomainRegistration
  readonly #verifier: DomainVerifier

  constructor(deps: DomainDeps) {
    this.#deps = deps
    this.#store = deps.domainStore
    this.#registration = new DomainRegistration(deps)
    this.#verifier = deps.domainVerifier
  }

  /**
   * Adds a domain to an account. An existing one is returned as it is, unless it is being deleted: then its deletion is
   * finished first.
   * @throws ApiError `invalid_request` if it is not a name to send from, `domain_in_use` if another account has
   *   verified it or the provider has it for somebody else, `domain_limit_reached`, `provider_unavailable`.
   */
  async create(accountId: string, text: string): Promise<{ domain: Domain; existed: boolean }> {
    const name = parseDomainName(text)
    if (name === this.#deps.config.sandboxDomain) {
      return { domain: this.#present(await this.#store.find(accountId, name)), existed: true }
    }
    let made: DomainDoc | null = null
    for (;;) {
      const { seats, existing } = await this.#store.roomFor(accountId, name)
      if (existing?.deleting_at) {
        await this.#registration.remove(existing)
        // The new identity was deleted together with the old one.
        made = null
        continue
      }
      if (existing) return { domain: this.#present(existing), existed: true }
      await this.#assertFree(accountId, name)
      if (seats.length === 0) {
        if (made) await this.#registration.release(made)
        throw new ApiError('domain_limit_reached')
      }
      if (made && (await this.#store.hasMailFrom(made.mail_from_domain))) made = null
      made ??= await this.#registration.register(accountId, name)
      // A random free seat, so that concurrent requests rarely collide.
      const seat = seats[Math.floor(this.#deps.clock.random() * seats.length)]!
      if (await this.#store.insert({ ...made, slot: seat })) return { domain: this.#present(made), existed: false }
    }
  }

  /** The domains of an account, newest first; the built-in one counts as the oldest. */
  async list(accountId: string, { limit, cursor }: PageRequest): Promise<Page<Domain>> {
    const before = cursor ? decodeCursor(DOMAINS, cursor) : undefined
    const rows = await this.#store.list(accountId, { limit: limit + 1, before })
    const page = toPage(DOMAINS, rows, limit, (row) => this.#present(row))
    return { ...page, count: () => this.#store.count(accountId) }
  }

  /** @throws ApiError `not_found`. */
  async get(accountId: string, ref: string): Promise<Domain> {
    return this.#present(await this.#store.find(accountId, ref))
  }

  /** Domains by id. Unknown ids are left out. */
  async getMany(accountId: string, ids: readonly string[]): Promise<Map<string, Domain>> {
    const rows = await this.#store.findMany(accountId, ids)
    return new Map(rows.map((row) => [row._id, this.#present(row)]))
  }

  /**
   * Looks up the records of a domain. Statuses without an answer do not change.
   * @throws ApiError `not_found`, `domain_in_use` if another account has verified it.
   */
  async verify(accountId: string, ref: string): Promise<DomainVerification> {
    const domain = await this.#store.find(accountId, ref)
    // A domain that is being deleted must not be registered again.
    if (isSandboxDomain(domain) || domain.deleting_at) return presentVerification(domain, this.#around(domain))
    await this.#assertFree(accountId, domain.name)
    const [verdict, links_status, ed25519_check] = await Promise.all([
      this.#judge(domain),
      this.#judgeLinks(domain),
      this.#judgeEd25519(domain),
      this.#registration.ensureKey(domain),
    ])
    const { name } = domain
    const found = { ...verdict, ...(links_status && { links_status }), ...(ed25519_check && { ed25519_check }) }
    let changed = await this.#store.change(domain, {
      $set: { ...found, ...(verdict.fully_verified && { verified_name: name }) },
      ...(!verdict.fully_verified && { $unset: { verified_name: 1 } }),
    })
    // Only now is the name this account's, and with it the host of its links.
    if (verdict.fully_verified) await this.#store.freeLinkHost(domain)
    if (verdict.fully_verified && links_status === 'verified') {
      changed = await this.#store.change(domain, { $set: { link_host: linkHostOf(name) } })
    }
    // Another account with the same name may have registered its MAIL FROM subdomain last. From now on it cannot.
    if (verdict.fully_verified && !domain.fully_verified) await this.#registration.wantedRecords(domain)
    return presentVerification(changed, this.#around(changed))
  }

  /**
   * Turns the host of a domain's own for the links in its mail on or off. Links in mail sent before keep working.
   * @throws ApiError `not_found`, `domain_not_ready` for a domain that can have none.
   */
  async setLinks(accountId: string, ref: string, enabled: boolean): Promise<DomainLinks> {
    const domain = await this.#store.find(accountId, ref)
    const { linkTarget } = this.#around(domain)
    if (linkTarget === null) {
      const reason = isSandboxDomain(domain) ? 'The built-in domain is shared' : `${domain.name} needs no DNS`
      throw new ApiError('domain_not_ready', `${reason}, so it cannot have a host for links.`)
    }
    return presentLinks(await this.#store.change(domain, { $set: { links_enabled: enabled } }), linkTarget)!
  }

  /**
   * Gives a domain an Ed25519 key that signs its mail beside the RSA key as soon as a verification finds its record; or
   * takes it away. Turned on again, it gets another key.
   * @throws ApiError `not_found`; `domain_not_ready` for the built-in domain, and if the provider signs mail.
   */
  async setEd25519(accountId: string, ref: string, enabled: boolean): Promise<Domain> {
    const { capabilities, sealer } = this.#deps
    const domain = await this.#store.find(accountId, ref)
    if (isSandboxDomain(domain)) {
      throw new ApiError('domain_not_ready', 'The built-in domain is shared and cannot have a separate key.')
    }
    if (!enabled) {
      return this.#present(await this.#store.change(domain, { $unset: { dkim_ed25519: 1, ed25519_check: 1 } }))
    }
    if (capabilities.signsMail) {
      throw new ApiError('domain_not_ready', 'The mail provider signs mail by itself, with RSA keys only.')
    }
    // Of several requests at once, all get the key of the first.
    const key = { $literal: newEd25519Key(domain._id, sealer) }
    return this.#present(
      await this.#store.change(domain, [{ $set: { dkim_ed25519: { $ifNull: ['$dkim_ed25519', key] } } }]),
    )
  }

  /**
   * Sets the default sender name of a domain's mail; null for none.
   * @throws ApiError `not_found`, `invalid_request` for the built-in domain, which all accounts share.
   */
  async setFromName(accountId: string, ref: string, fromName: string | null) {
    const domain = await this.#store.find(accountId, ref)
    if (isSandboxDomain(domain)) {
      const message = 'the built-in sandbox domain is shared and cannot have a name'
      throw fieldError('invalid_request', 'domain', message)
    }
    const changed = await this.#store.change(domain, { $set: { from_name: fromName } })
    return { domain: changed.name, from_name: changed.from_name }
  }

  /**
   * Turns the receiving of mail to a domain on or off, and returns the record that leads mail here.
   * @throws ApiError `not_found`; `domain_not_ready` for a domain that is not verified, unless it only has to stop, and
   *   for the built-in one.
   */
  async setInbound(accountId: string, ref: string, enabled: boolean): Promise<DomainInbound> {
    const domain = await this.#store.find(accountId, ref)
    if (isSandboxDomain(domain)) {
      throw new ApiError('domain_not_ready', 'The built-in domain is shared and cannot receive mail.')
    }
    const stops = !enabled && domain.inbound_enabled === true
    if (!stops) assertReady(domain)
    const changed = await this.#store.change(domain, { $set: { inbound_enabled: enabled } })
    return presentInbound(changed, this.#deps.config)
  }

  /**
   * How to publish the records of a domain at its DNS host, which is found by its name servers.
   * @throws ApiError `not_found`.
   */
  async dnsSetup(accountId: string, ref: string): Promise<DnsSetup> {
    const { config, resolver } = this.#deps
    const domain = await this.#store.find(accountId, ref)
    if (isSandboxDomain(domain) || this.#needsNoDns(domain)) {
      const zone = { apex: registrableDomain(domain.name), nameServers: [] }
      return presentDnsSetup(domain, zone, UNKNOWN_DNS_HOST, { ...config, ...this.#around(domain) })
    }
    const zone = await findZone(resolver, domain.name)
    return presentDnsSetup(domain, zone, dnsHostOf(zone.nameServers), { ...config, ...this.#around(domain) })
  }

  /**
   * The records of a domain as a zone file.
   * @throws ApiError `not_found`.
   */
  async zonefile(accountId: string, ref: string): Promise<string> {
    const domain = await this.#store.find(accountId, ref)
    const { linkTarget, warnings } = this.#around(domain)
    const zone = formatZone(zoneRecords(domain), [`Records of ${domain.name}`, ...warnings])
    return linkTarget === null ? zone : zone + optionalPart(linkRecord(domain.name, linkTarget))
  }

  /**
   * Deletes a domain, and its identity at the provider unless another account has the same name. Can be repeated if it
   * fails.
   * @throws ApiError `not_found`, `cannot_delete_sandbox`, `provider_unavailable`.
   */
  async delete(accountId: string, ref: string): Promise<void> {
    const domain = await this.#store.find(accountId, ref)
    if (isSandboxDomain(domain)) throw new ApiError('cannot_delete_sandbox')
    // If two accounts delete the same name at once, each must see that the other no longer needs it.
    const at = this.#deps.clock.now()
    await this.#store.change(domain, { $set: { deleting_at: at } })
    try {
      await this.#registration.remove(domain)
    } catch (error) {
      // An earlier deletion may be half done, so it is finished later, not undone.
      if (!domain.deleting_at) await this.#store.keep(domain, at)
      throw error
    }
  }

  /**
   * Finishes the deletions of dead processes, one by one. Several processes may do this at once: each deletion is taken
   * by one of them. If that one fails, another one takes it a minute later.
   */
  async finishDeletions(): Promise<void> {
    for (;;) {
      const now = this.#deps.clock.now()
      const domain = await this.#store.takeDeletion(new Date(now.getTime() - STALE_DELETION_MS), now)
      if (!domain) return
      try {
        await withTimeout(FINISH_TIMEOUT_MS, this.#registration.remove(domain))
      } catch (err) {
        this.#deps.log.warn({ err, domainId: domain._id }, 'a deletion could not be finished; it will be retried')
        return
      }
    }
  }

  async #assertFree(accountId: string, name: string): Promise<void> {
    const owner = await this.#store.ownerOf(name)
    if (owner !== null && owner !== accountId) throw new ApiError('domain_in_use')
  }

  async #judge(domain: DomainDoc): Promise<Verdict> {
    if (this.#needsNoDns(domain)) return allVerified(domain.dns_records)
    if (domain.fully_verified) return this.#verifier.verify(domain)
    const [verdict, wanted] = await Promise.all([
      this.#verifier.verify(domain),
      this.#registration.wantedRecords(domain),
    ])
    return wanted ? verdictOf(mergeRecords(wanted, verdict.dns_records)) : verdict
  }

  /** Where the record of its link host stands; null if nothing is known or it can have none. */
  async #judgeLinks(domain: DomainDoc) {
    const { linkTarget } = this.#around(domain)
    return linkTarget === null ? null : this.#verifier.verifyLinkHost(linkHostOf(domain.name), linkTarget)
  }

  /** What DNS has of its second key; null if nothing is known or it has none. */
  async #judgeEd25519(domain: DomainDoc): Promise<DomainDoc['ed25519_check'] | null> {
    const record = ed25519Record(domain)
    if (!domain.dkim_ed25519 || !record) return null
    const { selector } = domain.dkim_ed25519
    if (this.#needsNoDns(domain)) return { selector, status: 'verified' }
    const status = await this.#verifier.verifyKey(record)
    return status && { selector, status }
  }

  #present(domain: DomainDoc): Domain {
    return presentDomain(domain, this.#around(domain))
  }

  #around(domain: DomainDoc): DomainContext {
    const { config } = this.#deps
    if (isSandboxDomain(domain) || this.#needsNoDns(domain)) return { linkTarget: null, warnings: [] }
    return { linkTarget: config.linkHostTarget, warnings: dnsWarnings(domain.dns_records, config) }
  }

  /** With captured mail, reserved names need no DNS, so that everything can be tried on one machine. */
  #needsNoDns({ name }: Pick<DomainDoc, 'name'>): boolean {
    return this.#deps.capabilities.verifiesReservedNames && isReservedName(name)
  }
}

/** A record that not everybody wants: an import of the file leaves it out. */
function optionalPart(record: ZoneRecord): string {
  const line = formatZone([record], [])
  return `; Optional: the links in its mail have this host, if it has a certificate. Take the semicolon away to publish it.\n; ${line}`
}

/** All records of a domain, including that of its logo. */
function zoneRecords(domain: DomainDoc): ZoneRecord[] {
  const { name, logo_url } = domain
  return [...recordsToPublish(domain), ...(logo_url ? [bimiRecord(name, logo_url)] : [])]
}
