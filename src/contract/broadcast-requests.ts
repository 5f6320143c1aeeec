import { z } from 'zod'
import { parseMailbox } from '../lib/mail/addresses.js'
import { atMostChars, ById, idParam, instant, optional } from './fields.js'
import { idempotencyKey } from './idempotency-keys.js'
import { Tracking } from './messages.js'
import { MAX_SOURCE_CHARS } from './template-limits.js'
import { untrusted, untrustedHtml } from './untrusted.js'

const MAX_NAME_CHARS = 255
const MAX_SUBJECT_SOURCE_CHARS = 10_000
const MAX_REPLY_TO = 50
const MAX_PER_MINUTE = 1_000_000

/** Refuses what has no text form in UTF-8, so that it is stored as it came. */
const text = (max: number) =>
  z
    .string()
    .max(...atMostChars(max))
    .refine((value) => !/\p{Cs}/u.test(value), 'must be valid Unicode, without unpaired surrogates')

const filled = (max: number) => text(max).refine((value) => value.trim() !== '', 'must not be empty')

const mailbox = () =>
  z
    .string()
    .refine((value) => parseMailbox(value) !== null, 'must be an address, like me@example.com or Me <me@example.com>')

const replyTo = () =>
  z.union(
    [
      mailbox().transform((value) => [value]),
      z.array(mailbox()).max(MAX_REPLY_TO, `must have at most ${MAX_REPLY_TO} addresses`),
    ],
    'must be an address or a list of addresses',
  )

const perMinute = () =>
  z
    .int('must be a whole number')
    .min(1, 'must be at least 1')
    .max(MAX_PER_MINUTE, `must be at most ${MAX_PER_MINUTE.toLocaleString('en-US')}`)

/** What a broadcast is rendered from: its own bodies, or a template. Null and absent mean the same. */
export interface BroadcastSource {
  subject?: string | null | undefined
  body_html?: string | null | undefined
  body_text?: string | null | undefined
  template_id?: string | null | undefined
}

/** What is wrong with a source as a whole: fields, and what to do about each. */
export function sourceIssues({ subject, body_html, body_text, template_id }: BroadcastSource) {
  const fault = (path: string, message: string) => ({ path, message })
  const bodies = Object.entries({ body_html, body_text }).flatMap(([name, body]) => (body ? [name] : []))
  if (template_id) return bodies.map((name) => fault(name, 'is not allowed with a template_id: leave it out, or null'))
  const ONE_SOURCE = 'is missing: a broadcast must have body_html, body_text or both, or a template_id'
  return [
    ...(bodies.length === 0 ? [fault('body_html', ONE_SOURCE)] : []),
    ...(subject ? [] : [fault('subject', 'is required without a template_id')]),
  ]
}

const newBroadcastFields = z.strictObject({
  name: filled(MAX_NAME_CHARS).meta({ description: 'Its name, for people.' }),
  list_id: z.string('is required: the list whose members get it').meta({
    description: 'The list whose members get it.',
  }),
  from_email: optional(mailbox()).meta({
    description:
      'Sender, like `news@example.com` or `News <news@example.com>`. Required if the account has a verified domain, but not for a draft: it is checked when the broadcast is scheduled, tested or sent.',
  }),
  reply_to: optional(replyTo()).meta({ description: 'An address for replies, or several.' }),
  subject: optional(filled(MAX_SUBJECT_SOURCE_CHARS)).meta({
    description:
      "The subject, with variables. Required unless a template has one; takes precedence over the template's.",
  }),
  body_html: optional(filled(MAX_SOURCE_CHARS)).meta({ description: 'The HTML, with variables.' }),
  body_text: optional(filled(MAX_SOURCE_CHARS)).meta({ description: 'The plain text, with variables.' }),
  template_id: optional(z.string()).meta({
    description: 'A template, instead of bodies. Each message is rendered with its version at that time.',
  }),
  tracking: optional(Tracking).meta({ description: 'What to track. Defaults to the setting of the deployment.' }),
  throttle_per_minute: optional(perMinute()).meta({
    description: 'Most messages a minute, 1 to 1,000,000. As fast as possible if left out.',
  }),
  scheduled_at: optional(instant()).meta({
    description:
      'When to start: no more than 1 minute in the past and no more than 90 days in the future. A draft if left out.',
  }),
})

/** Reports a source that is missing or twofold. */
function requireOneSource(given: BroadcastSource, context: z.RefinementCtx): void {
  for (const { path, message } of sourceIssues(given)) context.addIssue({ code: 'custom', path: [path], message })
}

export const NewBroadcast = newBroadcastFields.superRefine(requireOneSource)
export type NewBroadcast = z.output<typeof NewBroadcast>

/** A field that null removes. */
const removable = <S extends z.ZodType>(schema: S) => schema.nullable().optional()

