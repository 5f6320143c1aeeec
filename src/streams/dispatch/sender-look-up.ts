import { createPrivateKey, type KeyObject } from 'node:crypto'
import type { Config } from '../../config.js'
import { VersionedCache } from '../../lib/collections/versioned-cache.js'
import { WeightedCache } from '../../lib/collections/weighted-cache.js'
import { domainOf, normalizeAddress } from '../../lib/mail/addresses.js'
import type { DkimKeyDoc, DomainDoc } from '../../models/domain.js'
import type { Models } from '../../models/index.js'
import { type LookUp, lookUpRow, WORKER_BATCHING } from '../../models/look-up.js'
import type { DispatchedMessage, MailContent } from '../../models/message.js'
import { CACHE_TTL_MS, type Revisions } from '../../models/revisions.js'
import type { Capabilities } from '../../providers/capabilities.js'
import type { DkimSigning } from '../../providers/mail/mail-transport.js'
import { ed25519Status } from '../../services/domains/ed25519-key.js'
import { type LinkingDomain, linkHostInUse } from '../../services/domains/link-host.js'
import type { Sealer } from '../../services/platform/encryption/sealer.js'
import { DKIM_ED25519_KEY, DKIM_KEY, type SecretField } from '../../services/platform/encryption/secret-fields.js'
import type { ReadBarrier } from '../../services/platform/read-barrier.js'

/** The sender of a mail right before dispatch. */
export interface Sender {
  /** Whether the sender is still allowed. */
  verified: boolean
  /** Decrypts what signs the mail. Empty if nothing does. */
  dkim: () => DkimSigning[]
  /** The MAIL FROM subdomain for bounces; null if it accepts none, or the provider sets the envelope. */
  mailFrom: string | null
  /** The host of the links in the mail; null for BASE_URL. */
  linkHost: string | null
}

type Kept = { domain: Signer | null }
type Signer = LinkingDomain &
  Pick<DomainDoc, '_id' | 'account_id' | 'verified_name' | 'mail_from_domain' | 'dns_records' | 'dkim'> &
  Pick<DomainDoc, 'name' | 'dkim_ed25519' | 'ed25519_check'>

const NOT_VERIFIED: Sender = { verified: false, dkim: () => [], mailFrom: null, linkHost: null }

const MAX_KEYS = 1_000
const MAX_KEPT = 5_000
const FIELDS = {
  ...{ account_id: 1, verified_name: 1, mail_from_domain: 1, dns_records: 1, dkim: 1 },
  ...{ name: 1, dkim_ed25519: 1, ed25519_check: 1 },
  ...{ link_host: 1, links_status: 1, links_enabled: 1 },
}

interface SenderDeps {
  config: Pick<Config, 'sharedEmailSender' | 'linkHostTarget'>
  capabilities: Pick<Capabilities, 'signsMail'>
  models: Models
  sealer: Sealer
  readBarrier: Pick<ReadBarrier, 'pass'>
}

/**
 * Looks up senders at dispatch. Concurrent calls share a query. The keys are kept as Node.js holds them: to read a key from
 * its text takes longer than to sign with it.
 */
export class SenderLookUp {
  readonly #config: Pick<Config, 'sharedEmailSender' | 'linkHostTarget'>
  readonly #capabilities: Pick<Capabilities, 'signsMail'>
  readonly #sealer: Sealer
  readonly #readBarrier: Pick<ReadBarrier, 'pass'>
  readonly #find: LookUp<string, Signer | null>
  /** Domains of accounts, and names that are nobody's, by account and name. */
  readonly #kept = new VersionedCache<Kept>({ maxWeight: MAX_KEPT, maxAgeMs: CACHE_TTL_MS })
  /** By row and stored text, so that a changed key is another. */
  readonly #keys = new WeightedCache<KeyObject>({ maxWeight: MAX_KEYS })

