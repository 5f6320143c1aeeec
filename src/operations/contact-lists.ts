import {
  ContactList,
  ContactListChanges,
  ContactListDetails,
  ContactListFilter,
  ContactListMember,
  ContactListPage,
  MemberPage,
  MemberRef,
  NewContactList,
  NewMember,
} from '../contract/contact-lists.js'
import { ById, Nothing, PageById } from '../contract/fields.js'
import { del, get, operation, post, put, type Tag } from './operation.js'
import { answerPage } from './page.js'

/** Its section of the documentation. */
export const tag: Tag = {
  title: 'Contact lists',
  description: 'Contacts that belong together: added one by one, or found by a filter.',
  order: 4.6,
}

const listId = 'cl_01kajqx0a2s4d6f8g0h2j4k6m8'

const list = {
  id: listId,
  name: 'Newsletter',
  description: 'News of our shop, once a month.',
  is_topic: true,
  filter: null,
  created_at: '2026-11-21T09:00:00.000Z',
  updated_at: '2026-11-21T09:00:00.000Z',
}

const active = {
  match: 'all' as const,
  conditions: [
    { attribute: 'plan', op: 'equals' as const, value: 'pro' },
    { event: 'opened' as const, within_days: 90 },
  ],
}

const segment = {
  ...{ ...list, id: 'cl_01kajqw5c7v9b1n3m5q7w9e1r3', name: 'Active customers', description: null },
  ...{ is_topic: false, filter: active },
}

const member = {
  id: 'ct_01kajqx5t2n8w4e6r9y7m3b1c0',
  email: 'grace@example.com',
  first_name: 'Grace',
  last_name: 'Hopper',
  attributes: { plan: 'pro' },
  status: 'subscribed' as const,
  created_at: '2026-11-21T09:00:00.000Z',
  updated_at: '2026-11-21T09:00:00.000Z',
}

export const createContactList = operation({
  name: 'contactLists.create',
  kind: 'mutation',
  scope: 'admin',
  rest: post('/v1/contact-lists', { status: 201 }),
  summary: 'Creates a list of contacts: an empty one, or with a filter a dynamic one.',
  errors: ['not_found', 'too_many_contact_lists', 'too_many_topics'],
  input: NewContactList,
  output: ContactList,
  examples: [
    {
      summary: 'A topic that recipients can leave',
      input: { name: list.name, description: list.description, is_topic: true },
      output: list,
    },
    { summary: 'A dynamic list', input: { name: segment.name, filter: active }, output: segment },
  ],
  run: ({ caller, services }, input) => services.contactLists.create(caller.accountId, input),
})

export const listContactLists = operation({
  name: 'contactLists.list',
  kind: 'query',
  scope: 'read',
  rest: get('/v1/contact-lists'),
  summary: 'Lists the lists of contacts, newest first.',
  errors: [],
  input: ContactListFilter,
  output: ContactListPage,
  examples: [
    { summary: 'All lists', input: { limit: 50 }, output: { contact_lists: [list, segment], next_cursor: null } },
    {
      summary: 'The lists of a contact',
      input: { contact_id: member.id, limit: 50 },
      output: { contact_lists: [list], next_cursor: null },
    },
  ],
  run: ({ caller, services }, filter) =>
    answerPage('contact_lists', services.contactLists.list(caller.accountId, filter)),
})

export const getContactList = operation({
  name: 'contactLists.get',
  kind: 'query',
  scope: 'read',
  rest: get('/v1/contact-lists/:id'),
  summary: 'Gets one list of contacts, with the number of its members.',
  errors: ['not_found', 'list_not_found'],
  input: ById,
  output: ContactListDetails,
  examples: [
    {
      summary: 'A list',
      input: { id: listId },
      output: { ...list, member_count: 1_204, member_counted_at: list.updated_at },
    },
  ],
  run: ({ caller, services }, { id }) => services.contactLists.get(caller.accountId, id),
})

export const updateContactList = operation({
  name: 'contactLists.update',
  kind: 'mutation',
  scope: 'admin',
  rest: put('/v1/contact-lists/:id'),
  summary: 'Changes the given fields of a list of contacts.',
  errors: ['not_found', 'too_many_topics'],
  input: ContactListChanges,
  output: ContactList,
  examples: [
    {
      summary: 'Another name',
      input: { id: listId, name: 'Monthly news' },
      output: { ...list, name: 'Monthly news', updated_at: '2026-11-22T10:30:00.000Z' },
    },
  ],
  run: ({ caller, services }, { id, ...changes }) => services.contactLists.update(caller.accountId, id, changes),
})

export const deleteContactList = operation({
  name: 'contactLists.delete',
  kind: 'mutation',
  scope: 'admin',
  rest: del('/v1/contact-lists/:id', { status: 204 }),
  summary: 'Deletes a list of contacts that no dynamic list names. The contacts stay.',
  errors: ['not_found', 'list_in_use'],
  input: ById,
  output: Nothing,
  examples: [{ summary: 'A list', input: { id: listId }, output: null }],
  run: async ({ caller, services }, { id }) => {
    await services.contactLists.delete(caller.accountId, id)
    return null
  },
})

export const listMembers = operation({
  name: 'contactLists.members.list',
  kind: 'query',
  scope: 'read',
  rest: get('/v1/contact-lists/:id/members'),
  summary: 'Lists the contacts in a list, newest contacts first. The members of a dynamic list are looked up now.',
  errors: ['not_found', 'list_not_found', 'overloaded'],
  input: PageById,
  output: MemberPage,
  examples: [
    { summary: 'The newest', input: { id: listId, limit: 50 }, output: { members: [member], next_cursor: null } },
  ],
  run: ({ caller, services }, { id, ...page }) =>
    answerPage('members', services.listMembers.list(caller.accountId, id, page)),
})

export const addMember = operation({
  name: 'contactLists.members.add',
  kind: 'mutation',
  scope: 'admin',
  rest: post('/v1/contact-lists/:id/members', { status: 201 }),
  summary: 'Adds a contact to a list.',
  errors: ['not_found', 'duplicate_member', 'too_many_list_members'],
  input: NewMember,
  output: ContactListMember,
  examples: [
    {
      summary: 'A contact',
      input: { id: listId, contact_id: member.id },
      output: { list_id: listId, contact_id: member.id, created_at: '2026-11-21T09:05:00.000Z' },
    },
  ],
  run: ({ caller, services }, input) => services.listMembers.add(caller.accountId, input),
})

export const removeMember = operation({
  name: 'contactLists.members.remove',
  kind: 'mutation',
  scope: 'admin',
  rest: del('/v1/contact-lists/:id/members/:contact_id', { status: 204 }),
  summary: 'Takes a contact off a list. The contact stays.',
  errors: ['not_found'],
  input: MemberRef,
  output: Nothing,
  examples: [{ summary: 'A contact', input: { id: listId, contact_id: member.id }, output: null }],
  run: async ({ caller, services }, input) => {
    await services.listMembers.remove(caller.accountId, input)
    return null
  },
})
