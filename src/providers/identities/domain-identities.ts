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

/** A sending domain, as far as a provider has to know it. */
export interface IdentityDomain {
  id: string
  name: string
  mailFromDomain: string
}

/** A registration that failed after it had made an identity, which is still there. */
export class UnfinishedRegistration extends ApiError {
  constructor({ code, message, retryAfterSeconds }: ApiError) {
    super(code, message, { retryAfterSeconds })
  }
}

/** Makes and removes what a provider keeps of a sending domain. */
export interface DomainIdentities {
  /**
   * Repeatable: answers the same records for the same domain.
   * @throws ApiError `domain_in_use` when the provider has an identity of that name which is not the service's;
   *   `provider_unavailable`. Either is an UnfinishedRegistration when this call has made an identity.
   */
  register(domain: IdentityDomain): Promise<IdentityRecords>
  /**
   * The provider's own word on DKIM; null where DNS alone decides.
   * @throws ApiError `provider_unavailable`.
   */
  dkimStatus(name: string): Promise<IdentityStatus | null>
  /**
   * Leaves an identity that is not the service's. One that is gone already is no error.
   * @throws ApiError `provider_unavailable`.
   */
  remove(name: string): Promise<void>
}
