import { getDomain } from 'tldts'
import { type ApiError, fieldError } from '../../errors.js'
import { asciiDomain } from '../../lib/addresses.js'

/** Longest name that leaves room for the labels of its records (253 octets in total, RFC 1035). */
const MAX_NAME_LENGTH = 253 - 64

/** Top-level domains that never exist in public DNS (RFC 2606, RFC 6761). */
const RESERVED = ['test', 'example', 'localhost']

/** Names under a public suffix belong to different owners, so nobody can send from `github.io` itself. */
const SUFFIXES = { allowPrivateDomains: true, extractHostname: false, validateHostname: false }

/**
 * Parses the name of a sending domain into lower case and A-labels.
 * @throws ApiError `invalid_request` naming `domain`.
 */
export function parseDomainName(text: string): string {
  const name = asciiName(text)
  if (name === null) throw badName('must be a domain name with at least two labels, like mail.example.com')
  if (name.length > MAX_NAME_LENGTH) throw badName(`must have at most ${MAX_NAME_LENGTH} characters`)
  if (getDomain(name, SUFFIXES) === null) {
    throw badName(`must not be a public suffix, like ${name}, but a name below one`)
  }
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

function badName(message: string): ApiError {
  return fieldError('invalid_request', 'domain', message)
}
