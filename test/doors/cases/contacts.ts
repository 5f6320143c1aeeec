import type { TestApp } from '../../support/start-app.js'
import { type ErrorCase, post, type SuccessCase } from '../case.js'
import { forbidden, invalid, unknownCursor, unknownId } from '../refusals.js'

const UNKNOWN = 'ct_00000000000000000000000000'
const UNKNOWN_LIST = 'cl_00000000000000000000000000'
const person = { email: 'Grace@Contacts.example', first_name: 'Grace', last_name: 'Hopper' }
const attributes = { plan: 'pro', seats: 3, trial: false }

/** Deletes the contact with an address, if there is one. */
async function without(app: TestApp, email: string): Promise<void> {
  const { body } = await app.call('GET', `/v1/contacts?search=${encodeURIComponent(email)}`)
  for (const { id } of body.contacts) await app.call('DELETE', `/v1/contacts/${id}`)
}

/** A new contact, always with the same fields. */
export async function aContact(app: TestApp, email = person.email): Promise<string> {
  await without(app, email)
  return (await post(app, '/v1/contacts', { ...person, email, attributes })).id
}

async function anotherName(app: TestApp) {
  await without(app, 'new@contacts.example')
  return { ...person, email: 'new@contacts.example', attributes }
}

export const successes: readonly SuccessCase[] = [
  { operation: 'contacts.create', input: anotherName },
  { operation: 'contacts.list', input: async (app) => ({ ...((await aContact(app)) && {}), limit: 1 }) },
  {
    operation: 'contacts.list',
    input: async (app) => ({ ...((await aContact(app)) && {}), search: 'grace contacts.example', limit: 10 }),
  },
  {
    operation: 'contacts.list',
    input: async (app) => ({ ...((await aContact(app)) && {}), email: 'GRACE@contacts.example', limit: 10 }),
  },
  { operation: 'contacts.get', input: async (app) => ({ id: await aContact(app) }) },
  {
    operation: 'contacts.update',
    input: async (app) => ({ id: await aContact(app), first_name: null, attributes: { plan: null, seats: 4 } }),
  },
  {
    operation: 'contacts.update',
    input: async (app) => ({ id: await withReservedName(app), attributes: { unsubscribe_url: null } }),
  },
  { operation: 'contacts.delete', input: async (app) => ({ id: await aContact(app) }) },
  {
    operation: 'contacts.changeMany',
    input: async (app) => ({
      ...{ contact_ids: [await aContact(app), UNKNOWN], attributes: { plan: 'basic', seats: null } },
      add_to_list_ids: [(await post(app, '/v1/contact-lists', { name: 'Many' })).id],
    }),
  },
  { operation: 'contacts.changeMany', input: async (app) => ({ contact_ids: [await aContact(app)], delete: true }) },
]

/** A contact with an attribute from a time when its name was not reserved. */
async function withReservedName(app: TestApp): Promise<string> {
  const id = await aContact(app)
  const old = { 'attributes.unsubscribe_url': 'https://example.com/' }
  await app.app.models.contacts.collection.updateOne({ _id: id, account_id: app.accountId }, { $set: old })
  return id
}

async function aTakenAddress(app: TestApp): Promise<string> {
  await aContact(app, 'taken@contacts.example')
  return 'TAKEN@contacts.example'
}

export const errors: readonly ErrorCase[] = [
  invalid('contacts.create', 'email', 'no address', {}),
  invalid('contacts.create', 'email', 'an invalid address', { email: 'nobody' }),
  invalid('contacts.create', 'attributes.unsubscribe_url', 'an attribute that templates reserve', {
    ...{ email: 'a@example.com', attributes: { unsubscribe_url: 'https://example.com/' } },
  }),
  invalid('contacts.create', 'first_name', 'a long name', { email: 'a@example.com', first_name: 'x'.repeat(256) }),
  invalid('contacts.create', 'attributes.a', 'an attribute that is a list', {
    email: 'a@example.com',
    attributes: { a: ['b'] },
  }),
  invalid('contacts.create', 'attributes', 'too many attributes', {
    email: 'a@example.com',
    attributes: Object.fromEntries(Array.from({ length: 51 }, (_none, index) => [`a${index}`, index])),
  }),
  forbidden('contacts.create', 'read', { email: 'a@example.com' }),
  {
    title: 'an address that is taken',
    operation: 'contacts.create',
    input: async (app) => ({ email: await aTakenAddress(app) }),
    code: 'duplicate_contact',
  },
  unknownCursor('contacts.list'),
  invalid('contacts.list', 'email', 'a part of an address', { email: 'grace' }),
  {
    title: 'an unknown list',
    operation: 'contacts.list',
    // GraphQL answers a query that finds nothing with null, and a list with an error.
    input: { list_id: UNKNOWN_LIST },
    code: 'not_found',
  },
  unknownId('contacts.get', { id: UNKNOWN }),
  unknownId('contacts.update', { id: UNKNOWN, first_name: 'A' }),
  invalid('contacts.update', 'attributes.preferences_url', 'a value of an attribute that templates reserve', {
    ...{ id: UNKNOWN, attributes: { preferences_url: 'https://example.com/', unsubscribe_url: null } },
  }),
  {
    title: 'an address that is taken',
    operation: 'contacts.update',
    input: async (app) => ({ id: await aContact(app), email: await aTakenAddress(app) }),
    code: 'duplicate_contact',
  },
  unknownId('contacts.delete', { id: UNKNOWN }),
  forbidden('contacts.changeMany', 'read', { contact_ids: [UNKNOWN], delete: true }),
  invalid('contacts.changeMany', 'contact_ids', 'no contacts', { contact_ids: [], delete: true }),
  invalid('contacts.changeMany', 'contact_ids', 'too many contacts', {
    ...{ contact_ids: Array.from({ length: 1_001 }, (_none, index) => `ct_${index}`), delete: true },
  }),
  invalid('contacts.changeMany', 'attributes', 'no change', { contact_ids: [UNKNOWN] }),
  invalid('contacts.changeMany', 'delete', 'a deletion with another change', {
    ...{ contact_ids: [UNKNOWN], delete: true, attributes: { plan: 'pro' } },
  }),
  invalid('contacts.changeMany', 'remove_from_list_ids.0', 'a list to add them to and to take them off', {
    ...{ contact_ids: [UNKNOWN], add_to_list_ids: [UNKNOWN_LIST], remove_from_list_ids: [UNKNOWN_LIST] },
  }),
  invalid('contacts.changeMany', 'attributes.unsubscribe_url', 'an attribute that templates reserve', {
    ...{ contact_ids: [UNKNOWN], attributes: { unsubscribe_url: 'https://example.com/' } },
  }),
  {
    title: 'an unknown list',
    operation: 'contacts.changeMany',
    input: { contact_ids: [UNKNOWN], add_to_list_ids: [UNKNOWN_LIST] },
    code: 'not_found',
    field: 'add_to_list_ids.0',
  },
]
