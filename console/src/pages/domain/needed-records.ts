interface DnsRecord {
  type: string
  name: string
}

/** Whether it is the record of the Ed25519 key. */
export const isSecondKey = ({ type, name }: DnsRecord) => type === 'TXT' && name.includes('._domainkey.')

/** Whether the domain cannot send without the record. */
export const isNeeded = (record: DnsRecord): boolean => record.type !== 'MX' && !isSecondKey(record)
