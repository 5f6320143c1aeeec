import { z } from 'zod'
import { ById, cutAbove, id, idParam } from './fields.js'

/** Most topics in a request. */
const MAX_TOPICS = 200

export const ContactTopic = z
  .object({
    list_id: id('contactList').meta({ description: 'The contact list that is the topic.' }),
    name: z.string().meta({ description: 'Its name, as recipients see it.' }),
    description: z.string().nullable().meta({ description: 'What it is for; null for nothing.' }),
    subscribed: z.boolean().meta({
      description:
        'Whether the contact has not opted out of it. Broadcasts about it also need a contact whose status is `subscribed`.',
    }),
  })
  .meta({ id: 'ContactTopic' })

export const ContactTopics = z.object({ topics: z.array(ContactTopic) }).meta({ id: 'ContactTopics' })
export type ContactTopics = z.output<typeof ContactTopics>

const TopicChoice = z.strictObject({
  list_id: idParam().meta({ description: 'The contact list that is the topic.' }),
  subscribed: z.boolean('is required: true or false').meta({ description: 'Whether the contact gets mail about it.' }),
})

export const TopicChoices = ById.extend({
  topics: cutAbove(
    MAX_TOPICS,
    z.array(TopicChoice, 'is required: the topics to change').max(MAX_TOPICS, `must have at most ${MAX_TOPICS} topics`),
  ).meta({ description: 'The topics to change. The others stay as they are.' }),
})
export type TopicChoices = z.output<typeof TopicChoices>
