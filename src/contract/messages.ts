import { z } from 'zod'
import { hasEncodedWord, isSafeName, parseMailbox } from '../lib/mail/addresses.js'
import { Channel, channelOrEmail } from './channels.js'
import { MAIL_EVENT_TYPES, TimelineEvent } from './events.js'
import {
  atMostChars,
  cutAbove,
  documentedAs,
  ErrorBody,
  id,
  idParam,
  instant,
  NO_ENCODED_WORD,
  nextCursor,
  optional,
  pageCursor,
  pageLimit,
  queryFlag,
  timestamp,
  wholeAddress,
} from './fields.js'
import { idempotencyKey } from './idempotency-keys.js'
import { templateVars } from './template-vars.js'
import { untrusted } from './untrusted.js'

/** Statuses of messages: own ones until dispatch, then the type of the newest event. */
export const MESSAGE_STATUSES = ['queued', 'scheduled', 'canceled', ...MAIL_EVENT_TYPES, 'suppressed'] as const
export const MessageStatus = z.enum(MESSAGE_STATUSES).meta({ id: 'MessageStatus' })
export type MessageStatus = z.output<typeof MessageStatus>
export const MessageType = z.enum(['transactional', 'marketing']).meta({ id: 'MessageType' })
export type MessageType = z.output<typeof MessageType>

/** Most recipients of a message, of all kinds together. */
export const MAX_RECIPIENTS = 50
/** Most custom headers of a message. */
export const MAX_CUSTOM_HEADERS = 50

/** Most messages of a batch. */
export const MAX_BATCH_ITEMS = 1_000

const MAX_TAGS = 10

const noLineBreaks = (text: string) => !/[\r\n\0]/.test(text)

const line = (max: number) =>
  z
    .string()
    .max(...atMostChars(max))
    .refine(noLineBreaks, 'must not contain line breaks')
    .meta({ pattern: '^[^\\r\\n\\u0000]*$' })

/** A name that mail programs show, of a recipient or a file. */
const shownName = () =>
  line(255).refine(
    (text) => !noLineBreaks(text) || isSafeName(text),
    'must not contain control characters or text direction marks',
  )

const address = () => z.string()

const addressList = () => z.array(address())

/** The limit is for all fields together. A field that exceeds it alone is cut, because the request is refused anyway. */
const recipientList = () => cutAbove(MAX_RECIPIENTS, addressList())

