import { domainToUnicode } from 'node:url'
import { splitAddress } from '../../../lib/mail/addresses.js'
import { escapeRegex } from '../../../lib/text/escape-regex.js'

/** An `@` as HTML, JavaScript, JSON, quoted-printable and URLs may write it. */
const WRITTEN_AT = ['@', '&#64;', '&#x40;', '&commat;', '\\u0040', '\\x40', '=40', '%40']
/** No further character of the domain. */
const AFTER = String.raw`(?![a-z\d]|\.\w)`
const AFTER_LENGTH = 2

/** What finds an address in texts, in all the notations in which it can be stored. */
export interface AddressPatterns {
  /** Its local part in each notation, in lower case. */
  locals: string[]
  /** Ends like an address, but may begin in the middle of one. */
  exact: RegExp
  /** Also as part of a longer text. */
  anywhere: RegExp
  /** The same in UTF-8, with each byte as a character. */
  bytes: RegExp
  /** In base64. */
  base64: RegExp
  /** How many characters are needed at most to see whether one of these begins at a place. */
  longest: number
}

/** @param address normalized. */
export function addressPatterns(address: string): AddressPatterns {
  const { local, domain } = splitAddress(address)
  const unicode = domainToUnicode(domain) || domain
  const locals = unique([local, encodeURIComponent(local), ...inJson(local)])
  const domains = unique([domain, unicode, encodeURIComponent(unicode), ...inJson(unicode)])
  const domainBytes = unique(domains.flatMap((one) => [one, one.toUpperCase()]).map(bytesOf))
  const pattern = [locals, WRITTEN_AT, domains].map(oneOf).join('')
  const coded = unique([domain, unicode]).flatMap((one) => base64Patterns(`${local}@${one}`))
  return {
    locals: locals.map((one) => one.toLowerCase()),
    exact: new RegExp(`${pattern}${AFTER}`, 'gi'),
    anywhere: new RegExp(pattern, 'gi'),
    bytes: new RegExp([locals, WRITTEN_AT, domainBytes].map(oneOf).join(''), 'i'),
    base64: new RegExp(coded.join('|'), 'g'),
    longest: [locals, WRITTEN_AT, domainBytes].reduce((sum, texts) => sum + lengthOf(texts), AFTER_LENGTH),
  }
}

/** Characters that encoders escape in JSON: some all that is not ASCII, others also what means something in HTML. */
function inJson(text: string): string[] {
  const sets = [/[^\0-\x7f]/g, /[^\0-\x7f]|[&'+`]/g]
  return sets.flatMap((set) => {
    const written = text.replace(set, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)
    return [written, written.replaceAll('/', String.raw`\/`)]
  })
}

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/**
 * What base64 can make of an address in any case, at each of the three places where it can begin: only the characters
 * that depend on the address alone.
 */
function base64Patterns(spelling: string): string[] {
  return [0, 1, 2].map((offset) => {
    const bytes = [...Buffer.concat([Buffer.alloc(offset), Buffer.from(spelling.toLowerCase())])]
    const from = Math.ceil((offset * 8) / 6)
    const to = Math.floor((bytes.length * 8) / 6)
    return Array.from({ length: to - from }, (_none, index) => base64Class(bytes, (from + index) * 6)).join('')
  })
}

/** The characters for six bits: they are in one byte or two, and letters have two cases. */
function base64Class(bytes: readonly number[], bit: number): string {
  const first = bytes[bit >> 3] ?? 0
  const second = bytes[(bit >> 3) + 1] ?? 0
  const shift = 10 - (bit & 7)
  const codes = casesOf(first).flatMap((high) => casesOf(second).map((low) => (((high << 8) | low) >> shift) & 63))
  const chars = unique(codes.map((code) => BASE64[code]!)).join('')
  // The alphabet of URLs has two other characters.
  return `[${chars.replace('+', '+\\-').replace('/', '/_')}]`
}

const casesOf = (byte: number) => (byte >= 97 && byte <= 122 ? [byte, byte - 32] : [byte])

/** UTF-8 as one character a byte, like the bytes that are searched. */
const bytesOf = (text: string) => Buffer.from(text).toString('latin1')

const unique = (texts: string[]) => [...new Set(texts)]

const lengthOf = (texts: string[]) => Math.max(...texts.map(({ length }) => length))

/** The longest first: one may be the start of another. */
const oneOf = (texts: string[]) =>
  `(?:${[...texts]
    .sort((one, other) => other.length - one.length)
    .map(escapeRegex)
    .join('|')})`
