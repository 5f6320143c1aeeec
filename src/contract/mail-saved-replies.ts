import { z } from 'zod'
import { atMostChars, ById, id, idParam, nextCursor, noControl, optional, timestamp, validUnicode } from './fields.js'
import { untrusted, untrustedHtml } from './untrusted.js'

const MAX_NAME = 100
const MAX_SUBJECT = 1_000
const MAX_BODY = 20_000

const ABOUT = {
  name: 'Its name, unique ignoring case.',
  subject: 'The subject, which may contain `{{ name }}` variables; null to keep that of the answer.',
  body_html: 'The HTML, which may contain `{{ name }}` variables; their values are escaped. Null if there is none.',
  body_text: 'The plain text, which may contain `{{ name }}` variables; null if there is none.',
}

export const SavedReply = z
  .object({
    id: id('savedReply'),
    name: z.string().meta({ description: ABOUT.name }),
    subject: z.string().nullable().meta({ description: ABOUT.subject }),
    body_html: z.string().nullable().meta({ description: ABOUT.body_html }),
    body_text: z.string().nullable().meta({ description: ABOUT.body_text }),
    created_at: timestamp(),
    updated_at: timestamp(),
  })
  .meta({ id: 'SavedReply' })
export type SavedReply = z.output<typeof SavedReply>

export const SavedReplyPage = z.object({ saved_replies: z.array(SavedReply), next_cursor: nextCursor() })

const name = () =>
  z
    .string('is required: the name of the saved reply')
    .max(MAX_NAME, { error: `must have at most ${MAX_NAME} characters`, abort: true })
    .refine(noControl, 'must not contain control characters')
    .refine(...validUnicode)
    .transform((text) => text.trim())
    .refine((text) => text !== '', 'must not be empty')
    .meta({ description: ABOUT.name })

/** A source; one without text is none. Null and absent may differ: a change leaves alone what is absent. */
const source = (max: number, description: string) =>
  z
    .string('must be a text or null')
    .max(...atMostChars(max))
    .refine(...validUnicode)
    .transform((text) => (text.trim() === '' ? null : text))
    .nullable()
    .optional()
    .meta({ description })

const content = {
  subject: source(MAX_SUBJECT, ABOUT.subject),
  body_html: source(MAX_BODY, ABOUT.body_html),
  body_text: source(MAX_BODY, ABOUT.body_text),
}

/** What is wrong with a saved reply that has neither body. */
export const NO_BODY = ['body_text', 'is required without body_html'] as const

export const NewSavedReply = z
  .strictObject({ name: name(), ...content })
  .refine(({ body_html, body_text }) => body_html || body_text, { path: [NO_BODY[0]], error: NO_BODY[1] })
export type NewSavedReply = z.output<typeof NewSavedReply>

export const SavedReplyChanges = ById.extend({ name: optional(name()), ...content })
export type SavedReplyChanges = z.output<typeof SavedReplyChanges>

export const RenderSavedReply = ById.extend({
  thread_id: idParam().meta({ description: 'The thread to reply to. It and its sender provide the variables.' }),
  signature: optional(z.boolean('must be true or false')).meta({
    description: 'Whether to show it with the signature that a reply with `signature` gets. Default: false.',
  }),
})
export type RenderSavedReply = z.output<typeof RenderSavedReply>

export const RenderedReply = z
  .object({
    // The name of the sender may be in it.
    subject: untrusted(z.string().nullable()).meta({ description: 'The subject; null if the saved reply has none.' }),
    body_html: untrustedHtml('body_text', z.string().nullable()).meta({
      description: 'The HTML; null if the saved reply has none.',
    }),
    body_text: untrusted(z.string().nullable()).meta({
      description: 'The plain text; null if the saved reply has none.',
    }),
  })
  .meta({ id: 'RenderedReply' })
export type RenderedReply = z.output<typeof RenderedReply>
