import { createHash, generateKeyPairSync } from 'node:crypto'
import type { DkimKeyDoc, DnsRecordDoc, DomainDoc } from '../../models/domain.js'
import type { Sealer } from '../platform/encryption/sealer.js'
import { DKIM_ED25519_KEY } from '../platform/encryption/secret-fields.js'

/** Length of a bare public key (RFC 8032 5.1.5): the end of its SubjectPublicKeyInfo. */
const KEY_BYTES = 32
/** Hexadecimal digits of a selector: enough for the few keys that a domain ever has. */
const SELECTOR_DIGITS = 12

/** What a row says about its second key. */
type WithEd25519 = Pick<DomainDoc, 'name' | 'ed25519_check'> & {
  dkim_ed25519?: Omit<DkimKeyDoc, 'private_key'>
}

/**
 * A key pair of Ed25519 (RFC 8463) for a domain, sealed. Its selector is made from the key, so that a new key never has the
 * name of an old one, which name servers may still remember.
 */
export function newEd25519Key(domainId: string, sealer: Sealer): DkimKeyDoc {
  const pair = generateKeyPairSync('ed25519')
  const bare = pair.publicKey.export({ type: 'spki', format: 'der' }).subarray(-KEY_BYTES)
  const digits = createHash('sha256').update(bare).digest('hex').slice(0, SELECTOR_DIGITS)
  const pem = pair.privateKey.export({ type: 'pkcs8', format: 'pem' }) as string
  return {
    selector: `pl-${digits}`,
    private_key: sealer.seal(DKIM_ED25519_KEY, domainId, pem),
    public_key: bare.toString('base64'),
  }
}

/** Where the record of the second key of a domain stands; null if it has none. Mail is signed with it while `verified`. */
export function ed25519Status({ dkim_ed25519: key, ed25519_check: check }: WithEd25519): DnsRecordDoc['status'] | null {
  if (!key) return null
  return check?.selector === key.selector ? check.status : 'pending'
}

/** The record that publishes the second key of a domain (RFC 8463 4.2); null if it has none. */
export function ed25519Record(domain: WithEd25519): Omit<DnsRecordDoc, 'purpose'> | null {
  const key = domain.dkim_ed25519
  const status = ed25519Status(domain)
  if (!key || !status) return null
  const name = `${key.selector}._domainkey.${domain.name}`
  return { type: 'TXT', name, value: `v=DKIM1; k=ed25519; p=${key.public_key}`, status }
}

/** All records that the owner of a domain publishes. */
export function recordsToPublish(domain: WithEd25519 & Pick<DomainDoc, 'dns_records'>) {
  const second = ed25519Record(domain)
  return [...domain.dns_records, ...(second ? [second] : [])]
}
