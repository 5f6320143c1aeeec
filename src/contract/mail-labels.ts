import { z } from 'zod'
import { ById, id, nextCursor, noControl, optional, timestamp } from './fields.js'

/** Most labels of a thread. */
export const MAX_THREAD_LABELS = 100

/** Where counting the unread threads of a label stops. */
export const MAX_COUNTED_UNREAD = 1_000

export const MailLabel = z
  .object({
    id: id('label'),
    name: z.string().meta({ description: 'Its name, unique ignoring case.' }),
    color: z.string().nullable().meta({ description: 'A color for display; null if it has none.' }),
    unread: z.int().meta({
      description: 'How many threads with it have unread mail, in all folders together; 1,000 if there are more.',
    }),
    created_at: timestamp(),
  })
  .meta({ id: 'MailLabel' })
export type MailLabel = z.output<typeof MailLabel>

export const MailLabelPage = z.object({ labels: z.array(MailLabel), next_cursor: nextCursor() })

const labelName = () =>
  z
    .string('is required: the name of the label')
    .max(100, { error: 'must have at most 100 characters', abort: true })
    .refine(noControl, 'must not contain control characters')
    .transform((text) => text.trim())
    .refine((text) => text !== '', 'must not be empty')
const NAME = 'Its name, unique ignoring case.'

const color = optional(z.string().max(50, 'must have at most 50 characters')).meta({
  description: 'A color for display, like `#ff8800`.',
})

export const NewLabel = z.strictObject({ name: labelName().meta({ description: NAME }), color })
export type NewLabel = z.output<typeof NewLabel>

export const LabelChanges = ById.extend({ name: optional(labelName()).meta({ description: NAME }), color })
export type LabelChanges = z.output<typeof LabelChanges>

/** Names of labels that a thread gets or loses. */
export const labelNames = () =>
  z
    .array(z.string(), 'must be a list of names of labels')
    .max(MAX_THREAD_LABELS, `must have at most ${MAX_THREAD_LABELS} names`)

export const SetThreadLabels = ById.extend({
  labels: labelNames().meta({
    description: 'The names of all its labels from now on. Unknown label names are ignored.',
  }),
})

export const ChangeThreadLabels = ById.extend({
  add: optional(labelNames()).meta({ description: 'Names of labels that it gets. Unknown label names are ignored.' }),
  remove: optional(labelNames()).meta({ description: 'Names of labels that it loses.' }),
})

export const LabeledThread = z.object({ id: id('thread').meta({ description: 'The thread.' }) })