export const Attachment = z
  .strictObject({
    filename: optional(shownName().min(1, 'must not be empty')).meta({
      description: 'Required with `content`. Defaults to the name of the upload.',
    }),
    content_type: optional(
      z
        .string()
        .regex(/^[\w!#$&^.+-]{1,127}\/[\w!#$&^.+-]{1,127}(; ?[\w-]+=[\w.-]+)*$/, 'must be a MIME type, like image/png'),
    ).meta({ description: 'MIME type. Required with `content`. Defaults to the type of the upload.' }),
    content: optional(z.string()).meta({
      description: 'Base64. Not allowed with an `upload_id`. All attachments together have at most 7 MiB when decoded.',
    }),
    upload_id: optional(z.string()).meta({ description: 'An upload to attach, instead of `content`.' }),
    content_id: optional(z.string().regex(/^[\w.@+-]{1,255}$/, 'must contain only letters, digits and _ . @ + -')).meta(
      {
        description: 'Name for references as `cid:…` in the HTML; the attachment is then shown inline.',
      },
    ),
  })
  .superRefine((file, context) => {
    const complain = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
    if (file.upload_id === undefined) {
      for (const name of ['filename', 'content_type', 'content'] as const) {
        if (file[name] === undefined) complain(name, 'is required without an upload_id')
      }
    } else if (file.content !== undefined) complain('content', 'is not allowed with an upload_id')
  })
  .meta({ id: 'Attachment' })
export type Attachment = z.output<typeof Attachment>

const Destination = z
  .strictObject(
    {
      email: optional(address()).meta({
        description: 'The recipient, like `ada@example.com` or `Ada <ada@example.com>`. Required unless `to` is given.',
      }),
      name: optional(shownName().refine((text) => !hasEncodedWord(text), NO_ENCODED_WORD)).meta({
        description: 'Name shown with `email`. Takes precedence over a name in it.',
      }),
      to: optional(recipientList()).meta({
        description:
          'Addresses of several recipients, instead of `email`, like `ada@example.com` or `Ada <ada@example.com>`. All get the same mail and see each other. Marketing mail takes one.',
      }),
      cc: optional(recipientList()),
      bcc: optional(recipientList()),
    },
    'must be an object with the address as `email`, or several as `to`',
  )
  .meta({ id: 'Destination' })

const Payload = z
  .strictObject(
    {
      subject: optional(line(998)),
      body_html: optional(z.string()),
      body_text: optional(z.string()),
      reply_to: optional(
        z.union(
          [address().transform((text) => [text]), addressList().max(50, 'must have at most 50 addresses')],
          'must be an address or a list of addresses',
        ),
      ),
      headers: optional(
        cutAbove(MAX_CUSTOM_HEADERS, z.record(z.string(), z.string()).meta({ id: 'CustomHeaders' })),
      ).meta({
        description:
          'Custom headers of the mail. Headers that the service sets itself or that mail relays obey are refused.',
      }),
      attachments: optional(z.array(Attachment).max(100, 'must have at most 100 files')),
    },
    'must be an object with `subject` and `body_html`, `body_text` or both',
  )
  .meta({ id: 'Payload' })

export const Tracking = z
  .strictObject(
    {
      opens: optional(z.boolean('must be true or false')).meta({ description: 'Whether to record opens.' }),
      clicks: optional(z.boolean('must be true or false')).meta({
        description: 'Whether to record clicks on links.',
      }),
    },
    'must be an object with `opens` and `clicks`',
  )
  .meta({ id: 'Tracking' })

/** Most characters of `metadata` as JSON. */
const MAX_METADATA_CHARS = 4_096

const Metadata = z
  .looseObject({
    from_email: optional(
      z
        .string()
        .refine(
          (text) => parseMailbox(text) !== null,
          'must be an address, like me@example.com or Me <me@example.com>',
        ),
    ).meta({
      description:
        'Sender, like `me@example.com` or `Me <me@example.com>`. Required if the account has a verified domain.',
    }),
  })
  .refine(
    (metadata) => JSON.stringify(metadata).length <= MAX_METADATA_CHARS,
    `must have at most ${MAX_METADATA_CHARS.toLocaleString('en-US')} characters as JSON`,
  )
  .meta({ id: 'Metadata' })

/** Body of a send, and each item of a batch. */
export const SendRequest = z
  .strictObject({
    channel: channelOrEmail().meta({
      description: '`email` if left out. The others are not enabled: 422 `channel_not_enabled`.',
    }),
    idempotency_key: idempotencyKey().meta({
      description:
        'Unique to this message. A repeated request with the same key and body gets the first response again.',
    }),
    message_type: optional(MessageType).meta({
      description:
        'The kind of mail; `transactional` if left out. `marketing` mail is not sent to unsubscribed recipients, and has an unsubscribe link.',
    }),
    destination: Destination.meta({ description: 'At most 50 recipients in total; each is billed as one message.' }),
    payload: optional(Payload).meta({
      description: 'Subject and at least one body; optional with a `template_id`.',
    }),
    metadata: optional(Metadata).meta({
      description:
        'The sender, and any other fields: webhooks about the message repeat them. At most 4,096 characters as JSON.',
    }),
    tags: optional(
      cutAbove(
        MAX_TAGS,
        z
          .record(z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, 'must be 1 to 64 letters, digits, _ or -'), line(256))
          .refine((tags) => Object.keys(tags).length <= MAX_TAGS, `must have at most ${MAX_TAGS} tags`)
          // The ledger's driver takes an object with this key for one of its types, and fails the whole group.
          .refine((tags) => !Object.hasOwn(tags, '_bsontype'), 'must not contain the tag _bsontype')
          .meta({ id: 'Tags', maxProperties: MAX_TAGS }),
      ),
    ),
    tracking: optional(Tracking).meta({
      description: 'Tracking of the HTML. Off unless the deployment turns it on.',
    }),
    scheduled_at: optional(instant()).meta({
      description: 'When to send it: no more than 1 minute in the past and no more than 90 days in the future.',
    }),
    test_send: optional(z.boolean()).meta({
      description: 'Sends a real mail to a verified test recipient, free of charge.',
    }),
    validate_recipient: optional(z.boolean()).meta({
      description: 'Refuses recipients whose domain has no MX, A or AAAA record.',
    }),
    template_id: optional(z.string()).meta({
      description:
        'Template, by its id or slug, for the subject and the bodies, in its newest version. `payload.subject` takes precedence.',
    }),
    template_vars: optional(templateVars()).meta({ description: "Values of the template's variables, by name." }),
  })
  .meta({ id: 'SendRequest' })
export type SendRequest = z.output<typeof SendRequest>

export const SendResponse = z
  .object({
    id: id('message'),
    status: z.enum(['queued', 'scheduled']),
    channel: Channel,
    idempotency_key: z.string(),
    created_at: timestamp(),
  })
  .meta({ id: 'SendResponse' })
export type SendResponse = z.output<typeof SendResponse>

export const BatchItemResult = z
  .union([
    z.object({ success: z.literal(true), response: SendResponse }).meta({ id: 'BatchSuccess' }),
    z.object({ success: z.literal(false), error: ErrorBody }).meta({ id: 'BatchFailure' }),
  ])
  .meta({ id: 'BatchItemResult' })
export type BatchItemResult = z.output<typeof BatchItemResult>

export const MessageTags = z.record(z.string(), z.string()).meta({ id: 'MessageTags' })

const messageSummary = z.object({
  id: id('message'),
  channel: Channel,
  status: MessageStatus.meta({ description: 'The type of the newest timeline event, once there is one.' }),
  message_type: MessageType,
  from: z.string().nullable().meta({ description: 'The sender, like `Me <me@example.com>`.' }),
  to: z.array(z.string()).meta({ description: 'The addresses of the main recipients.' }),
  cc: z.array(z.string()).meta({ description: 'The addresses of the cc recipients.' }),
  subject: untrusted(z.string().nullable()).meta({ description: 'The subject; of a template, the rendered one.' }),
  tags: MessageTags.nullable().meta({ description: 'The tags; null if it was sent with none.' }),
  scheduled_at: timestamp().nullable().meta({ description: 'When it leaves; null if it was sent at once.' }),
  test_mode: z.boolean().meta({ description: 'Whether it was sent with a test key.' }),
  created_at: timestamp(),
})

export const MessageSummary = messageSummary.meta({ id: 'MessageSummary' })
export type MessageSummary = z.output<typeof MessageSummary>

export const Message = messageSummary
  .extend({
    idempotency_key: z.string(),
    provider_message_id: z.string().nullable(),
    updated_at: timestamp(),
    events: z.array(TimelineEvent).meta({ description: 'Oldest first.' }),
  })
  .meta({ id: 'Message' })
export type Message = z.output<typeof Message>

/** An item of a batch, parsed on its own, so that an invalid one fails alone. */
export const UnparsedSendRequest: z.ZodType<unknown, z.input<typeof SendRequest>> = z
  .unknown()
  .register(documentedAs, { $ref: '#/$defs/SendRequest' }) as never

export const BatchRequest = z.strictObject({
  items: z
    .array(UnparsedSendRequest, 'must be an array of 1 to 1,000 send requests')
    .min(1, 'must have at least 1 send request')
    .meta({ maxItems: MAX_BATCH_ITEMS }),
})

export const BatchResults = z.array(BatchItemResult)

export const MessageFilter = z.strictObject({
  channel: optional(Channel),
  status: optional(MessageStatus),
  search: optional(z.string().max(1_000, 'must have at most 1,000 characters')).meta({
    description:
      'Words of the subject, or addresses of recipients or of the sender; all must match. Words and addresses of three letters or more may be beginnings. Or, alone, the id or the idempotency key of a message.',
  }),
  tag: optional(
    z
      .string()
      .regex(
        /^[A-Za-z0-9_-]{1,64}(:[^\r\n\0]{0,256})?$/,
        'must be a tag like order, or a tag and its value like order:8471',
      ),
  ).meta({ description: 'A tag, like `order`, or a tag and its exact value, like `order:8471`.' }),
  recipient: optional(wholeAddress()).meta({ description: 'The whole address of a recipient: to, cc or bcc.' }),
  sender: optional(wholeAddress()).meta({ description: 'The whole address of the sender.' }),
  template_id: optional(idParam()).meta({ description: 'Only mail of this template, by its id or slug.' }),
  key_id: optional(idParam()).meta({ description: 'Only mail that this API key has sent.' }),
  broadcast_id: optional(idParam()).meta({ description: 'Only mail of this broadcast.' }),
  test_mode: queryFlag().meta({ description: 'Whether the message was sent with a test key.' }),
  from: optional(instant()).meta({ description: 'Created at this time or later.' }),
  to: optional(instant()).meta({ description: 'Created at this time or earlier.' }),
  limit: pageLimit(),
  cursor: pageCursor(),
})
export type MessageFilter = z.output<typeof MessageFilter>

/** The same without pages, for all messages. */
export const MessageExportFilter = MessageFilter.omit({ limit: true, cursor: true })
export type MessageExportFilter = z.output<typeof MessageExportFilter>

/** Lines of an export, some at a time. */
export const MessageLines: z.ZodType<AsyncIterable<string>> = z
  .custom<AsyncIterable<string>>()
  .register(documentedAs, { type: 'string' })

export const MessagePage = z.object({ messages: z.array(MessageSummary), next_cursor: nextCursor() })

export const ByIdempotencyKey = z.strictObject({ idempotency_key: z.string() })

export const CanceledMessage = z.object({ id: id('message'), status: z.literal('canceled') })
export type CanceledMessage = z.output<typeof CanceledMessage>