export const BroadcastChanges = z.strictObject({
  id: idParam(),
  revision: optional(z.int('must be a whole number')).meta({
    description: 'The revision that the changes are based on. If the draft has another one, it stays as it is.',
  }),
  name: optional(filled(MAX_NAME_CHARS)).meta({ description: 'Another name.' }),
  list_id: optional(z.string()).meta({ description: 'Another list.' }),
  from_email: removable(mailbox()).meta({
    description: 'Another sender; null for none. It is checked when the broadcast is scheduled, tested or sent.',
  }),
  reply_to: removable(replyTo()).meta({ description: 'All addresses for replies; null for none.' }),
  subject: removable(filled(MAX_SUBJECT_SOURCE_CHARS)).meta({
    description: 'Another subject; null for that of the template.',
  }),
  body_html: removable(filled(MAX_SOURCE_CHARS)).meta({ description: 'Another HTML; null for none.' }),
  body_text: removable(filled(MAX_SOURCE_CHARS)).meta({ description: 'Another plain text; null for none.' }),
  template_id: removable(z.string()).meta({
    description: 'A template, instead of bodies, which must be null then; null for bodies.',
  }),
  tracking: removable(Tracking).meta({ description: 'What to track; null for what the deployment tracks.' }),
  throttle_per_minute: removable(perMinute()).meta({ description: 'Most messages a minute; null for no limit.' }),
  scheduled_at: optional(instant()).meta({
    description:
      'Schedules the draft: no more than 1 minute in the past and no more than 90 days in the future. It cannot be changed afterwards.',
  }),
})
export type BroadcastChanges = z.output<typeof BroadcastChanges>

export const BroadcastTest = ById.extend({
  email: z.string('is required: the address to send it to').meta({
    description: 'The address to send it to. If a contact has this address, its fields are used.',
  }),
  idempotency_key: optional(idempotencyKey()).meta({
    description: 'Unique to the test. Without one, each request sends another mail.',
  }),
})
export type BroadcastTest = z.output<typeof BroadcastTest>

/** What a preview shows of a broadcast. */
const PREVIEWED = { list_id: true, subject: true, body_html: true, body_text: true, template_id: true } as const

const PreviewedChanges = BroadcastChanges.pick(PREVIEWED).meta({ id: 'BroadcastPreviewChanges' })

const previewedContact = () =>
  optional(z.string()).meta({
    description:
      'The contact whose mail to show. Defaults to the newest contact of the list, or to a made-up one if the list is empty.',
  })

export const BroadcastPreviewRequest = ById.extend({
  contact_id: previewedContact(),
  changes: optional(PreviewedChanges).meta({
    description: 'Shows the mail as it would be with these changes, which are not stored.',
  }),
})
export type BroadcastPreviewRequest = z.output<typeof BroadcastPreviewRequest>

export const NewBroadcastPreviewRequest = newBroadcastFields
  .pick(PREVIEWED)
  .extend({ contact_id: previewedContact() })
  .superRefine(requireOneSource)
export type NewBroadcastPreviewRequest = z.output<typeof NewBroadcastPreviewRequest>

export const VariableWarning = z
  .object({
    variable: z.string().meta({ description: 'The name of the variable.' }),
    message: z.string().meta({ description: 'What is wrong with it, for people.' }),
  })
  .meta({ id: 'VariableWarning' })
export type VariableWarning = z.output<typeof VariableWarning>

export const SendingWarning = z
  .object({
    code: z.enum(['over_plan', 'over_spend_cap']).meta({
      description: '`over_plan`: the plan includes fewer mails. `over_spend_cap`: a spend cap stops it before its end.',
    }),
    message: z.string().meta({ description: 'The limit, for people.' }),
  })
  .meta({ id: 'SendingWarning' })
export type SendingWarning = z.output<typeof SendingWarning>

export const BroadcastPreview = z
  .object({
    // With what is known of a contact.
    subject: untrusted(z.string()).meta({ description: 'The subject. Empty only with warnings.' }),
    body_html: untrustedHtml('body_text', z.string().nullable()).meta({
      description: 'The HTML; null if there is none.',
    }),
    body_text: untrusted(z.string().nullable()).meta({ description: 'The plain text; null if there is none.' }),
    contact_id: z.string().nullable().meta({
      description: 'The contact whose mail it is; null for a made-up one, because no contact of the list was found.',
    }),
    contacts_checked: z.int().meta({
      description:
        'How many contacts the warnings are about: the newest of the list, at most 1,000. The members of a dynamic list are looked for only among the newest contacts of the account.',
    }),
    warnings: z.array(VariableWarning).meta({
      description:
        'Variables that none of these contacts has, and for which the template has no default. If there are no such contacts, all but the names and the address.',
    }),
    sending_warnings: z.array(SendingWarning).meta({
      description:
        'Limits that will stop it before the whole list has it, with the key of the request. Empty for test keys, whose mail costs nothing.',
    }),
  })
  .meta({ id: 'BroadcastPreview' })
export type BroadcastPreview = z.output<typeof BroadcastPreview>
