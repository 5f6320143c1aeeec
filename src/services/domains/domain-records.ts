import type { DnsRecordDoc } from '../../models/domain.js'
import type { IdentityRecords } from '../../providers/identities/domain-identities.js'

/** A DMARC policy that requires nothing yet. */
const STARTER_DMARC = 'v=DMARC1; p=none;'

/** The six records of a sending domain in display order, not looked up yet. */
export function recordsOf(name: string, mailFromDomain: string, wanted: IdentityRecords): DnsRecordDoc[] {
  const record = (record: Omit<DnsRecordDoc, 'status'>): DnsRecordDoc => ({ ...record, status: 'pending' })
  return [
    ...wanted.dkim.map(({ name, value }) => record({ purpose: 'dkim', type: 'CNAME', name, value })),
    record({ purpose: 'mx', type: 'MX', name: mailFromDomain, value: wanted.mailFromMx }),
    record({ purpose: 'spf', type: 'TXT', name: mailFromDomain, value: wanted.spf }),
    record({ purpose: 'dmarc', type: 'TXT', name: `_dmarc.${name}`, value: STARTER_DMARC }),
  ]
}

/** The wanted records, with the known status of those that have not changed. */
export function mergeRecords(wanted: DnsRecordDoc[], known: readonly DnsRecordDoc[]): DnsRecordDoc[] {
  const keyOf = ({ type, name, value }: DnsRecordDoc) => `${type} ${name} ${value}`
  const statuses = new Map(known.map((record) => [keyOf(record), record.status]))
  return wanted.map((record) => ({ ...record, status: statuses.get(keyOf(record)) ?? record.status }))
}
