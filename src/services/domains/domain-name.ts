import { getDomain } from 'tldts'
import { type ApiError, fieldError } from '../../errors.js'
import { asciiDomain } from '../../lib/addresses.js'

/** Longest name that leaves room for the labels that its records put in front of it (253 octets in all, RFC 1035). */
const MAX_NAME_LENGTH = 253 - 64

/** Top-level domains that never exist in public DNS (RFC 2606, RFC 6761). */
const RESERVED = ['test', 'example', 'localhost']

/** Names under a registry's or a host's suffix belong to different people, so `github.io` is nobody's to send from. */
const SUFFIXES = { allowPrivateDomains: true, extractHostname: false, validateHostname: false }

/**
 * Reads the name of a sending domain: lower case, A-labels.
 * @throws ApiError `invalid_request` naming `domain`.
 */
export function parseDomainName(text: string): string {
  const name = asciiDomain(text)
  if (name === null) throw badName('must be a domain name of two labels or more, like mail.example.com')
  if (name.length > MAX_NAME_LENGTH) throw badName(`must have at most ${MAX_NAME_LENGTH} characters`)
  if (getDomain(name, SUFFIXES) === null) {
    throw badName(`must be a name below a public suffix; ${name} is one itself`)
  }
  return name
}

/** The part of a name that can be registered: `example.co.uk` of `mail.example.co.uk`. */
export function registrableDomain(name: string): string {
  return getDomain(name, SUFFIXES) ?? name
}

/** Whether a name lies under a reserved top-level domain, and so can be on no public name server. */
export function isReservedName(name: string): boolean {
  return RESERVED.includes(name.slice(name.lastIndexOf('.') + 1))
}

function badName(message: string): ApiError {
  return fieldError('invalid_request', 'domain', message)
}
