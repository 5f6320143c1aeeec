import { domainToASCII } from 'node:url'
import { normalized } from '../text/normalized.js'

/** An address that is safe in an SMTP envelope and in a header. */
export interface Address {
  /** Local part as given, domain in lower case as A-labels. */
  email: string
  local: string
  domain: string
}

/** A mailbox in a header: an address with a name. */
export interface Mailbox {
  name: string | null
  email: string
}

const MAX_ADDRESS_LENGTH = 254
const MAX_LOCAL_LENGTH = 64
/** More than any domain takes in any notation. Converting longer ones takes time with the square of their length. */
const MAX_DOMAIN_CHARS = 1_000
/** A longer name is an accident or an attack. The limit also keeps header lines short enough. */
const MAX_MAILBOX_LENGTH = 640

/**
 * Characters that would end a header, or would display as something else: control characters, unpaired surrogates, line
 * ends and direction marks. Joiners, as in emoji, are allowed.
 */
const UNSAFE = /[\p{Cc}\p{Cs}\p{Bidi_Control}\u2028\u2029]/u
const DOT_ATOM = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/
const ASCII_NOT_OF_A_NAME = /[\0-,/:-@[-`{-\x7f]/
/** An encoded word (RFC 2047). It means nothing in an address or in quotes, but some software decodes it there. */
const ENCODED_WORD = /=\?[^?]*\?[bq]\?/i
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/
const ALL_DIGITS = /^[0-9]+$/
/** A word of a display name: a quoted string, or characters without a meaning in headers. */
const NAME_WORD = /\s*(?:"((?:[^"\\]|\\.)*)"|([^\s"<>@:;()\\]+))/suy
const NEEDS_QUOTES = /["\\<>@:;(),[\]]/

/** Whether a text is safe in a single header line and displays as written. */
export const isSafeText = (text: string): boolean => !UNSAFE.test(text)

/** Whether a name, of a recipient or a file, is safe to show. Tabs count as spaces. */
export const isSafeName = (text: string): boolean => isSafeText(text.replaceAll('\t', ' '))

/** Whether mail programs might show another name than this one, with line breaks and addresses in it. */
export const hasEncodedWord = (name: string): boolean => ENCODED_WORD.test(name)

/**
 * Parses an address without a name, such as `user@example.com`. Surrounding spaces are dropped.
 *
 * Accepts what every mail server accepts: an ASCII dot-atom of at most 64 octets, a domain of at least two labels
 * (converted to A-labels), 254 octets in total (RFC 5321 4.5.3.1, RFC 5890). Quoted local parts, encoded words, address
 * literals, comments and addresses that need SMTPUTF8 are valid but refused.
 *
 * @returns null for anything else; never throws.
 */
export function parseAddress(text: string): Address | null {
  if (text.length > MAX_MAILBOX_LENGTH || !isSafeName(text)) return null
  const trimmed = text.trim()
  const at = trimmed.indexOf('@')
  if (at < 1) return null
  const local = trimmed.slice(0, at)
  if (local.length > MAX_LOCAL_LENGTH || !DOT_ATOM.test(local) || hasEncodedWord(local)) return null
  const domain = asciiDomain(trimmed.slice(at + 1))
  if (domain === null) return null
  const email = `${local}@${domain}`
  return email.length <= MAX_ADDRESS_LENGTH ? { email, local, domain } : null
}

/**
 * Parses exactly one mailbox: an address, `<address>`, or `Name <address>`, with or without quotes around the name.
 *
 * If a header could be read differently from what its author meant (a second address, a group, a comment, text after
 * the address), the result is null; such a name must be quoted. A name with an encoded word is refused, in quotes too.
 *
 * @returns null for anything that is not one mailbox; never throws.
 */
export function parseMailbox(text: string): Mailbox | null {
  const mailbox = readMailbox(text)
  return mailbox?.name && hasEncodedWord(mailbox.name) ? null : mailbox
}

/** As {@link parseMailbox}, for what other software has written: its names may have encoded words, which stay. */
export function readMailbox(text: string): Mailbox | null {
  if (text.length > MAX_MAILBOX_LENGTH || !isSafeName(text)) return null
  const trimmed = text.trim()
  if (!trimmed.endsWith('>')) {
    const address = parseAddress(trimmed)
    return address && { name: null, email: address.email }
  }
  // A valid address contains no "<", so the last one starts it.
  const open = trimmed.lastIndexOf('<')
  const address = open < 0 ? null : parseAddress(trimmed.slice(open + 1, -1))
  const name = open < 0 ? null : parseName(trimmed.slice(0, open).trim())
  return address && name !== null ? { name: name || null, email: address.email } : null
}

/** The addresses of a received header that can be sent to. Headers also have names without an address, and more. */
export const sendableAddresses = (mailboxes: readonly Mailbox[]): string[] =>
  mailboxes.flatMap(({ email }) => parseAddress(email)?.email ?? [])

/** A mailbox of a received mail for people: some have only a name. */
export const showMailbox = ({ name, email }: Mailbox): string =>
  email === '' ? (name ?? '') : formatMailbox({ name, email })

/** Formats a mailbox so that {@link parseMailbox} and every mail program read it correctly. */
export function formatMailbox(mailbox: Mailbox): string {
  const name = squeeze(mailbox.name ?? '')
  if (!name) return mailbox.email
  const shown = NEEDS_QUOTES.test(name) ? `"${name.replace(/["\\]/g, '\\$&')}"` : name
  return `${shown} <${mailbox.email}>`
}

/**
 * Normalizes an address for comparison: trimmed, NFC, lower case, domain in A-labels.
 *
 * Local parts are case-sensitive in theory (RFC 5321 2.4), but not in practice. Tags (`+tag`) and dots are kept,
 * because at some providers they make another mailbox. Only for comparison: mail goes to the address as written.
 * Invalid addresses also get a stable key.
 */
export function normalizeAddress(email: string): string {
  const text = email.trim()
  const at = text.lastIndexOf('@')
  // The domain as given: in lower case, a capital sigma may be the final one, which makes another domain.
  const domain = at < 0 ? null : asciiDomain(text.slice(at + 1))
  return domain === null ? keyOf(text) : keyOf(text.slice(0, at + 1)) + domain
}

const keyOf = (text: string) => normalized(text.toLowerCase(), 'NFC')

/**
 * Splits an address that was validated before; see {@link parseAddress} for unknown texts. A text without `@` counts as
 * a domain.
 */
export function splitAddress(address: string): { local: string; domain: string } {
  const at = address.lastIndexOf('@')
  return { local: address.slice(0, Math.max(0, at)), domain: address.slice(at + 1) }
}

/** The domain of an address that was validated before. */
export const domainOf = (address: string): string => splitAddress(address).domain

/** The domain in lower case and A-labels (RFC 5890); null if it is not a host name of at least two labels. */
export function asciiDomain(text: string): string | null {
  // The URL host parser behind domainToASCII interprets %, [ and numbers, which is not wanted here.
  if (text.length > MAX_DOMAIN_CHARS || ASCII_NOT_OF_A_NAME.test(text)) return null
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
