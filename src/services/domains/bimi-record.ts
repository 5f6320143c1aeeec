import type { BimiRecord } from '../../contract/domain-logos.js'

/** The name of the record. */
export const bimiName = (domain: string): string => `default._bimi.${domain}`

/** The TXT record to publish for a logo (BIMI, draft-brand-indicators). */
export function bimiRecord(domain: string, logoUrl: string): BimiRecord {
  return { type: 'TXT', name: bimiName(domain), value: `v=BIMI1; l=${logoUrl};` }
}

/**
 * Whether exactly one record exists and names the logo. Other tags, like the certificate in `a=`, are up to the owner.
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
