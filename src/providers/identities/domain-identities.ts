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

/** Makes and removes what a provider keeps of a sending domain. */
export interface DomainIdentities {
  /**
   * Repeatable: answers the same records for the same domain.
   * @throws ApiError `provider_unavailable`.
   */
  register(domain: IdentityDomain): Promise<IdentityRecords>
  /**
   * The provider's own word on DKIM; null where DNS alone decides.
   * @throws ApiError `provider_unavailable`.
   */
  dkimStatus(name: string): Promise<IdentityStatus | null>
  /**
   * An identity that is gone already is no error.
   * @throws ApiError `provider_unavailable`.
   */
  remove(name: string): Promise<void>
}
