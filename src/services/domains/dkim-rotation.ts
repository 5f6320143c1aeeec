import type { mongo } from 'mongoose'
import { ApiError, fieldError } from '../../errors.js'
import { createResolver } from '../../lib/network/dns-resolver.js'
import type { DkimKeyDoc, DomainDoc } from '../../models/domain.js'
import { inRevision } from '../../models/revisions.js'
import { type Capabilities, capabilitiesOf } from '../../providers/capabilities.js'
import { selectorAfter } from '../../providers/identities/own-identities.js'
import type { OperatorDeps } from '../deps.js'
import { DKIM_KEY, DKIM_NEXT_KEY } from '../platform/encryption/secret-fields.js'
import { sameKeyRecord } from './check-records.js'
import { type DkimKeys, dkimTxt, newKey } from './dkim-keys.js'
import { asciiName, isReservedName } from './domain-name.js'

const DNS_TIMEOUT_MS = 3_000

/** How far the rotation of a key is. */
export interface DkimRotationView {
  domain: string
  /** `started`: a new key was made. `waiting`: DNS does not have it yet. `switched`: mail is signed with it from now on. */
  state: 'started' | 'waiting' | 'switched'
  /** The selector that mail is signed with. */
  signs_with: string
  /** The selector of the new key, until it signs. */
  next: string | null
}

/** A domain, and the selectors of its DKIM keys. */
export interface DkimSelectorsView {
  domain: string
  account_id: string
  /** The selector that its mail is signed with; null if it has no key yet, or the provider signs. */
  signs_with: string | null
  /** The selector of a new key that waits for DNS; null if none does. */
  next: string | null
}

/** A step of a rotation, and whose domain it concerns. */
export interface DkimRotationStep {
  accountId: string
  domainId: string
  view: DkimRotationView
}

type RotationDeps = Pick<OperatorDeps, 'models' | 'config' | 'sealer'> & { dkimKeys: Pick<DkimKeys, 'ensure'> }

/**
 * Replaces the DKIM key of a domain without a moment in which signatures cannot be checked: the new key is published under
 * the next of the three names that the customer's records point to, and signs only when DNS has it. The old one stays
 * published for mail that is on its way.
 */
export class DkimRotation {
  readonly #deps: RotationDeps
  readonly #domains: mongo.Collection<DomainDoc>
  readonly #capabilities: Capabilities

  constructor(deps: RotationDeps) {
    this.#deps = deps
    this.#capabilities = capabilitiesOf(deps.config)
    this.#domains = deps.models.domains.collection
  }

  /** The verified domains of all accounts, oldest first. */
  async list(): Promise<DkimSelectorsView[]> {
    const verified = { verified_name: { $exists: true }, deleting_at: null }
    const projection = { name: 1, account_id: 1, 'dkim.selector': 1, 'dkim_next.selector': 1 }
    const rows = await this.#domains.find(verified, { projection, sort: { _id: 1 } }).toArray()
    return rows.map(({ name: domain, account_id, dkim, dkim_next: next }) => ({
      domain,
      account_id,
      signs_with: dkim?.selector ?? null,
      next: next?.selector ?? null,
    }))
  }

  /**
   * Starts a rotation, or switches to its key if DNS has it. Repeat it until the state is `switched`.
   * @throws ApiError `invalid_request` if it is no name of a domain; `not_found` if no account has verified it; `provider_unavailable` if the provider signs.
   */
  async advance(name: string): Promise<DkimRotationStep> {
    const { dkimKeys } = this.#deps
    if (this.#capabilities.signsMail) {
      throw new ApiError('provider_unavailable', 'The mail provider signs mail and rotates its DKIM keys by itself.')
    }
    const wanted = asciiName(name)
    if (wanted === null) throw fieldError('invalid_request', 'domain', 'must be a domain name, like shop.example')
    const verified = { verified_name: wanted, deleting_at: null }
    const found = await this.#domains.findOne(verified)
    if (!found) throw new ApiError('not_found', `No account has the verified domain ${wanted}.`)
    await dkimKeys.ensure(found._id)
    const domain = await this.#domains.findOne(verified)
    if (!domain?.dkim) throw new ApiError('not_found', `No account has the verified domain ${wanted}.`)
    const { _id: domainId, account_id: accountId, dkim, dkim_next: next } = domain
    const view = next ? await this.#switchIfPublished(domain, dkim, next) : await this.#begin(domain, dkim)
    return { accountId, domainId, view }
  }

  /** If two begin at once, one key is kept. */
  async #begin({ _id, account_id, name }: DomainDoc, { selector }: DkimKeyDoc): Promise<DkimRotationView> {
    const key = await newKey(selectorAfter(selector))
    const sealed = { ...key, private_key: this.#deps.sealer.seal(DKIM_NEXT_KEY, _id, key.private_key) }
    const filter = { _id, dkim_next: { $exists: false }, 'dkim.selector': selector }
    await inRevision(this.#deps.models, account_id, (session) =>
      this.#domains.updateOne(filter, { $set: { dkim_next: sealed } }, { session }),
    )
    return { domain: name, state: 'started', signs_with: selector, next: key.selector }
  }

  async #switchIfPublished(domain: DomainDoc, current: DkimKeyDoc, next: DkimKeyDoc): Promise<DkimRotationView> {
    const { models, sealer } = this.#deps
    const { _id, account_id, name } = domain
    const waiting = { domain: name, state: 'waiting', signs_with: current.selector, next: next.selector } as const
    if (!(await this.#isPublished(name, next))) return waiting
    const privateKey = sealer.open(DKIM_NEXT_KEY, _id, next.private_key)
    const dkim = { ...next, private_key: sealer.seal(DKIM_KEY, _id, privateKey) }
    const previous = { selector: current.selector, public_key: current.public_key }
    await inRevision(models, account_id, (session) =>
      this.#domains.updateOne(
        { _id, 'dkim_next.public_key': next.public_key },
        {
          $set: { dkim, dkim_previous: previous },
          $unset: { dkim_next: '' },
        },
        { session },
      ),
    )
    return { domain: name, state: 'switched', signs_with: next.selector, next: null }
  }

  /** Whether receivers find the key: by the customer's record, in the zone of the operator. */
  async #isPublished(name: string, { selector, public_key }: DkimKeyDoc): Promise<boolean> {
    // Like the records by which such a domain was verified.
    if (this.#capabilities.verifiesReservedNames && isReservedName(name)) return true
    const { dnsServers } = this.#deps.config
    const resolver = createResolver({ servers: dnsServers, timeoutMs: DNS_TIMEOUT_MS })
    const answer = await resolver.txt(`${selector}._domainkey.${name}`)
    const wanted = dkimTxt(public_key)
    return answer.status === 'found' && answer.records.some((text) => sameKeyRecord(text, wanted))
  }
}
