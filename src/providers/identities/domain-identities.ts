import { ApiError } from '../../errors.js'

/** What a provider wants published for a sending domain. Names and values carry no final dot. */
export interface IdentityRecords {
  /** The CNAME records of the DKIM keys, three of them. */
  dkim: { name: string; value: string }[]
  /** The one MX of the MAIL FROM subdomain, like `10 host`. */
  mailFromMx: string
  /** The whole TXT of the MAIL FROM subdomain (RFC 7208). */
  spf: string
}

export type IdentityStatus = 'pending' | 'verified' | 'failed'

/** What a provider needs to know about a sending domain. */
export interface IdentityDomain {
  id: string
  name: string
  mailFromDomain: string
}

/** A registration that failed after it created an identity. The identity still exists. */
export class UnfinishedRegistration extends ApiError {
  constructor({ code, message, retryAfterSeconds }: ApiError) {
    super(code, message, { retryAfterSeconds })
  }
}

/** Creates and removes what a provider keeps of a sending domain. */
export interface DomainIdentities {
  /**
   * Repeatable: returns the same records for the same domain.
   * @throws ApiError `domain_in_use` if the provider has an identity of that name that Postline does not manage;
   *   `provider_unavailable`. Either is an UnfinishedRegistration if this call created an identity.
   */
  register(domain: IdentityDomain): Promise<IdentityRecords>
  /**
   * The DKIM status that the provider reports; null if DNS alone decides.
   * @throws ApiError `provider_unavailable`.
   */
  dkimStatus(name: string): Promise<IdentityStatus | null>
  /**
   * Removes an identity. Keeps one that Postline does not manage; one that does not exist is no error.
   * @throws ApiError `provider_unavailable`.
   */
  remove(name: string): Promise<void>
}
