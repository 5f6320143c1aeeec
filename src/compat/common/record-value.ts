import type { DnsRecord } from '../../contract/domains.js'

/** The value of a record with the priority of an MX record apart, as other APIs show it: `10 host` is one text here. */
export function recordValue({ type, value }: Pick<DnsRecord, 'type' | 'value'>): { value: string; priority?: string } {
  const [, priority, host] = /^(\d+) (.+)$/.exec(type === 'MX' ? value : '') ?? []
  return priority === undefined || host === undefined ? { value } : { value: host, priority }
}
