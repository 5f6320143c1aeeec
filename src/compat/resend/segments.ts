import { z } from 'zod'
import type { ContactList } from '../../contract/contact-lists.js'
import { ApiError } from '../../errors.js'
import {
  createContactList,
  deleteContactList,
  getContactList,
  listContactLists,
  updateContactList,
} from '../../operations/contact-lists.js'
import type { CompatCall, CompatRoute } from '../common/api.js'
import { notSupported } from '../common/not-supported.js'
import { itemsAt, MAX_OFFSET_ITEMS } from '../common/offset-pages.js'
import { ListQuery, listOf, PAGE_NAMES, pageOf, readWhole } from './lists.js'

const NewSegment = z.strictObject({
  name: z.string('is required'),
  audience_id: z.string().nullish(),
  filter: z.unknown().optional(),
})
const Changes = z.strictObject({ name: z.string().nullish() })
const NewTopic = z.strictObject({
  name: z.string('is required'),
  description: z.string().nullish(),
  default_subscription: z.enum(['opt_in', 'opt_out']).nullish(),
  visibility: z.string().nullish(),
})
const TopicChanges = z.strictObject({
  id: z.string().nullish(),
  name: z.string().nullish(),
  description: z.string().nullish(),
  default_subscription: z.string().nullish(),
  visibility: z.string().nullish(),
})

/** Segments, which are contact lists. Audiences are their former name. */
export const segments: readonly CompatRoute[] = ['/segments', '/audiences'].flatMap((path): CompatRoute[] => [
  {
    method: 'POST',
    path,
    operation: createContactList,
    answer: async ({ body, run }) => {
      const { name, audience_id, filter } = body(NewSegment)
      if (audience_id) throw notSupported('audience_id', 'All contacts of the account are one audience.')
      if (filter) throw notSupported('filter', 'Make a dynamic list: filter of POST /v1/contact-lists.')
      const { id } = await run(createContactList, { name })
      return { object: 'segment', id, name }
    },
  },
  {
    method: 'GET',
    path,
    operation: listContactLists,
    names: PAGE_NAMES,
    answer: async ({ query, run }) => {
      const { contact_lists, next_cursor } = await run(listContactLists, pageOf(query(ListQuery), 'contactList'))
      return listOf(contact_lists.map(present), next_cursor)
    },
  },
  {
    method: 'GET',
    path: `${path}/:id`,
    operation: getContactList,
    answer: async ({ param, run }) => ({
      object: 'segment',
      ...present(await run(getContactList, { id: param('id') })),
    }),
  },
  {
    method: 'PATCH',
    path: `${path}/:id`,
    operation: updateContactList,
    answer: async ({ param, body, run }) => {
      const { name } = body(Changes)
      const { id } = await run(updateContactList, { id: param('id'), ...(name && { name }) })
      return { object: 'segment', id }
    },
  },
  {
    method: 'DELETE',
    path: `${path}/:id`,
    operation: deleteContactList,
    answer: async ({ param, run }) => {
      await run(deleteContactList, { id: param('id') })
      return { object: 'segment', id: param('id'), deleted: true }
    },
  },
])

/** Topics, which are contact lists that people can opt out of. */
export const topics: readonly CompatRoute[] = [
  {
    method: 'POST',
    path: '/topics',
    operation: createContactList,
    answer: async ({ body, run, ignore }) => {
      const { name, description, default_subscription, visibility } = body(NewTopic)
      if (default_subscription === 'opt_out') {
        throw notSupported('default_subscription', 'A topic is for the contacts that are in its list: use opt_in.')
      }
      if (visibility) ignore('visibility')
      const { id } = await run(createContactList, { name, is_topic: true, ...(description && { description }) })
      return { object: 'topic', id }
    },
  },
  {
    method: 'GET',
    path: '/topics',
    operation: listContactLists,
    answer: async (call) => {
      const { run } = call
      readWhole(call)
      const readPage = async (page: { limit: number }) => {
        const { contact_lists, next_cursor } = await run(listContactLists, page)
        return { items: contact_lists, next: next_cursor }
      }
      const { items } = await itemsAt({ offset: 0, count: MAX_OFFSET_ITEMS }, readPage, 'Use GET /v1/contact-lists.')
      return listOf(items.filter(({ is_topic }) => is_topic).map(presentTopic), null)
    },
  },
  {
    method: 'GET',
    path: '/topics/:id',
    operation: getContactList,
    answer: async (call) => ({ object: 'topic', ...presentTopic(await topicOf(call)) }),
  },
  {
    method: 'PATCH',
    path: '/topics/:id',
    operation: updateContactList,
    answer: async (call) => {
      const { body, run, ignore } = call
      const { name, description, default_subscription, visibility } = body(TopicChanges)
      if (default_subscription) ignore('default_subscription')
      if (visibility) ignore('visibility')
      const changes = { ...(name && { name }), ...(description !== undefined && { description }) }
      const { id } = await topicOf(call)
      await run(updateContactList, { id, ...changes })
      return { object: 'topic', id }
    },
  },
  {
    method: 'DELETE',
    path: '/topics/:id',
    operation: deleteContactList,
    answer: async (call) => {
      const { id } = await topicOf(call)
      await call.run(deleteContactList, { id })
      return { object: 'topic', id, deleted: true }
    },
  },
]

/** @throws ApiError `not_found`, also for a list that people cannot opt out of. */
async function topicOf({ param, run }: CompatCall): Promise<ContactList> {
  const list = await run(getContactList, { id: param('id') })
  if (!list.is_topic) throw new ApiError('not_found', 'There is no such topic.')
  return list
}

const present = ({ id, name, created_at }: ContactList) => ({ id, name, created_at })

const presentTopic = (list: ContactList) => ({
  ...present(list),
  description: list.description,
  default_subscription: 'opt_in',
})
