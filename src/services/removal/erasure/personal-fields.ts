import { isPlain, mapFields } from '../../../lib/json/plain-objects.js'
import { ERASED_TEXT } from './address-traces.js'

/**
 * Fields of event payloads that are about a person, whatever they contain: the headers and the subject of the mail, and
 * the client that opened it or clicked.
 */
const PERSONAL = ['headers', 'commonHeaders', 'ipAddress', 'userAgent', 'ip_address', 'user_agent', 'link']

/** What may be an address. Providers write them in plain text. */
const WORD = /[^\s<>"'(),:;[\]]+/g
/** The end of a sentence, which does not belong to a word. */
const END = /[^\w@]$/

type Payload = Record<string, unknown>

/** A payload without the fields that are about a person. */
export function withoutPersonalFields(payload: Payload): Payload {
  return mapFields(payload, (value, name) =>
    PERSONAL.includes(name) ? null : [name, inside(value, withoutPersonalFields)],
  )
}

/** A payload about a message whose recipient was erased before: without any address, because which one is forgotten. */
export function withoutAddresses(payload: Payload): Payload {
  const redacted = (object: Payload): Payload =>
    mapFields(object, (value, name) => [name, inside(value, redacted, withoutAddressesIn)])
  return redacted(withoutPersonalFields(payload))
}

/** A text without any address. Each word is read once: mail servers of others write the texts, and may write anything. */
export const withoutAddressesIn = (text: string) => text.replace(WORD, withoutAddress)

function withoutAddress(word: string): string {
  let end = word.length
  while (END.test(word.slice(end - 1, end))) end -= 1
  const at = word.indexOf('@')
  return at > 0 && word.slice(at + 2, end).includes('.') ? ERASED_TEXT + word.slice(end) : word
}

/** A value with other objects and texts inside. */
function inside(value: unknown, change: (object: Payload) => Payload, reword = (text: string) => text): unknown {
  if (typeof value === 'string') return reword(value)
  if (Array.isArray(value)) return value.map((item) => inside(item, change, reword))
  return isPlain(value) ? change(value) : value
}
