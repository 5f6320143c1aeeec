import type { DnsRecords, DnsZone } from './dns-server.js'

/** A record as the service requests it, or as an operator exports it. */
export interface WantedRecord {
  type: string
  name: string
  value: string
}

/** Adds records to the zone of a test's name server. */
export function publish(zone: DnsZone, records: readonly WantedRecord[]): void {
  for (const { type, name, value } of records) {
    const entry = zone[name]
    const known: DnsRecords = typeof entry === 'object' ? entry : {}
    const others = known[type as 'TXT']
    zone[name] = {
      ...known,
      [type]: type === 'CNAME' ? value : [...(Array.isArray(others) ? others : []), value],
    }
  }
}
