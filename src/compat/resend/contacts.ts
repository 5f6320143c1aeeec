import { z } from 'zod'
import type { Contact } from '../../contract/contacts.js'
import { ApiError, fieldError } from '../../errors.js'
import {
  addMember,
  getContactList,
  listContactLists,
  listMembers,
  removeMember,
} from '../../operations/contact-lists.js'
import { getContactTopics, setContactTopics } from '../../operations/contact-topics.js'
import { createContact, deleteContact, getContact, listContacts, updateContact } from '../../operations/contacts.js'
import { deleteSuppression, importSuppressions } from '../../operations/suppressions.js'
import type { CompatCall, CompatRoute } from '../common/api.js'
import { requireContact } from '../common/contact-by-address.js'
import { given } from '../common/given.js'
import { ifFound } from '../common/outcomes.js'
import { ListQuery, listOf, PAGE_NAMES, pageOf, readWhole } from './lists.js'

const fields = {
  first_name: z.string().nullish(),
  last_name: z.string().nullish(),
  unsubscribed: z.boolean().nullish(),
  properties: z.record(z.string(), z.unknown()).nullish(),
}
const ref = z
  .union([z.string(), z.looseObject({ id: z.string() })])
  .transform((one) => (typeof one === 'string' ? one : one.id))
const choice = z.strictObject({ id: z.string(), subscription: z.enum(['opt_in', 'opt_out']) })

const NewContact = z.strictObject({
  email: z.string('is required'),
  ...fields,
  segments: z.array(ref).nullish(),
  topics: z.array(choice).nullish(),
})
const Changes = z.strictObject(fields)
type Fields = z.output<typeof Changes>

const NAMES = [['attributes', 'properties']] as const

/** Contacts, by their id or address; also below an audience, whose members they are. */
export const contacts: readonly CompatRoute[] = [
  {
    method: 'GET',
    path: '/contacts',
    operation: listContacts,
    names: PAGE_NAMES,
    answer: async ({ query, run }) => {
      const { contacts: found, next_cursor } = await run(listContacts, pageOf(query(ListQuery), 'contact'))
      return listOf(found.map(present), next_cursor)
    },
  },
  ...['/segments/:list/contacts', '/audiences/:list/contacts'].map(
    (path): CompatRoute => ({
      method: 'GET',
      path,
      operation: listMembers,
      names: PAGE_NAMES,
      answer: async ({ param, query, run }) => {
        const id = param('list')
        const { members, next_cursor } = await run(listMembers, { id, ...pageOf(query(ListQuery), 'contact', id) })
        return listOf(members.map(present), next_cursor)
      },
    }),
  ),
  { method: 'POST', path: '/contacts', operation: createContact, names: NAMES, answer: create },
  { method: 'POST', path: '/audiences/:list/contacts', operation: createContact, names: NAMES, answer: create },
  ...['/contacts/:contact', '/audiences/:list/contacts/:contact'].flatMap(oneContact),
  {
    method: 'GET',
    path: '/contacts/:contact/segments',
    operation: listContactLists,
    names: PAGE_NAMES,
    answer: async ({ param, query, run }) => {
      const page = pageOf(query(ListQuery), 'contactList')
      const contact_id = await idOf(run, param('contact'))
      const { contact_lists, next_cursor } = await run(listContactLists, { contact_id, ...page })
      return listOf(
        contact_lists.map(({ id, name, created_at }) => ({ id, name, created_at })),
        next_cursor,
      )
    },
  },
  {
    method: 'POST',
    path: '/contacts/:contact/segments/:list',
    operation: addMember,
    answer: async ({ param, run }) => {
      await addTo(run, param('list'), await idOf(run, param('contact')))
      return { id: param('list') }
    },
  },
  {
    method: 'DELETE',
    path: '/contacts/:contact/segments/:list',
    operation: removeMember,
    answer: async ({ param, run }) => {
      await run(removeMember, { id: param('list'), contact_id: await idOf(run, param('contact')) })
      return { id: param('list'), deleted: true }
    },
  },
  {
    method: 'GET',
    path: '/contacts/:contact/topics',
    operation: getContactTopics,
    answer: async (call) => {
      const { param, run } = call
      readWhole(call)
      const { topics } = await run(getContactTopics, { id: await idOf(run, param('contact')) })
      const shown = topics.map(({ list_id, name, description, subscribed }) => ({
        ...{ id: list_id, name, description, subscription: subscribed ? 'opt_in' : 'opt_out' },
      }))
      return listOf(shown, null)
    },
  },
  {
    method: 'PATCH',
    path: '/contacts/:contact/topics',
    operation: setContactTopics,
    answer: async ({ param, body, run }) => {
      const id = await idOf(run, param('contact'))
      await run(setContactTopics, { id, topics: body(z.array(choice)).map(choiceOf) })
      return { id }
    },
  },
]

