import { getContactTopics, setContactTopics } from '../../operations/contact-topics.js'
import { getContact } from '../../operations/contacts.js'
import { builder } from '../builder.js'
import type { GraphqlContext } from '../context.js'
import { inputOf, objectIn, outputOf } from '../contract-types.js'
import { looksUp, ofObject, read, runs } from '../resolve.js'
import { Contact } from './contacts.js'

const ContactTopic = outputOf(
  'ContactTopic',
  'A contact list that recipients can leave on the preference page.',
  objectIn(getContactTopics.output, 'topics'),
)
const ContactTopics = outputOf('ContactTopics', 'The topics of an account, for a contact.', getContactTopics.output, {
  types: { topics: [ContactTopic] },
  about: { topics: 'All that the preference page shows.' },
  more: (t) => ({
    contact: t.field({
      type: Contact,
      description: 'The contact as it is now.',
      resolve: ({ id }: { id: string }, _args: unknown, context: GraphqlContext) => read(getContact, { id }, context),
    }),
  }),
})
const TopicChoiceInput = inputOf(
  'TopicChoiceInput',
  'Whether a contact gets mail about a topic.',
  objectIn(setContactTopics.input, 'topics'),
)
const SetContactTopicsInput = inputOf('SetContactTopicsInput', 'The topics to change.', setContactTopics.input, {
  types: { topics: [TopicChoiceInput] },
  omit: ['id'],
})

builder.queryFields((t) => ({
  contactTopics: t.field({
    type: ContactTopics,
    args: { id: t.arg({ type: 'ID', required: true, description: 'The contact.' }) },
    ...ofObject(looksUp(getContactTopics), 'id'),
  }),
}))

builder.mutationFields((t) => ({
  setContactTopics: t.field({
    type: ContactTopics,
    args: {
      id: t.arg({ type: 'ID', required: true, description: 'The contact.' }),
      input: t.arg({ type: SetContactTopicsInput, required: true, description: 'The topics to change.' }),
    },
    ...ofObject(runs(setContactTopics), 'id'),
  }),
}))
