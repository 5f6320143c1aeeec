import type { ContactChanges, NewContact } from '../../../contract/contacts.js'
import { MAX_ATTRIBUTES } from '../../../contract/contacts.js'
import { ApiError, fieldError } from '../../../errors.js'
import { normalizeAddress, parseAddress } from '../../../lib/mail/addresses.js'
import type { ContactDoc } from '../../../models/contact.js'
import { searchTerms } from '../../platform/search/message-terms.js'

/** What a contact says of its person. */
export type ContactFields = Pick<ContactDoc, 'email' | 'first_name' | 'last_name' | 'attributes'>

/**
 * The fields of a new contact.
 * @throws ApiError `invalid_request` naming `email`.
 */
export function newFields({ email, first_name, last_name, attributes }: NewContact): ContactFields {
  return {
    email: addressIn(email),
    first_name: first_name ?? null,
    last_name: last_name ?? null,
    attributes: attributes ?? {},
  }
}

/**
 * The fields of a contact after a change.
 * @throws ApiError `invalid_request` naming `email` or `attributes`.
 */
export function changedFields(current: ContactFields, changes: Omit<ContactChanges, 'id'>): ContactFields {
  const { email, first_name, last_name, attributes } = changes
  return {
    email: email === undefined ? current.email : addressIn(email),
    first_name: first_name === undefined ? current.first_name : first_name,
    last_name: last_name === undefined ? current.last_name : last_name,
    attributes: attributes ? changedAttributes(current.attributes, attributes) : current.attributes,
  }
}

/** The same, for one of many contacts: a refusal leaves it as it is, and is told. */
export function changedUnlessRefused(
  current: ContactFields,
  changes: Omit<ContactChanges, 'id'>,
  onRefused: (message: string) => void,
): ContactFields {
  try {
    return changedFields(current, changes)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    onRefused(error.message)
    return current
  }
}

/** The terms that a search finds a contact by. */
export function contactTerms({ email, first_name, last_name }: ContactFields): string[] {
  const name = [first_name, last_name].join(' ')
  return searchTerms({ subject: name, addresses: [email], tags: undefined })
}

function changedAttributes(current: ContactFields['attributes'], changes: NonNullable<ContactChanges['attributes']>) {
  const all = { ...current, ...changes }
  const left = Object.entries(all).flatMap(([name, value]) => (value === null ? [] : [[name, value] as const]))
  if (left.length > MAX_ATTRIBUTES) {
    const message = `would be ${left.length}; a contact has at most ${MAX_ATTRIBUTES}`
    throw fieldError('invalid_request', 'attributes', message)
  }
  return Object.fromEntries(left)
}

function addressIn(text: string): string {
  const address = parseAddress(text)
  if (!address) throw fieldError('invalid_request', 'email', 'must be a valid address, like user@example.com')
  return normalizeAddress(address.email)
}
