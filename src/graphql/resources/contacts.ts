import {
  addMember,
  createContactList,
  deleteContactList,
  getContactList,
  listContactLists,
  listMembers,
  removeMember,
  updateContactList,
} from '../../operations/contact-lists.js'
import {
  changeContacts,
  createContact,
  deleteContact,
  getContact,
  listContacts,
  updateContact,
} from '../../operations/contacts.js'
import { builder } from '../builder.js'
import { COUNT_COST, connectionOf, pageArgs } from '../connections.js'
import type { GraphqlContext } from '../context.js'
import { inputOf, objectIn, outputOf } from '../contract-types.js'
import { changes, does, looksUp, pages, pagesOf, read, runs } from '../resolve.js'

const contactTypes = { attributes: 'JSON' }

export const Contact = outputOf('Contact', 'A person whom the account writes to.', getContact.output, {
  node: { kind: 'contact', operation: getContact, service: 'contacts' },
  types: contactTypes,
})
const ContactConnection = connectionOf('Contact', Contact, 'contacts')

const CreateContactInput = inputOf('CreateContactInput', 'A new contact.', createContact.input, {
  types: contactTypes,
  about: { first_name: 'The first name.', last_name: 'The last name.' },
})
const UpdateContactInput = inputOf('UpdateContactInput', 'Changes of a contact.', updateContact.input, {
  types: contactTypes,
  omit: ['id'],
})

const ChangeContactsInput = inputOf('ChangeContactsInput', 'A change of many contacts.', changeContacts.input, {
  types: contactTypes,
})
const ContactBulkResult = outputOf(
  'ContactBulkResult',
  'What became of one of many contacts.',
  objectIn(changeContacts.output, 'results'),
)
const ContactBulkResults = outputOf('ContactBulkResults', 'What became of many contacts.', changeContacts.output, {
  types: { results: [ContactBulkResult] },
})

const valueTypes = { value: 'JSON' }
const filterOut = objectIn(getContactList.output, 'filter')
const conditionOut = objectIn(filterOut, 'conditions')
const SegmentGroupCondition = outputOf(
  'SegmentGroupCondition',
  'A condition in a group.',
  objectIn(conditionOut, 'conditions'),
  { types: valueTypes },
)
const SegmentCondition = outputOf(
  'SegmentCondition',
  'A condition that a contact meets or not, or a group of them.',
  conditionOut,
  { types: { ...valueTypes, conditions: [SegmentGroupCondition] } },
)
const SegmentFilter = outputOf('SegmentFilter', 'Who is in a dynamic list.', filterOut, {
  types: { conditions: [SegmentCondition] },
})

const filterIn = objectIn(createContactList.input, 'filter')
const conditionIn = objectIn(filterIn, 'conditions')
const SegmentGroupConditionInput = inputOf(
  'SegmentGroupConditionInput',
  'A condition in a group.',
  objectIn(conditionIn, 'conditions'),
  { types: valueTypes },
)
const SegmentConditionInput = inputOf(
  'SegmentConditionInput',
  'A condition that a contact meets or not, or a group of them.',
  conditionIn,
  { types: { ...valueTypes, conditions: [SegmentGroupConditionInput] } },
)
const SegmentFilterInput = inputOf('SegmentFilterInput', 'Who is in a dynamic list.', filterIn, {
  types: { conditions: [SegmentConditionInput] },
})

/** What comes from `contactLists.get` is counted already. */
type CountedList = { id: string; member_count?: number; member_counted_at?: string }

const ContactList = outputOf('ContactList', 'Contacts that belong together.', createContactList.output, {
  node: { kind: 'contactList', operation: getContactList, service: 'contactLists' },
  types: { filter: SegmentFilter },
  more: (t) => ({
    memberCount: t.field({
      type: 'Int',
      nullable: true,
      description:
        'How many contacts are in it. For a dynamic list of an account with many contacts, some minutes ago.',
      complexity: COUNT_COST,
      resolve: async ({ id, member_count }: CountedList, _args: unknown, { loaders }: GraphqlContext) =>
        member_count ?? (await loaders.all.memberCounts.load(id))?.count ?? null,
    }),
    memberCountedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When its contacts were counted, for `memberCount`.',
      complexity: COUNT_COST,
      resolve: async ({ id, member_counted_at }: CountedList, _args: unknown, { loaders }: GraphqlContext) =>
        member_counted_at ?? (await loaders.all.memberCounts.load(id))?.at.toISOString() ?? null,
    }),
    members: t.field({
      type: ContactConnection,
      args: pageArgs(t, listMembers),
      description: 'The contacts in it, newest first.',
      ...pagesOf(listMembers, ({ loaders }, page) => loaders.all.membersOfList.load(page)),
    }),
  }),
})
const ContactListConnection = connectionOf('ContactList', ContactList, 'contact lists')