/** Reading, changing and deleting a contact. */
function oneContact(path: string): CompatRoute[] {
  return [
    {
      method: 'GET',
      path,
      operation: getContact,
      answer: async (call) => {
        const contact = await call.run(getContact, { id: await namedId(call) })
        return { object: 'contact', ...present(contact), properties: propertiesOf(contact) }
      },
    },
    {
      method: 'PATCH',
      path,
      operation: updateContact,
      names: NAMES,
      answer: async (call) => {
        const { body, run } = call
        const changes = body(Changes)
        const id = await namedId(call)
        const contact = await run(updateContact, { id, ...namesAndAttributes(changes) })
        await setUnsubscribed(run, contact, changes.unsubscribed)
        return { object: 'contact', id }
      },
    },
    {
      method: 'DELETE',
      path,
      operation: deleteContact,
      answer: async (call) => {
        const { param, run } = call
        const id = await namedId(call)
        // Somebody who is taken off an audience stays in the others.
        await (param('list') ? run(removeMember, { id: param('list'), contact_id: id }) : run(deleteContact, { id }))
        return { object: 'contact', contact: id, deleted: true }
      },
    },
  ]
}

/** Makes a contact. One that is there already is changed, as at Resend. */
async function create({ param, body, run }: CompatCall) {
  const { email, segments, topics, ...about } = body(NewContact)
  const lists = [...(segments ?? []), ...(param('list') ? [param('list')] : [])]
  await assertLists(run, lists, topics ?? [])
  const contact = await createOrUpdate(run, email, namesAndAttributes(about))
  // Programs say `unsubscribed: false` of everybody whom they add. That brings nobody back who left.
  await setUnsubscribed(run, contact, about.unsubscribed || null)
  for (const list of lists) await addTo(run, list, contact.id)
  if (topics) await run(setContactTopics, { id: contact.id, topics: topics.map(choiceOf) })
  return { object: 'contact', id: contact.id }
}

/** Before anything is written. @throws ApiError `not_found` for an unknown list; `invalid_request` for one that is no topic. */
async function assertLists(
  run: CompatCall['run'],
  lists: readonly string[],
  topics: readonly z.output<typeof choice>[],
): Promise<void> {
  for (const id of lists) await run(getContactList, { id })
  for (const [index, { id }] of topics.entries()) {
    const list = await ifFound(run(getContactList, { id }))
    if (!list?.is_topic) throw fieldError('invalid_request', `topics.${index}.id`, 'must be the id of a topic')
  }
}

async function createOrUpdate(run: CompatCall['run'], email: string, about: object): Promise<Contact> {
  try {
    return await run(createContact, { email, ...about })
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'duplicate_contact') throw error
    return run(updateContact, { id: await idOf(run, email), ...about })
  }
}

/** A contact that is in the list already stays there. */
async function addTo(run: CompatCall['run'], list: string, contactId: string): Promise<void> {
  await run(addMember, { id: list, contact_id: contactId }).catch((error: unknown) => {
    if (!(error instanceof ApiError) || error.code !== 'duplicate_member') throw error
  })
}

const namesAndAttributes = ({ first_name, last_name, properties }: Fields) => ({
  ...(first_name !== undefined && { first_name }),
  ...(last_name !== undefined && { last_name }),
  ...given('attributes', properties),
})

/** Whether somebody gets marketing is on the suppression list. What stops all mail is not weakened. */
async function setUnsubscribed(run: CompatCall['run'], { email, status }: Contact, unsubscribed?: boolean | null) {
  if (unsubscribed && status === 'subscribed') {
    await run(importSuppressions, { entries: [{ email, state: 'unsubscribed', reason: 'unsubscribed' }] })
  }
  if (unsubscribed === false && status === 'unsubscribed') {
    // It may have become a complaint meanwhile, which stays.
    await ifFound(run(deleteSuppression, { channel: 'email', recipient: email, state: 'unsubscribed' }))
  }
}

const choiceOf = ({ id, subscription }: z.output<typeof choice>) => ({
  list_id: id,
  subscribed: subscription === 'opt_in',
})

/** The id of a contact, which may be named by its address. @throws ApiError `not_found`. */
async function idOf(run: CompatCall['run'], idOrEmail: string): Promise<string> {
  return idOrEmail.includes('@') ? (await requireContact(run, idOrEmail)).id : idOrEmail
}

/** The same for a contact of an audience, if the path has one. @throws ApiError `not_found` for one that is not in it. */
async function namedId({ param, run }: CompatCall): Promise<string> {
  const list = param('list')
  if (!list) return idOf(run, param('contact'))
  const idOrEmail = param('contact')
  const email = idOrEmail.includes('@') ? idOrEmail : (await run(getContact, { id: idOrEmail })).email
  return (await requireContact(run, email, list)).id
}

/** With their types, as the SDK reads them. */
const propertiesOf = ({ attributes }: Contact) =>
  Object.fromEntries(Object.entries(attributes).map(([name, value]) => [name, { type: typeof value, value }]))

const present = ({ id, email, first_name, last_name, status, created_at }: Contact) => ({
  ...{ id, email, first_name, last_name, created_at },
  unsubscribed: status !== 'subscribed',
})
