import { fillQuota } from '../../support/fill-quota.js'
import type { TestApp } from '../../support/start-app.js'
import { type ErrorCase, post, type SuccessCase } from '../case.js'
import { forbidden, invalid, unknownCursor, unknownId } from '../refusals.js'
import { aContact } from './contacts.js'

const UNKNOWN = 'cl_00000000000000000000000000'
const UNKNOWN_CONTACT = 'ct_00000000000000000000000000'
const topic = { name: 'Newsletter', description: 'Once a month.', is_topic: true }
const segment = {
  name: 'Active customers',
  filter: {
    match: 'any',
    conditions: [
      { attribute: 'plan', op: 'equals', value: 'pro' },
      { attribute: 'seats', op: 'greater_than', value: 1000 },
      { field: 'last_name', op: 'exists' },
      { event: 'opened', within_days: 90, happened: true },
      { field: 'status', op: 'equals', value: 'subscribed' },
      {
        match: 'all',
        conditions: [
          { attribute: 'plan', op: 'in', value: ['pro', 5, true] },
          { event: 'clicked', within_days: 1, happened: false },
        ],
      },
    ],
  },
}

const aList = async (app: TestApp, list: object = topic) => (await post(app, '/v1/contact-lists', list)).id as string

const excluding = (id: string) => ({
  name: 'The others',
  filter: { match: 'all', conditions: [{ field: 'lists', op: 'not_in', value: [id] }] },
})

async function aMember(app: TestApp) {
  const [id, contact_id] = [await aList(app), await aContact(app)]
  await post(app, `/v1/contact-lists/${id}/members`, { contact_id })
  return { id, contact_id }
}

export const successes: readonly SuccessCase[] = [
  { operation: 'contactLists.create', input: () => topic },
  { operation: 'contactLists.create', input: () => segment },
  { operation: 'contactLists.list', input: async (app) => ({ ...((await aList(app)) && {}), limit: 1 }) },
  {
    operation: 'contactLists.list',
    input: async (app) => ({ contact_id: (await aMember(app)).contact_id, limit: 1 }),
  },
  { operation: 'contactLists.get', input: async (app) => ({ id: await aList(app) }) },
  { operation: 'contactLists.get', input: async (app) => ({ id: await aList(app, segment) }) },
  {
    operation: 'contactLists.update',
    input: async (app) => ({ id: await aList(app), name: 'News', description: null }),
  },
  {
    operation: 'contactLists.update',
    input: async (app) => ({
      id: await aList(app, segment),
      filter: { match: 'all', conditions: [{ event: 'bounced', within_days: 1, happened: false }] },
    }),
  },
  { operation: 'contactLists.delete', input: async (app) => ({ id: await aList(app) }) },
  { operation: 'contactLists.members.list', input: async (app) => ({ id: (await aMember(app)).id, limit: 1 }) },
  {
    operation: 'contactLists.members.add',
    input: async (app) => ({ id: await aList(app), contact_id: await aContact(app) }),
  },
  { operation: 'contactLists.members.remove', input: aMember },
]

const condition = (title: string, field: string, given: object): ErrorCase =>
  invalid('contactLists.create', field, title, { name: 'A', filter: { match: 'all', conditions: [given] } })

const refusedKind = (operation: string, field: string, input: (app: TestApp) => Promise<object>): ErrorCase => ({
  title: 'a dynamic list, or not one',
  operation,
  input: async (app) => ({ ...(await input(app)) }),
  code: 'invalid_request',
  status: 400,
  field,
})

export const errors: readonly ErrorCase[] = [
  {
    title: 'a list in its filter that does not exist',
    operation: 'contactLists.create',
    input: {
      name: 'A',
      filter: { match: 'all', conditions: [{ field: 'lists', op: 'in', value: [UNKNOWN] }] },
    },
    code: 'not_found',
    field: 'filter.conditions.0.value',
  },
  invalid('contactLists.create', 'name', 'no name', {}),
  invalid('contactLists.create', 'name', 'an empty name', { name: ' ' }),
  invalid('contactLists.create', 'filter.conditions', 'a filter without conditions', {
    name: 'A',
    filter: { match: 'all', conditions: [] },
  }),
  condition('a condition without a comparison', 'filter.conditions.0.op', { attribute: 'plan' }),
  condition('a condition without a value', 'filter.conditions.0.value', { attribute: 'plan', op: 'equals' }),
  condition('an event without days', 'filter.conditions.0.within_days', { event: 'opened' }),
  condition('an operator of the database', 'filter.conditions.0.attribute', {
    attribute: '$where',
    op: 'equals',
    value: 1,
  }),
  condition('a value that is an object', 'filter.conditions.0.value', {
    attribute: 'plan',
    op: 'equals',
    value: { $ne: null },
  }),
  forbidden('contactLists.create', 'read', { name: 'A' }),
  {
    title: 'as many lists as the plan allows',
    operation: 'contactLists.create',
    key: 'full',
    input: async (app) => ({ ...((await fillQuota(app, 'full@postline.test', 'contact_lists')) ?? {}), name: 'A' }),
    code: 'too_many_contact_lists',
  },
  unknownCursor('contactLists.list'),
  unknownId('contactLists.get', { id: UNKNOWN }),
  unknownId('contactLists.update', { id: UNKNOWN, name: 'A' }),
  refusedKind('contactLists.update', 'filter', async (app) => ({ id: await aList(app), filter: segment.filter })),
  unknownId('contactLists.delete', { id: UNKNOWN }),
  {
    title: 'a list that a filter names',
    operation: 'contactLists.delete',
    input: async (app) => {
      const id = await aList(app)
      await aList(app, excluding(id))
      return { id }
    },
    code: 'list_in_use',
  },
  {
    title: 'a filter that names no list',
    operation: 'contactLists.get',
    input: async (app) => {
      const id = await aList(app)
      const segmentId = await aList(app, excluding(id))
      await app.app.models.contactLists.collection.deleteOne({ _id: id, account_id: app.accountId })
      return { id: segmentId }
    },
    code: 'list_not_found',
  },
  unknownId('contactLists.members.list', { id: UNKNOWN }),
  invalid('contactLists.members.list', 'cursor', 'a cursor that is too long', { id: UNKNOWN, cursor: 'x'.repeat(513) }),
  unknownId('contactLists.members.add', { id: UNKNOWN, contact_id: UNKNOWN_CONTACT }),
  {
    title: 'an unknown contact',
    operation: 'contactLists.members.add',
    input: async (app) => ({ id: await aList(app), contact_id: UNKNOWN_CONTACT }),
    code: 'not_found',
  },
  { title: 'a member', operation: 'contactLists.members.add', input: aMember, code: 'duplicate_member' },
  refusedKind('contactLists.members.add', 'list_id', async (app) => ({
    id: await aList(app, segment),
    contact_id: await aContact(app),
  })),
  unknownId('contactLists.members.remove', { id: UNKNOWN, contact_id: UNKNOWN_CONTACT }),
  {
    title: 'a contact that is not in the list',
    operation: 'contactLists.members.remove',
    input: async (app) => ({ id: await aList(app), contact_id: await aContact(app) }),
    code: 'not_found',
  },
]
