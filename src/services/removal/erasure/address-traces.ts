import { StringDecoder } from 'node:string_decoder'
import { mapInSlices, shouldYield, yieldToEventLoop } from '../../../lib/concurrency/time-slices.js'
import { isPlain } from '../../../lib/json/plain-objects.js'
import { normalizeAddress } from '../../../lib/mail/addresses.js'
import { type AddressPatterns, addressPatterns } from './address-patterns.js'
import { type Replacement, replaceAtOnce, replaceInSlices, SLICE } from './replace-in-slices.js'

/** What stands where an erased address was. */
export const ERASED_TEXT = '[erased]'

/** The end of an escape, before which an address can begin although it ends with a letter or a digit. */
const ESCAPE = /(?:%[\da-f]{2}|\\[nrtbf]|\\u[\da-f]{4})$/i
const ESCAPE_LENGTH = 6
const OF_A_LOCAL_PART = /[a-z\d.+-]/i
/** What stands before more underscores cannot belong to the same local part. */
const MAX_LOCAL_LENGTH = 64

/**
 * The notations in which an address can be stored: in any case, with another notation of its domain, escaped for HTML,
 * JSON, a URL or a mail, and in base64.
 *
 * `mayBeIn` is a fast and generous test of bytes; `removeFrom` is exact, so that `maria@example.com` stays when
 * `a@example.com` goes.
 *
 * Texts are never parsed, whatever they look like: strangers have written them, and they can be as large and as deeply
 * nested as a mail may be. What may be large is searched in shares of the event loop.
 */
export class AddressTraces {
  readonly #normal: string
  readonly #patterns: AddressPatterns
  readonly #exact: Replacement
  readonly #base64: Replacement

  constructor(address: string) {
    this.#normal = normalizeAddress(address)
    this.#patterns = addressPatterns(this.#normal)
    const { exact, base64, longest } = this.#patterns
    const erased = (_match: string, text: string, at: number) => (mayBeginAt(text, at) ? ERASED_TEXT : null)
    this.#exact = { pattern: exact, longest, replace: erased }
    // Base64 takes a third more than the address.
    this.#base64 = { pattern: base64, longest: 2 * longest, replace: (match) => 'A'.repeat(match.length) }
  }

  /** Whether a mailbox has this address. */
  isOf({ email }: { email: string }): boolean {
    return normalizeAddress(email) === this.#normal
  }

  /** Whether bytes contain a notation, perhaps as part of a longer address. */
  async mayBeIn(bytes: Uint8Array): Promise<boolean> {
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
    for (let from = 0; from < buffer.length; from += SLICE) {
      if (shouldYield()) await yieldToEventLoop()
      if (this.#isInSlice(buffer.toString('latin1', from, from + SLICE + this.#base64.longest))) return true
    }
    return false
  }

  #isInSlice(text: string): boolean {
    const { locals, bytes, base64 } = this.#patterns
    if (text.search(base64) >= 0) return true
    const lower = text.toLowerCase()
    // Most of what is searched, such as large files, does not even contain the local part.
    return locals.some((one) => lower.includes(one)) && bytes.test(text)
  }

  /** Whether a file contains the address. */
  async isIn(bytes: Uint8Array): Promise<boolean> {
    if (!(await this.mayBeIn(bytes))) return false
    const text = await decode(bytes)
    return (await this.#removeInShares(text)) !== text
  }

  /** A short text without the address. JSON stays JSON, and base64 stays base64. */
  removeFrom(text: string): string {
    return replaceAtOnce(replaceAtOnce(text, this.#exact), this.#base64)
  }

  /**
   * The same, also where the address could be part of a longer one, as in `welcome-ada@example.com`: for texts that are
   * about this recipient.
   */
  removeAnywhereFrom(text: string): string {
    return this.removeFrom(text).replace(this.#patterns.anywhere, ERASED_TEXT)
  }

  /** The same for every text in a value, of any size, names of fields included. */
  async removeFromAll<T>(value: T): Promise<T> {
    return (await this.#clean(value)) as T
  }

  /** MongoDB stores no more than 200 levels, so the stack is deep enough. */
  async #clean(value: unknown): Promise<unknown> {
    if (typeof value === 'string') return this.#removeInShares(value)
    if (Array.isArray(value)) return mapInSlices(value, (item) => this.#clean(item))
    if (!isPlain(value)) return value
    const fields = await mapInSlices(Object.entries(value), async ([name, inner]) => [
      this.removeFrom(name),
      await this.#clean(inner),
    ])
    return Object.fromEntries(fields)
  }

  async #removeInShares(text: string): Promise<string> {
    return replaceInSlices(await replaceInSlices(text, this.#exact), this.#base64)
  }
}

/** UTF-8 as a text, in as many turns of the event loop as that takes: what is no UTF-8 takes long. */
async function decode(bytes: Uint8Array): Promise<string> {
  const decoder = new StringDecoder('utf8')
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const starts = Array.from({ length: Math.ceil(buffer.length / SLICE) }, (_none, index) => index * SLICE)
  const parts = await mapInSlices(starts, (start) => decoder.write(buffer.subarray(start, start + SLICE)))
  return parts.join('') + decoder.end()
}

/**
 * Whether an address can begin there: not after a character that could belong to it, except the underscores that stress
 * it in Markdown, or after the end of an escape.
 */
function mayBeginAt(text: string, at: number): boolean {
  let start = at
  while (text[start - 1] === '_' && at - start < MAX_LOCAL_LENGTH) start -= 1
  if (start === 0 || text[start - 1] === '_' || !OF_A_LOCAL_PART.test(text[start - 1]!)) return true
  return ESCAPE.test(text.slice(Math.max(0, at - ESCAPE_LENGTH), at))
}
