import type { Config } from '../../config.js'
import type {
  DnsHost,
  DnsRecord,
  DnsSetup,
  Domain,
  DomainInbound,
  DomainLinks,
  DomainVerification,
} from '../../contract/domains.js'
import { ID_PREFIXES, idTime } from '../../ids.js'
import type { DnsRecordDoc, DomainDoc } from '../../models/domain.js'
import { isoTime } from '../platform/timestamps.js'
import { ed25519Status, recordsToPublish } from './ed25519-key.js'
import { linkHostOf, linkRecord } from './link-host.js'
import type { Zone } from './zone-cut.js'

/** What a domain shows beside its row. */
export interface DomainContext {
  /** What the CNAME of its link host names; null if it can have no such host. */
  linkTarget: string | null
  /** Why its records cannot be published as they are. */
  warnings: string[]
}

export function presentDomain(domain: DomainDoc, { linkTarget, warnings }: DomainContext): Domain {
  return {
    id: domain._id,
    domain: domain.name,
    ...presentStatuses(domain),
    fully_verified: canSend(domain),
    sandbox: isSandboxDomain(domain),
    dns_records: recordsToPublish(domain).map(presentRecord),
    ed25519_status: ed25519Status(domain),
    mail_from_domain: domain.mail_from_domain,
    from_name: domain.from_name,
    inbound_enabled: domain.inbound_enabled === true,
    links: presentLinks(domain, linkTarget),
    warnings,
    created_at: isoTime(domain.created_at),
  }
}

/** The host of the links in a domain's mail; null if it can have none. */
export function presentLinks(
  { name, links_enabled = true, links_status = 'pending' }: DomainDoc,
  target: string | null,
): DomainLinks | null {
  if (target === null) return null
  return { enabled: links_enabled, host: linkHostOf(name), record: linkRecord(name, target), status: links_status }
}

export function presentVerification(
  domain: DomainDoc,
  { linkTarget }: Pick<DomainContext, 'linkTarget'>,
): DomainVerification {
  return {
    domain: domain.name,
    fully_verified: canSend(domain),
    results: domain.dns_records.flatMap(({ purpose, type, name, status }) =>
      purpose === 'mx' ? [] : [{ field: purpose, type, name, status }],
    ),
    ed25519_status: ed25519Status(domain),
    links: presentLinks(domain, linkTarget),
  }
}

const INBOUND_PRIORITY = '10'

export function presentInbound(
  { inbound_enabled }: DomainDoc,
  { inboundMxHost }: Pick<Config, 'inboundMxHost'>,
): DomainInbound {
  return { enabled: inbound_enabled === true, mx_record: inboundMx({ inboundMxHost }) }
}

const inboundMx = ({ inboundMxHost }: Pick<Config, 'inboundMxHost'>): DomainInbound['mx_record'] => ({
  type: 'MX',
  priority: INBOUND_PRIORITY,
  value: inboundMxHost,
})

export function presentDnsSetup(
  domain: DomainDoc,
  { apex }: Zone,
  provider: DnsHost,
  { linkTarget, warnings, inboundMxHost }: DomainContext & Pick<Config, 'inboundMxHost'>,
): DnsSetup {
  const links = presentLinks(domain, linkTarget)
  return {
    domain: domain.name,
    zone_apex: apex,
    provider,
    records: recordsToPublish(domain).map((record) => ({
      ...presentRecord(record),
      host: hostIn(apex, record.name),
      status: record.status,
    })),
    mail_from_domain: domain.mail_from_domain,
    inbound_mx_record: inboundMx({ inboundMxHost }),
    links: links && { ...links, record: { ...links.record, host: hostIn(apex, links.host) } },
    warnings,
    ...presentStatuses(domain),
  }
}

/** A domain that is being deleted can no longer send. */
function canSend({ fully_verified, deleting_at }: DomainDoc): boolean {
  return fully_verified && !deleting_at
}

/** A record name as entered in the console of its zone. */
function hostIn(apex: string, name: string): string {
  return name === apex ? '@' : name.slice(0, -apex.length - 1)
}

function presentRecord({ type, name, value }: Omit<DnsRecordDoc, 'purpose'>): DnsRecord {
  return { type, name, value }
}

function presentStatuses({ dkim_status, spf_status, dmarc_status, txt_status }: DomainDoc) {
  return { dkim_status, spf_status, dmarc_status, txt_status }
}

const NO_SEAT = -1

/** Whether it is the built-in domain, which has no row. */
export const isSandboxDomain = ({ slot }: Pick<DomainDoc, 'slot'>): boolean => slot === NO_SEAT

/**
 * The built-in domain as an account sees it: always verified, with nothing to publish. Its id has the body of the
 * account id, so it sorts before all domains that the account adds.
 */
export function sandboxDomain(
  { sandboxDomain: name, mailFromLabel }: Pick<Config, 'sandboxDomain' | 'mailFromLabel'>,
  accountId: string,
): DomainDoc {
  return {
    _id: ID_PREFIXES.domain + accountId.slice(ID_PREFIXES.account.length),
    account_id: accountId,
    name,
    mail_from_domain: `${mailFromLabel}.${name}`,
    slot: NO_SEAT,
    dns_records: [],
    dkim_status: 'verified',
    spf_status: 'verified',
    dmarc_status: 'verified',
    txt_status: 'verified',
    fully_verified: true,
    from_name: null,
    logo_url: null,
    dkim: null,
    deleting_at: null,
    created_at: idTime(accountId),
  }
}
