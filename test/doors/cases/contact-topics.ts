import type { TestApp } from '../../support/start-app.js'
import { type ErrorCase, post, type SuccessCase } from '../case.js'
import { forbidden, invalid, unknownId } from '../refusals.js'

const UNKNOWN = 'ct_00000000000000000000000000'
const NO_LIST = 'cl_00000000000000000000000000'

let contacts = 0
const topics = new Map<string, Promise<string>>()

/** The answers list all topics of the account, so the calls of a case must find the same ones. */
function theTopic(app: TestApp): Promise<string> {
  const topic =
    topics.get(app.accountId) ??
    post(app, '/v1/contact-lists', { name: 'News', is_topic: true }).then(({ id }) => id as string)
  topics.set(app.accountId, topic)
  return topic
}

async function aContact(app: TestApp): Promise<{ id: string }> {
  await theTopic(app)
  contacts += 1
  return { id: (await post(app, '/v1/contacts', { email: `topics-${contacts}@example.com` })).id }
}

async function aChoice(app: TestApp, subscribed: boolean) {
  return { ...(await aContact(app)), topics: [{ list_id: await theTopic(app), subscribed }] }
}

export const successes: readonly SuccessCase[] = [
  { operation: 'contacts.getTopics', input: aContact },
  { operation: 'contacts.setTopics', input: (app) => aChoice(app, false) },
  { operation: 'contacts.setTopics', input: (app) => aChoice(app, true) },
  { operation: 'contacts.setTopics', input: async (app) => ({ ...(await aContact(app)), topics: [] }) },
]

export const errors: readonly ErrorCase[] = [
  unknownId('contacts.getTopics', { id: UNKNOWN }),
  unknownId('contacts.setTopics', { id: UNKNOWN, topics: [] }),
  forbidden('contacts.setTopics', 'read', { id: UNKNOWN, topics: [] }),
  invalid('contacts.setTopics', 'topics', 'too many topics', {
    id: UNKNOWN,
    topics: Array.from({ length: 201 }, (_none, index) => ({ list_id: `cl_${index}`, subscribed: false })),
  }),
  {
    title: 'a list that is no topic',
    operation: 'contacts.setTopics',
    input: async (app) => ({ ...(await aContact(app)), topics: [{ list_id: NO_LIST, subscribed: false }] }),
    code: 'invalid_request',
    status: 400,
    field: 'topics.0.list_id',
  },
  {
    title: 'a topic that is named twice',
    operation: 'contacts.setTopics',
    input: async (app) => {
      const { topics, id } = await aChoice(app, true)
      return { id, topics: [...topics, ...topics] }
    },
    code: 'invalid_request',
    field: 'topics.1.list_id',
  },
]
