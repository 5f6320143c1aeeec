import { isNeeded } from '../domain/needed-records.js'

interface DnsRecord {
  type: string
  name: string
  value: string
}

interface Statuses {
  dnsRecords: readonly DnsRecord[]
  dkimStatus: string
  spfStatus: string
  dmarcStatus: string
}

/** The records that a domain needs to send and that were not found yet. A status is that of all records of its kind. */
export function openRecords({ dnsRecords, dkimStatus, spfStatus, dmarcStatus }: Statuses) {
  return dnsRecords
    .filter(isNeeded)
    .map((record) => ({ ...record, status: statusOf(record) }))
    .filter(({ status }) => status !== 'verified')

  function statusOf({ type, name }: DnsRecord): string {
    if (type === 'CNAME') return dkimStatus
    return name.startsWith('_dmarc.') ? dmarcStatus : spfStatus
  }
}
