import { getDomain } from 'tldts'
import { fieldError } from '../../errors.js'
import { asciiDomain } from '../../lib/mail/addresses.js'

/** Longest name that leaves room for the labels of its records (253 octets in total, RFC 1035). */
const MAX_NAME_LENGTH = 253 - 64

/** Top-level domains that never exist in public DNS (RFC 2606, RFC 6761). */
const RESERVED = ['test', 'example', 'localhost']

/** Names under a public suffix belong to different owners, so nobody can send from `github.io` itself. */
const SUFFIXES = { allowPrivateDomains: true, extractHostname: false, validateHostname: false }

/**
 * Parses the name of a domain into lower case and A-labels.
 * @param field the field that has it.
 * @throws ApiError `invalid_request` naming the field.
 */
export function parseDomainName(text: string, field = 'domain'): string {
  const bad = (message: string) => fieldError('invalid_request', field, message)
  const name = asciiName(text)
  if (name === null) throw bad('must be a domain name with at least two labels, like mail.example.com')
  if (name.length > MAX_NAME_LENGTH) throw bad(`must have at most ${MAX_NAME_LENGTH} characters`)
  if (getDomain(name, SUFFIXES) === null) throw bad(`must not be a public suffix, like ${name}, but a name below one`)
  return name
}

/** A name in lower case and A-labels, also if it is written with the final dot of the root; null if it is none. */
export const asciiName = (text: string): string | null => asciiDomain(text.replace(/\.$/, ''))

/** The registrable part of a name: `example.co.uk` for `mail.example.co.uk`. */
export function registrableDomain(name: string): string {
  return getDomain(name, SUFFIXES) ?? name
}

/** Whether a name is under a reserved top-level domain, and so not in public DNS. */
export function isReservedName(name: string): boolean {
  return RESERVED.includes(name.slice(name.lastIndexOf('.') + 1))
}
