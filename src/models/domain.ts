import { Schema } from 'mongoose'
import { type DNS_RECORD_TYPES, DOMAIN_STATUSES, type DomainStatus } from '../contract/domains.js'
import { ledgerModel, ledgerSchema } from './ledger-schema.js'

/**
 * What a record is for. The MX of the MAIL FROM subdomain takes no part in the verification: without it bounces go to the
 * sender.
 */
export type RecordPurpose = 'dkim' | 'mx' | 'spf' | 'dmarc'

/** A record that the owner of a domain publishes. Name and value carry no final dot. */
export interface DnsRecordDoc {
  purpose: RecordPurpose
  type: (typeof DNS_RECORD_TYPES)[number]
  name: string
  value: string
  /** What the last look-up that was answered came to. */
  status: DomainStatus
}

/** The key pair that mail of a domain is signed with, where the service signs by itself. */
export interface DkimKeyDoc {
  selector: string
  /** PKCS #8, PEM. Leaves the ledger for the signing of a mail, and for nothing else. */
  private_key: string
  /** Base64 of the SubjectPublicKeyInfo, as it stands behind `p=` in DNS. */
  public_key: string
}

/** A sending domain of an account. */
export interface DomainDoc {
  _id: string
  account_id: string
  /** Lower case, A-labels, no final dot. */
  name: string
  /** No two domains have the same, of whatever account: publishing its records shows whose the name is. */
  mail_from_domain: string
  /** Its place among the domains of the account, from 0: that no two have the same is what limits their number. */
  slot: number
  /** Empty only when a process died while it added the domain. */
  dns_records: DnsRecordDoc[]
  dkim_status: DomainStatus
  spf_status: DomainStatus
  dmarc_status: DomainStatus
  /** Both TXT records together. */
  txt_status: DomainStatus
  fully_verified: boolean
  /** The name once more, only while the domain is fully verified: of all accounts one has it. */
  verified_name?: string
  /** Shown as the sender of mail that names none. */
  from_name: string | null
  logo_url: string | null
  /** Null until the domain is verified, or its public key asked for; always null where the provider signs. */
  dkim: DkimKeyDoc | null
  /**
   * When its deletion was begun, until it is gone: it neither sends nor keeps the provider's identity in use. Of a
   * process that died it stays, and the sweep finishes the deletion a minute later.
   */
  deleting_at: Date | null
  created_at: Date
}

const status = { type: String, enum: DOMAIN_STATUSES, default: 'pending' }

const schema = ledgerSchema('domains', {
  _id: { type: String, required: true },
  account_id: { type: String, required: true },
  name: { type: String, required: true },
  mail_from_domain: { type: String, required: true },
  slot: { type: Number, required: true },
  dns_records: { type: [Schema.Types.Mixed], default: [] },
  dkim_status: status,
  spf_status: status,
  dmarc_status: status,
  txt_status: status,
  fully_verified: { type: Boolean, default: false },
  verified_name: String,
  from_name: { type: String, default: null },
  logo_url: { type: String, default: null },
  dkim: { type: Schema.Types.Mixed, default: null },
  deleting_at: { type: Date, default: null },
  created_at: { type: Date, required: true },
})
schema.index({ account_id: 1, name: 1 }, { unique: true })
schema.index({ account_id: 1, slot: 1 }, { unique: true })
schema.index({ account_id: 1, _id: -1 })
schema.index({ verified_name: 1 }, { unique: true, sparse: true })
schema.index({ mail_from_domain: 1 }, { unique: true })
schema.index({ name: 1 })
// Not sparse, which would hold every domain.
schema.index({ deleting_at: 1 }, { partialFilterExpression: { deleting_at: { $gt: new Date(0) } } })

export const domainModel = ledgerModel<DomainDoc>('Domain', schema)
