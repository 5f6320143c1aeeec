import { PERSON_PATH } from '../../../src/http/console/sections'

const ADDRESS = /^[^\s@<>]+@[^\s@<>]+$/
const IN_BRACKETS = /<([^<>]+)>\s*$/

/** The address of a text like `Ada <ada@example.com>` or `ada@example.com`. Null if there is none. */
export function addressIn(text: string): string | null {
  const address = (IN_BRACKETS.exec(text)?.[1] ?? text).trim()
  return ADDRESS.test(address) ? address : null
}

/** Where the console shows what is known of a person. */
export const personPath = (address: string) => `${PERSON_PATH}?address=${encodeURIComponent(address)}`

/** What a contact is called; empty if that is not known. */
export const nameOfContact = (contact: { firstName: string | null; lastName: string | null }) =>
  [contact.firstName, contact.lastName].filter(Boolean).join(' ')