type MemberIds = { list_id: string; contact_id: string }

const ContactListMember = outputOf('ContactListMember', 'A contact in a list.', addMember.output, {
  about: { list_id: 'The list.', contact_id: 'The contact.', created_at: 'When it was added.' },
  more: (t) => ({
    contact: t.field({
      type: Contact,
      description: 'The contact.',
      resolve: ({ contact_id }: MemberIds, _args: unknown, context: GraphqlContext) =>
        read(getContact, { id: contact_id }, context),
    }),
    list: t.field({
      type: ContactList,
      description: 'The list as it is now.',
      resolve: ({ list_id }: MemberIds, _args: unknown, context: GraphqlContext) =>
        read(getContactList, { id: list_id }, context),
    }),
  }),
})

const listTypes = { filter: SegmentFilterInput }
const CreateContactListInput = inputOf('CreateContactListInput', 'A new list.', createContactList.input, {
  types: listTypes,
})
const UpdateContactListInput = inputOf('UpdateContactListInput', 'Changes of a list.', updateContactList.input, {
  types: listTypes,
  omit: ['id'],
})

builder.queryFields((t) => ({
  contact: t.field({
    type: Contact,
    args: { id: t.arg({ type: 'ID', required: true, description: 'The contact.' }) },
    ...looksUp(getContact),
  }),
  contacts: t.field({
    type: ContactConnection,
    args: {
      ...pageArgs(t, listContacts),
      search: t.arg.string({
        description: 'Words of the name, or the address or a part of it: all must match, each as a whole word.',
      }),
      email: t.arg.string({
        description: 'Only the contact with this address, in any notation.',
      }),
      listId: t.arg({ type: 'ID', description: 'Only members of this list.' }),
    },
    ...pages(listContacts, 'contacts'),
  }),
  contactList: t.field({
    type: ContactList,
    args: { id: t.arg({ type: 'ID', required: true, description: 'The list.' }) },
    ...looksUp(getContactList),
  }),
  contactLists: t.field({
    type: ContactListConnection,
    args: {
      ...pageArgs(t, listContactLists),
      contactId: t.arg({
        type: 'ID',
        description: 'Only lists that this contact is in. Of dynamic lists, the newest 200 are looked at.',
      }),
    },
    ...pages(listContactLists, 'contact_lists'),
  }),
}))

builder.mutationFields((t) => {
  const contactId = t.arg({ type: 'ID', required: true, description: 'The contact.' })
  const listId = t.arg({ type: 'ID', required: true, description: 'The list.' })
  return {
    createContact: t.field({
      type: Contact,
      args: { input: t.arg({ type: CreateContactInput, required: true, description: 'The contact.' }) },
      ...runs(createContact),
    }),
    updateContact: t.field({
      type: Contact,
      args: {
        id: contactId,
        input: t.arg({ type: UpdateContactInput, required: true, description: 'The fields to change.' }),
      },
      ...runs(updateContact),
    }),
    deleteContact: t.field({ type: 'Boolean', args: { id: contactId }, ...does(deleteContact) }),
    changeContacts: t.field({
      type: ContactBulkResults,
      args: {
        input: t.arg({ type: ChangeContactsInput, required: true, description: 'The contacts and the change.' }),
      },
      ...runs(changeContacts),
    }),
    createContactList: t.field({
      type: ContactList,
      args: { input: t.arg({ type: CreateContactListInput, required: true, description: 'The list.' }) },
      ...runs(createContactList),
    }),
    updateContactList: t.field({
      type: ContactList,
      args: {
        id: listId,
        input: t.arg({ type: UpdateContactListInput, required: true, description: 'The fields to change.' }),
      },
      ...runs(updateContactList),
    }),
    deleteContactList: t.field({ type: 'Boolean', args: { id: listId }, ...does(deleteContactList) }),
    addContactListMember: t.field({
      type: ContactListMember,
      args: { listId, contactId },
      ...runs(addMember, { listId: 'id' }),
    }),
    removeContactListMember: t.field({
      type: ContactList,
      args: { listId, contactId },
      ...changes(removeMember, (_none, context, args) => read(getContactList, { id: args.listId }, context), {
        listId: 'id',
      }),
    }),
  }
})
