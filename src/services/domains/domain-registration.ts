import { idTime } from '../../ids.js'
import { withTimeout } from '../../lib/concurrency/time-limit.js'
import type { DomainDoc } from '../../models/domain.js'
import {
  type IdentityDomain,
  type IdentityRecords,
  UnfinishedRegistration,
} from '../../providers/identities/domain-identities.js'
import type { ServiceDeps } from '../deps.js'
import type { DkimKeys } from './dkim-keys.js'
import type { DomainLogoStore } from './domain-logo-store.js'
import { recordsOf } from './domain-records.js'
import type { DomainStore } from './domain-store.js'

/** Time-out for asking the provider which records it wants, in ms. */
const REGISTER_TIMEOUT_MS = 8_000
/** Time-out for releasing a name that could not be registered, in ms. */
const RELEASE_TIMEOUT_MS = 5_000
/** Characters from the end of an id to use: few enough for a label. */
const UNIQUE_CHARACTERS = 12

export type RegistrationDeps = Pick<ServiceDeps, 'config' | 'newId' | 'log' | 'identities' | 'capabilities'> & {
  domainStore: DomainStore
  dkimKeys: DkimKeys
  domainLogoStore: DomainLogoStore
}

/** What a domain has outside its row: an identity at the mail provider, a signing key, a logo. */
export class DomainRegistration {
  readonly #deps: RegistrationDeps
  readonly #store: DomainStore
  readonly #keys: DkimKeys
  readonly #logos: DomainLogoStore

  constructor(deps: RegistrationDeps) {
    this.#deps = deps
    this.#store = deps.domainStore
    this.#keys = deps.dkimKeys
    this.#logos = deps.domainLogoStore
  }

  /**
   * Registers a name with the provider.
   * @returns the row of the new domain, which is not stored yet.
   * @throws ApiError `domain_in_use` if the provider has it for somebody else, `provider_unavailable`.
   */
  async register(accountId: string, name: string): Promise<DomainDoc> {
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

  /** If we sign the mail ourselves, the domain needs a key before it can send. */
  async ensureKey({ _id }: DomainDoc): Promise<void> {
    if (!this.#deps.capabilities.signsMail) await this.#keys.ensure(_id)
  }

  /**
   * The records that the provider wants now. Its identity may have been deleted with another account's domain of the
   * same name, so it is created again. Null if the provider does not answer.
   */
  async wantedRecords({ _id, name, mail_from_domain }: DomainDoc) {
    try {
      const registered = this.#deps.identities.register({ id: _id, name, mailFromDomain: mail_from_domain })
      return recordsOf(name, mail_from_domain, await withTimeout(REGISTER_TIMEOUT_MS, registered))
    } catch (err) {
      this.#deps.log.warn({ err, domainId: _id }, 'the provider did not report which records it wants')
      return null
    }
  }

  /** Deletes everything of a domain. Can be repeated, also concurrently. */
  async remove(domain: DomainDoc): Promise<void> {
    await this.release(domain)
    // Before the row, because a retry finds the domain by its row; and again afterwards, because a logo may have been
    // uploaded in between.
    await this.#logos.remove(domain)
    await this.#store.remove(domain)
    await this.#logos.remove(domain)
  }

  /** Removes a name from the provider if no other domain has it. */
  async release(domain: Pick<DomainDoc, '_id' | 'name'>): Promise<void> {
    if (!(await this.#store.isSharedName(domain))) await this.#deps.identities.remove(domain.name)
  }

  /**
   * The MAIL FROM subdomain of a new domain, unique to it. If the provider wants the same DKIM records from all
   * accounts with the name, the records of this subdomain show which account the owner means.
   */
  async #mailFromOf(id: string, name: string): Promise<string> {
    const { mailFromLabel } = this.#deps.config
    const usual = `${mailFromLabel}.${name}`
    return (await this.#store.hasMailFrom(usual)) ? `${mailFromLabel}-${id.slice(-UNIQUE_CHARACTERS)}.${name}` : usual
  }

  /** Registers a domain with the provider. If this fails half way, it is undone as far as possible. */
  async #introduce(domain: IdentityDomain): Promise<IdentityRecords> {
    try {
      return await this.#deps.identities.register(domain)
    } catch (error) {
      if (error instanceof UnfinishedRegistration) {
        await withTimeout(RELEASE_TIMEOUT_MS, this.release({ _id: domain.id, name: domain.name })).catch((err) =>
          this.#deps.log.warn({ err, domain: domain.name }, 'an identity without a domain was left at the provider'),
        )
      }
      throw error
    }
  }
}
