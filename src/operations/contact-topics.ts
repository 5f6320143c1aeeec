import { ContactTopics, TopicChoices } from '../contract/contact-topics.js'
import { ById } from '../contract/fields.js'
import { get, operation, put } from './operation.js'

const contactId = 'ct_01kajqx5t2n8w4e6r9y7m3b1c0'
const topics = [
  {
    list_id: 'cl_01kajqx0a2s4d6f8g0h2j4k6m8',
    name: 'Newsletter',
    description: 'News of our shop, once a month.',
    subscribed: true,
  },
  { list_id: 'cl_01kajqw5c7v9b1n3m5q7w9e1r3', name: 'Offers', description: null, subscribed: false },
]

export const getContactTopics = operation({
  name: 'contacts.getTopics',
  kind: 'query',
  scope: 'read',
  rest: get('/v1/contacts/:id/topics'),
  summary: 'Gets the topics of the account, and whether a contact has opted out of them.',
  errors: ['not_found'],
  input: ById,
  output: ContactTopics,
  examples: [{ summary: 'A contact who wants no offers', input: { id: contactId }, output: { topics } }],
  run: ({ caller, services }, { id }) => services.contactTopics.get(caller.accountId, id),
})

export const setContactTopics = operation({
  name: 'contacts.setTopics',
  kind: 'mutation',
  scope: 'admin',
  rest: put('/v1/contacts/:id/topics'),
  summary: 'Opts a contact out of topics, or in again. Returns all topics.',
  errors: ['not_found'],
  input: TopicChoices,
  output: ContactTopics,
  examples: [
    {
      summary: 'A contact who wants no offers',
      input: { id: contactId, topics: [{ list_id: topics[1]!.list_id, subscribed: false }] },
      output: { topics },
    },
  ],
  run: ({ caller, services }, input) => services.contactTopics.set(caller.accountId, input),
})