  constructor({ config, capabilities, models, sealer, readBarrier }: SenderDeps) {
    this.#sealer = sealer
    this.#readBarrier = readBarrier
    this.#config = config
    this.#capabilities = capabilities
    this.#find = lookUpRow(
      (names) => findVerified(models, names),
      (row) => row.verified_name!,
      WORKER_BATCHING,
    )
  }

  /**
   * The sender of a message: the shared one, or a domain of its account.
   * @param revisions of the account, which was just read; null if it was not.
   */
  async of(
    message: Pick<DispatchedMessage, 'account_id'>,
    { from }: Pick<MailContent, 'from'>,
    revisions: Revisions | null,
  ): Promise<Sender> {
    const address = normalizeAddress(from.email)
    const isShared = address === normalizeAddress(this.#config.sharedEmailSender)
    const name = domainOf(address)
    const isOf = (found: Signer | null) => found?.account_id === message.account_id
    let domain = await this.#domain(message.account_id, name, revisions)
    if (!isShared && !isOf(domain)) {
      // This fails the message for good, and after a failover, what was verified a moment ago can be missing.
      await this.#readBarrier.pass(message.account_id)
      domain = await this.#find(name)
      if (!isOf(domain)) return NOT_VERIFIED
    }
    // All accounts use the shared sender; it is signed if an account has verified its domain.
    const isOwn = isOf(domain)
    const linkHost = domain && isOwn ? linkHostInUse(domain, this.#config) : null
    // SES signs the mail itself and sets its own envelope.
    if (!domain || this.#capabilities.signsMail) return { ...NOT_VERIFIED, verified: true, linkHost }
    const { mail_from_domain, dns_records } = domain
    return {
      verified: true,
      dkim: () => this.#keysOf(domain),
      mailFrom: takesBounces(dns_records) ? mail_from_domain : null,
      linkHost,
    }
  }

  /** The revision of an account says nothing about the domain of another one, which may sign for the shared sender. */
  async #domain(accountId: string, name: string, revisions: Revisions | null): Promise<Signer | null> {
    if (!revisions) return this.#find(name)
    const key = `${accountId} ${name}`
    const kept = this.#kept.get(key, revisions.settings)
    if (kept) return kept.domain
    const at = performance.now()
    const domain = await this.#find(name)
    if (domain === null || domain.account_id === accountId) {
      this.#kept.set(key, { version: revisions.settings, value: { domain }, at })
    }
    return domain
  }

  /**
   * The keys that sign the mail of a domain. That of Ed25519 comes last, because a receiver that looks at the first
   * signature only may know RSA only; and not before it was found in DNS.
   */
  #keysOf(domain: Signer): DkimSigning[] {
    const { _id, name, dkim, dkim_ed25519 } = domain
    const second = ed25519Status(domain) === 'verified' ? dkim_ed25519 : null
    const signing = (field: SecretField, key: DkimKeyDoc | null | undefined): DkimSigning[] =>
      key ? [{ domain: name, selector: key.selector, privateKey: this.#open(field, _id, key.private_key) }] : []
    return [...signing(DKIM_KEY, dkim), ...signing(DKIM_ED25519_KEY, second)]
  }

  #open(field: SecretField, domainId: string, stored: string): KeyObject {
    const name = `${domainId} ${stored}`
    const known = this.#keys.get(name)
    if (known) return known
    const key = createPrivateKey(this.#sealer.open(field, domainId, stored))
    this.#keys.set(name, key)
    return key
  }
}

/** Without its MX, bounces could not be delivered, and some receivers refuse such a sender. */
function takesBounces(records: Signer['dns_records']): boolean {
  return records.some(({ purpose, status }) => purpose === 'mx' && status === 'verified')
}

function findVerified({ domains }: Models, names: string[]): Promise<Signer[]> {
  const filter = { verified_name: { $in: names }, deleting_at: null }
  return domains.collection.find<Signer>(filter, { projection: FIELDS }).toArray()
}
