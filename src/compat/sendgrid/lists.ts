import { z } from 'zod'
import type { ContactList, ContactListDetails } from '../../contract/contact-lists.js'
import {
  createContactList,
  deleteContactList,
  getContactList,
  listContactLists,
  updateContactList,
} from '../../operations/contact-lists.js'
import { changeContacts } from '../../operations/contacts.js'
import type { CompatRoute } from '../common/api.js'
import { notSupported } from '../common/not-supported.js'
import { idsIn } from './contacts.js'
import { pageMetadata, pageOf, TOKEN_NAMES, TOKEN_PAGING } from './queries.js'

const Named = z.strictObject({ name: z.string() })
const flag = () => z.string().optional()

export const lists: readonly CompatRoute[] = [
  {
    method: 'POST',
    path: '/v3/marketing/lists',
    operation: createContactList,
    status: 201,
    answer: async ({ body, run }) => ({ ...present(await run(createContactList, body(Named))), contact_count: 0 }),
  },
  {
    method: 'GET',
    path: '/v3/marketing/lists',
    operation: listContactLists,
    names: TOKEN_NAMES,
    answer: async ({ query, run }) => {
      const asked = query(z.strictObject(TOKEN_PAGING))
      const { contact_lists, next_cursor } = await run(listContactLists, pageOf(asked))
      return {
        result: contact_lists.map(present),
        _metadata: pageMetadata('/v3/marketing/lists', asked, next_cursor),
      }
    },
  },
  {
    method: 'GET',
    path: '/v3/marketing/lists/:id',
    operation: getContactList,
    answer: async ({ param, query, run }) => {
      const { contact_sample } = query(z.strictObject({ contact_sample: flag() }))
      if (contact_sample === 'true') throw notSupported('contact_sample', 'Use GET /v1/contact-lists/:id/members.')
      return presentWhole(await run(getContactList, { id: param('id') }))
    },
  },
  {
    method: 'GET',
    path: '/v3/marketing/lists/:id/contacts/count',
    operation: getContactList,
    answer: async ({ param, run }) => {
      const { member_count } = await run(getContactList, { id: param('id') })
      return { contact_count: member_count, billable_count: 0 }
    },
  },
  {
    method: 'PATCH',
    path: '/v3/marketing/lists/:id',
    operation: updateContactList,
    answer: async ({ body, param, run }) => present(await run(updateContactList, { id: param('id'), ...body(Named) })),
  },
  {
    method: 'DELETE',
    path: '/v3/marketing/lists/:id',
    operation: deleteContactList,
    answer: async ({ param, query, run }) => {
      const { delete_contacts } = query(z.strictObject({ delete_contacts: flag() }))
      if (delete_contacts === 'true') throw notSupported('delete_contacts', 'Delete the contacts by their ids before.')
      return run(deleteContactList, { id: param('id') })
    },
  },
  {
    method: 'DELETE',
    path: '/v3/marketing/lists/:id/contacts',
    operation: changeContacts,
    status: 202,
    names: [
      ['contact_ids', 'contact_ids'],
      ['remove_from_list_ids', 'id'],
    ],
    answer: async ({ param, query, run }) => {
      const { contact_ids } = query(z.strictObject({ contact_ids: flag() }))
      await run(changeContacts, { contact_ids: idsIn(contact_ids), remove_from_list_ids: [param('id')] })
      return {}
    },
  },
]

const present = ({ id, name }: ContactList) => ({ id, name, _metadata: { self: `/v3/marketing/lists/${id}` } })

const presentWhole = (list: ContactListDetails) => ({ ...present(list), contact_count: list.member_count })
