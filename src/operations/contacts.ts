import { ContactBulkChange, ContactBulkResults } from '../contract/contact-bulk.js'
import { Contact, ContactChanges, ContactFilter, ContactPage, NewContact } from '../contract/contacts.js'
import { ById, Nothing } from '../contract/fields.js'
import { del, get, operation, post, put, type Tag } from './operation.js'
import { answerPage } from './page.js'

/** Its section of the documentation. */
export const tag: Tag = { title: 'Contacts', description: 'The people whom the account writes to.', order: 4.5 }

const contact = {
  id: 'ct_01kajqx5t2n8w4e6r9y7m3b1c0',
  email: 'grace@example.com',
  first_name: 'Grace',
  last_name: 'Hopper',
  attributes: { plan: 'pro', seats: 3 },
  status: 'subscribed' as const,
  created_at: '2026-11-21T09:00:00.000Z',
  updated_at: '2026-11-21T09:00:00.000Z',
}

export const createContact = operation({
  name: 'contacts.create',
  kind: 'mutation',
  scope: 'admin',
  rest: post('/v1/contacts', { status: 201 }),
  summary: 'Creates a contact.',
  errors: ['duplicate_contact', 'too_many_contacts', 'overloaded'],
  input: NewContact,
  output: Contact,
  examples: [
    {
      summary: 'With a name and attributes',
      input: { email: 'Grace@Example.com', first_name: 'Grace', last_name: 'Hopper', attributes: contact.attributes },
      output: contact,
    },
  ],
  run: ({ caller, services }, input) => services.contacts.create(caller.accountId, input),
})

export const listContacts = operation({
  name: 'contacts.list',
  kind: 'query',
  scope: 'read',
  rest: get('/v1/contacts'),
  summary: 'Lists contacts, newest first.',
  errors: ['not_found', 'list_not_found', 'overloaded'],
  input: ContactFilter,
  output: ContactPage,
  examples: [
    {
      summary: 'Those of a domain',
      input: { search: 'example.com', limit: 50 },
      output: { contacts: [contact], next_cursor: null },
    },
  ],
  run: ({ caller, services }, filter) => answerPage('contacts', services.contacts.list(caller.accountId, filter)),
})

export const getContact = operation({
  name: 'contacts.get',
  kind: 'query',
  scope: 'read',
  rest: get('/v1/contacts/:id'),
  summary: 'Gets one contact.',
  errors: ['not_found', 'overloaded'],
  input: ById,
  output: Contact,
  examples: [{ summary: 'A contact', input: { id: contact.id }, output: contact }],
  run: ({ caller, services }, { id }) => services.contacts.get(caller.accountId, id),
})

export const updateContact = operation({
  name: 'contacts.update',
  kind: 'mutation',
  scope: 'admin',
  rest: put('/v1/contacts/:id'),
  summary: 'Changes the given fields and attributes of a contact.',
  errors: ['not_found', 'duplicate_contact', 'overloaded'],
  input: ContactChanges,
  output: Contact,
  examples: [
    {
      summary: 'Sets one attribute and removes another',
      input: { id: contact.id, attributes: { plan: 'basic', seats: null } },
      output: { ...contact, attributes: { plan: 'basic' }, updated_at: '2026-11-22T10:30:00.000Z' },
    },
  ],
  run: ({ caller, services }, { id, ...changes }) => services.contacts.update(caller.accountId, id, changes),
})

export const deleteContact = operation({
  name: 'contacts.delete',
  kind: 'mutation',
  scope: 'admin',
  rest: del('/v1/contacts/:id', { status: 204 }),
  summary: 'Deletes a contact, and takes it off its lists. Messages to it stay.',
  errors: ['not_found'],
  input: ById,
  output: Nothing,
  examples: [{ summary: 'A contact', input: { id: contact.id }, output: null }],
  run: async ({ caller, services }, { id }) => {
    await services.contacts.delete(caller.accountId, id)
    return null
  },
})

export const changeContacts = operation({
  name: 'contacts.changeMany',
  kind: 'mutation',
  scope: 'admin',
  rest: post('/v1/contacts/bulk'),
  summary: 'Changes up to 1,000 contacts at once. A request that was cut off can be repeated.',
  errors: ['not_found', 'overloaded'],
  input: ContactBulkChange,
  output: ContactBulkResults,
  examples: [
    {
      summary: 'Another plan for two contacts, one of which does not exist',
      input: { contact_ids: [contact.id, 'ct_01kajqw1r7d4z6y2k8p0f5s9ma'], attributes: { plan: 'pro' } },
      output: {
        results: [
          { contact_id: contact.id, outcome: 'changed', message: null },
          { contact_id: 'ct_01kajqw1r7d4z6y2k8p0f5s9ma', outcome: 'not_found', message: null },
        ],
      },
    },
    {
      summary: 'Into a list, and off another',
      input: {
        contact_ids: [contact.id],
        add_to_list_ids: ['cl_01kajqx0a2s4d6f8g0h2j4k6m8'],
        remove_from_list_ids: ['cl_01kajqw5c7v9b1n3m5q7w9e1r3'],
      },
      output: { results: [{ contact_id: contact.id, outcome: 'changed', message: null }] },
    },
    {
      summary: 'Deletes contacts',
      input: { contact_ids: [contact.id], delete: true },
      output: { results: [{ contact_id: contact.id, outcome: 'changed', message: null }] },
    },
  ],
  run: async ({ caller, services }, change) => ({
    results: await services.contactBulk.change(caller.accountId, change),
  }),
})
