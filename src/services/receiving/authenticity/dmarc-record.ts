/** A DMARC policy, from the mildest one. */
export const DMARC_POLICIES = ['none', 'quarantine', 'reject'] as const
export type DmarcPolicy = (typeof DMARC_POLICIES)[number]

/** A DMARC record (RFC 9989 section 4.7). Tags that it does not name, such as `pct`, mean nothing. */
export interface DmarcRecord {
  policy: DmarcPolicy
  subdomainPolicy: DmarcPolicy
  /** For subdomains that do not exist. */
  nonexistentPolicy: DmarcPolicy
  isStrictDkim: boolean
  isStrictSpf: boolean
  /** `t=y`: the policy counts one level less. */
  isTest: boolean
  /** Whether the domain says that it is a public suffix (`y`) or that it is none (`n`). */
  psd: 'y' | 'n' | 'u'
}

const VERSION = /^\s*v\s*=\s*DMARC1\s*(?:;|$)/

/**
 * Reads the record among the TXT records of a name. Null if there is none, or more than one, or one whose policies are
 * not valid and that asks for no reports.
 */
export function readDmarcRecord(texts: readonly string[]): DmarcRecord | null {
  const [text, ...others] = texts.filter((one) => VERSION.test(one))
  if (text === undefined || others.length > 0) return null
  const tags = readTags(text)
  const policies = ['p', 'sp', 'np'].map((name) => tags.get(name))
  const isValid = policies.every((value) => value === undefined || toPolicy(value) !== null)
  if (!isValid && !/mailto:/i.test(tags.get('rua') ?? '')) return null
  const policy = (isValid && toPolicy(tags.get('p'))) || 'none'
  const subdomainPolicy = (isValid && toPolicy(tags.get('sp'))) || policy
  const psd = tags.get('psd')?.toLowerCase()
  return {
    policy,
    subdomainPolicy,
    nonexistentPolicy: (isValid && toPolicy(tags.get('np'))) || subdomainPolicy,
    isStrictDkim: tags.get('adkim')?.toLowerCase() === 's',
    isStrictSpf: tags.get('aspf')?.toLowerCase() === 's',
    isTest: tags.get('t')?.toLowerCase() === 'y',
    psd: psd === 'y' || psd === 'n' ? psd : 'u',
  }
}

function readTags(text: string): Map<string, string> {
  const tags = new Map<string, string>()
  for (const pair of text.split(';')) {
    const equals = pair.indexOf('=')
    const name = pair.slice(0, Math.max(0, equals)).trim().toLowerCase()
    if (name !== '' && !tags.has(name)) tags.set(name, pair.slice(equals + 1).trim())
  }
  return tags
}

const toPolicy = (value: string | undefined): DmarcPolicy | null =>
  DMARC_POLICIES.find((policy) => policy === value?.toLowerCase()) ?? null
