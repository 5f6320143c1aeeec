import { domainToASCII } from 'node:url'

/** An address that can be put into an SMTP envelope and into a header as it is. */
export interface Address {
  /** Local part as it was written, domain in lower case and A-label form. */
  email: string
  local: string
  domain: string
}

/** One mailbox of a header: an address, and the name shown with it. */
export interface Mailbox {
  name: string | null
  email: string
}

const MAX_ADDRESS_LENGTH = 254
const MAX_LOCAL_LENGTH = 64
/** A name of several hundred characters is an accident or an attack; the limit also keeps header lines short enough. */
const MAX_MAILBOX_LENGTH = 640

/**
 * What would end a header, or mean something else in it than in the eye of its reader: controls, halves of characters,
 * line ends, and what turns the direction of writing. What joins the parts of an emoji or of a word stays allowed.
 */
const UNSAFE = /[\p{Cc}\p{Cs}\p{Bidi_Control}\u2028\u2029]/u
const DOT_ATOM = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/
const ASCII_NOT_OF_A_NAME = /[\0-,/:-@[-`{-\x7f]/
/** An encoded word (RFC 2047). It has no meaning in an address, and is decoded there all the same. */
const ENCODED_WORD = /=\?[^?]*\?[bq]\?/i
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/
const ALL_DIGITS = /^[0-9]+$/
/** A word of a display name: a quoted string, or a run of anything that has no meaning in a header. */
const NAME_WORD = /\s*(?:"((?:[^"\\]|\\.)*)"|([^\s"<>@:;()\\]+))/suy
const NEEDS_QUOTES = /["\\<>@:;(),[\]]/

/** Whether a text can stand in one line of a header, and be read there as it was written. */
export const isSafeText = (text: string): boolean => !UNSAFE.test(text)

/**
 * Reads a bare address such as `user@example.com`. Surrounding blanks are dropped.
 *
 * Accepts what every mail server takes: an ASCII dot-atom of at most 64 octets, a domain of two labels or more
 * (an internationalized one is turned into A-labels), 254 octets in all (RFC 5321 4.5.3.1, RFC 5890). Quoted local
 * parts, encoded words, address literals, comments and addresses that would need SMTPUTF8 are valid mail but refused.
 *
 * @returns null for anything else; never throws.
 */
export function parseAddress(text: string): Address | null {
  if (text.length > MAX_MAILBOX_LENGTH || !isSafeText(text.replaceAll('\t', ' '))) return null
  const trimmed = text.trim()
  const at = trimmed.indexOf('@')
  if (at < 1) return null
  const local = trimmed.slice(0, at)
  if (local.length > MAX_LOCAL_LENGTH || !DOT_ATOM.test(local) || ENCODED_WORD.test(local)) return null
  const domain = asciiDomain(trimmed.slice(at + 1))
  if (domain === null) return null
  const email = `${local}@${domain}`
  return email.length <= MAX_ADDRESS_LENGTH ? { email, local, domain } : null
}

/**
 * Reads exactly one mailbox: a bare address, `<address>`, or `Name <address>` with the name quoted or not.
 *
 * Where a header's meaning could differ from what its writer saw (a second address, a group, a comment, text after
 * the address) the answer is null: such a name must be put into quotes.
 *
 * @returns null for anything that is not one mailbox; never throws.
 */
export function parseMailbox(text: string): Mailbox | null {
  if (text.length > MAX_MAILBOX_LENGTH || !isSafeText(text.replaceAll('\t', ' '))) return null
  const trimmed = text.trim()
  if (!trimmed.endsWith('>')) {
    const address = parseAddress(trimmed)
    return address && { name: null, email: address.email }
  }
  // An accepted address has no "<" in it, so the last one opens it.
  const open = trimmed.lastIndexOf('<')
  const address = open < 0 ? null : parseAddress(trimmed.slice(open + 1, -1))
  const name = open < 0 ? null : parseName(trimmed.slice(0, open).trim())
  return address && name !== null ? { name: name || null, email: address.email } : null
}

/** Writes a mailbox so that {@link parseMailbox} and every mail program read it back as it is. */
export function formatMailbox(mailbox: Mailbox): string {
  const name = squeeze(mailbox.name ?? '')
  if (!name) return mailbox.email
  const shown = NEEDS_QUOTES.test(name) ? `"${name.replace(/["\\]/g, '\\$&')}"` : name
  return `${shown} <${mailbox.email}>`
}

/**
 * The key by which two spellings of an address are one: trimmed, NFC, lower case throughout, the domain in A-labels.
 *
 * Local parts are case-sensitive in theory (RFC 5321 2.4) and in no practice that matters. Tags (`+tag`) and dots are
 * kept, because elsewhere they make another person. For comparing only: mail goes to the address as it was written.
 * A text that is no address gets a stable key too.
 */
export function normalizeAddress(email: string): string {
  const key = email.trim().toLowerCase().normalize('NFC')
  const at = key.lastIndexOf('@')
  const domain = at < 0 ? null : asciiDomain(key.slice(at + 1))
  return domain === null ? key : key.slice(0, at + 1) + domain
}

/**
 * The two parts of an address that was checked before, as they stand; see {@link parseAddress} for texts of unknown
 * origin. A text without `@` counts as a domain.
 */
export function splitAddress(address: string): { local: string; domain: string } {
  const at = address.lastIndexOf('@')
  return { local: address.slice(0, Math.max(0, at)), domain: address.slice(at + 1) }
}

/** The domain of an address that was checked before, as it stands. */
export const domainOf = (address: string): string => splitAddress(address).domain

/** The domain in lower case and A-label form (RFC 5890), or null when it is not a host name of two labels or more. */
export function asciiDomain(text: string): string | null {
  // The URL host parser behind domainToASCII has readings of its own for %, [ and numbers; none of them is wanted.
  if (ASCII_NOT_OF_A_NAME.test(text)) return null
  const domain = domainToASCII(text)
  const labels = domain.split('.')
  if (domain.length > 253 || labels.length < 2 || !labels.every((label) => LABEL.test(label))) return null
  return ALL_DIGITS.test(labels.at(-1) as string) ? null : domain
}

function parseName(text: string): string | null {
  const words: string[] = []
  NAME_WORD.lastIndex = 0
  while (NAME_WORD.lastIndex < text.length) {
    const match = NAME_WORD.exec(text)
    if (!match) return null
    words.push(match[1] === undefined ? (match[2] as string) : match[1].replace(/\\(.)/gsu, '$1'))
  }
  return squeeze(words.join(' '))
}

function squeeze(name: string): string {
  return name.replace(/[\s\p{Cc}\p{Cs}\p{Bidi_Control}]+/gu, ' ').trim()
}
