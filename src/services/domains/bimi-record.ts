/** The TXT record that tells mailbox providers where the logo of a domain is (BIMI, draft-brand-indicators). */
export interface BimiRecord {
  type: 'TXT'
  name: string
  value: string
}

/** The name that a domain's logo is looked up under. */
export const bimiName = (domain: string): string => `default._bimi.${domain}`

/** The record to publish for a logo. */
export function bimiRecord(domain: string, logoUrl: string): BimiRecord {
  return { type: 'TXT', name: bimiName(domain), value: `v=BIMI1; l=${logoUrl};` }
}

/**
 * Whether one record, and no other, names the logo. What stands beside it, like the certificate in `a=`, is the
 * owner's own.
 */
export function namesLogo(texts: readonly string[], logoUrl: string): boolean {
  const records = texts.filter((text) => /^\s*v\s*=\s*BIMI1\s*(;|$)/.test(text))
  return records.length === 1 && locationIn(records[0]!) === logoUrl
}

function locationIn(record: string): string | null {
  for (const part of record.split(';')) {
    const equals = part.indexOf('=')
    if (equals >= 0 && part.slice(0, equals).trim().toLowerCase() === 'l') return part.slice(equals + 1).trim()
  }
  return null
}
