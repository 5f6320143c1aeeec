import { Schema } from 'mongoose'
import { type DNS_RECORD_TYPES, DOMAIN_STATUSES, type DomainStatus } from '../contract/domains.js'
import { ledgerModel, ledgerSchema } from './ledger-schema.js'

/** The purpose of a record. The MX of the MAIL FROM subdomain is not verified: without it, bounces go to the sender. */
export type RecordPurpose = 'dkim' | 'mx' | 'spf' | 'dmarc'

/** A record that the owner of a domain publishes. Name and value have no final dot. */
export interface DnsRecordDoc {
  purpose: RecordPurpose
  type: (typeof DNS_RECORD_TYPES)[number]
  name: string
  value: string
  /** The result of the last look-up with an answer. */
  status: DomainStatus
}

/** The key pair that signs a domain's mail, if the service signs it itself. */
export interface DkimKeyDoc {
  selector: string
  /** PKCS #8, PEM, sealed: see services/platform/encryption/sealer.ts. Only the signer reads it. */
  private_key: string
  /** Base64 of the SubjectPublicKeyInfo, as after `p=` in DNS. */
  public_key: string
}

/** What the last look-up with an answer found of the record of a second key. */
export interface SecondKeyCheck {
  /** The selector that was looked up: the domain may have another second key since. */
  selector: string
  status: DomainStatus
}

/** A sending domain of an account. */
export interface DomainDoc {
  _id: string
  account_id: string
  /** Lower case, A-labels, no final dot. */
  name: string
  /** Unique across all accounts: its published records show which account owns the name. */
  mail_from_domain: string
  /** Its seat among the domains of the account, from 0. The unique index enforces the limit. */
  slot: number
  /** Empty only if a process died while it added the domain. */
  dns_records: DnsRecordDoc[]
  dkim_status: DomainStatus
  spf_status: DomainStatus
  dmarc_status: DomainStatus
  /** Of both TXT records together. */
  txt_status: DomainStatus
  fully_verified: boolean
  /** A copy of the name, only while the domain is fully verified. Unique across all accounts. */
  verified_name?: string
  /** The default sender name of its mail. */
  from_name: string | null
  logo_url: string | null
  /** Whether mail to the domain is received. Absent: no. */
  inbound_enabled?: boolean
  /** Whether links in its mail have its own host, once that is verified. Absent for yes. */
  links_enabled?: boolean
  /** The CNAME of its link host, at the last look-up with an answer. Absent before the first. */
  links_status?: DomainStatus
  /**
   * Its link host, once that was verified, even if its record is gone since: links in mail work for years. Unique across
   * all accounts; the account that verifies the domain has it.
   */
  link_host?: string
  /** Null until the domain is verified or its public key is requested; always null if the provider signs. */
  dkim: DkimKeyDoc | null
  /** The key that replaces it as soon as DNS has it. Absent otherwise. */
  dkim_next?: DkimKeyDoc
  /** The key before it, which mail on its way is signed with. Absent before the first rotation. */
  dkim_previous?: Pick<DkimKeyDoc, 'selector' | 'public_key'>
  /**
   * The Ed25519 key that signs its mail as well, once the customer's own record has it. The public key is the bare one, as
   * RFC 8463 wants it after `p=`. Absent unless the account has turned it on.
   */
  dkim_ed25519?: DkimKeyDoc
  /** Absent before the first look-up. */
  ed25519_check?: SecondKeyCheck
  /**
   * When its deletion began. From then on it neither sends nor keeps the provider's identity. If the process dies, the
   * sweep finishes the deletion a minute later.
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
  inbound_enabled: Boolean,
  links_enabled: Boolean,
  links_status: { type: String, enum: DOMAIN_STATUSES },
  link_host: String,
  dkim: { type: Schema.Types.Mixed, default: null },
  dkim_next: Schema.Types.Mixed,
  dkim_previous: Schema.Types.Mixed,
  dkim_ed25519: Schema.Types.Mixed,
  ed25519_check: Schema.Types.Mixed,
  deleting_at: { type: Date, default: null },
  created_at: { type: Date, required: true },
})
schema.index({ account_id: 1, name: 1 }, { unique: true })
schema.index({ account_id: 1, slot: 1 }, { unique: true })
schema.index({ account_id: 1, _id: -1 })
schema.index({ verified_name: 1 }, { unique: true, sparse: true })
schema.index({ link_host: 1 }, { unique: true, sparse: true })
schema.index({ mail_from_domain: 1 }, { unique: true })
schema.index({ name: 1 })
// Partial, not sparse: a sparse index would contain every domain, because null counts as a value.
schema.index({ deleting_at: 1 }, { partialFilterExpression: { deleting_at: { $gt: new Date(0) } } })

export const domainModel = ledgerModel<DomainDoc>('Domain', schema)
