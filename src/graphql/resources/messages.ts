import { ErrorBody } from '../../contract/fields.js'
import { SendRequest, SendResponse } from '../../contract/messages.js'
import {
  cancelMessage,
  getMessage,
  getMessageByIdempotencyKey,
  listMessages,
  sendBatch,
  sendMessage,
} from '../../operations/messages.js'
import { builder } from '../builder.js'
import { connectionOf, pageArgs } from '../connections.js'
import type { GraphqlContext } from '../context.js'
import { inputOf, objectIn, outputOf } from '../contract-types.js'
import { Channel, MessageStatus } from '../enums.js'
import { inItems } from '../input.js'
import { changes, looksUp, pages, runs } from '../resolve.js'
import { TimelineEvent } from './events.js'
import { WebhookDelivery } from './webhooks.js'

const about = {
  idempotency_key: 'The idempotency key.',
  message_type: 'What it is for.',
  provider_message_id: 'Its id at the provider, as in the payload of its `sent` event; null before that.',
}

export const Message = outputOf('Message', 'A message that was accepted.', getMessage.output, {
  node: { kind: 'message', operation: getMessage, loader: 'messages' },
  types: { events: [TimelineEvent], provider_message_id: 'String' },
  about: { ...about, events: 'Its timeline, oldest first.' },
  resolve: fieldOfMessage,
  more: (t) => ({
    webhookDeliveries: t.field({
      type: [WebhookDelivery],
      description: 'Its webhook deliveries, oldest first; only the newest 100.',
      resolve: async ({ id }: { id: string }, _args: unknown, { loaders }: GraphqlContext) =>
        (await loaders.all.deliveriesOfMessage.load(id)) ?? [],
    }),
  }),
})

/** Items of a list have few of a message's fields; the others are looked up for all of them together. */
async function fieldOfMessage(
  message: Record<string, unknown> & { id: string },
  key: string,
  { loaders }: GraphqlContext,
) {
  if (key in message) return message[key]
  if (key === 'events') return (await loaders.all.timelines.load(message.id)) ?? []
  const details = await loaders.all.messages.load(message.id)
  return (details as Record<string, unknown> | undefined)?.[key]
}

const MessageConnection = connectionOf('Message', Message, 'messages')

/** What answers to a send have besides what the contract says. */
export const acceptedMessage: Parameters<typeof outputOf>[3] = {
  about: { ...about, status: 'QUEUED, or SCHEDULED with a time ahead.' },
  more: (t) => ({
    message: t.field({
      type: Message,
      description: 'The message as it is now. More than its id needs a key that may read.',
      resolve: ({ id }: { id: string }) => ({ id }),
    }),
  }),
}
export const SendResult = outputOf('SendResult', 'A message as it was accepted.', SendResponse, acceptedMessage)

const ErrorDetail = outputOf('ErrorDetail', 'What is wrong with one field.', objectIn(ErrorBody, 'details'))
const ItemError = outputOf('ItemError', 'Why an item of a batch was refused.', ErrorBody, {
  types: { details: [ErrorDetail] },
})

const sendDescriptions = {
  cc: 'Addresses of further recipients.',
  bcc: 'Addresses of further recipients, whom the others do not see.',
}
const DestinationInput = inputOf('DestinationInput', 'Whom to reach.', objectIn(SendRequest, 'destination'), {
  about: sendDescriptions,
})

const payloadSchema = objectIn(SendRequest, 'payload')
export const AttachmentInput = inputOf('AttachmentInput', 'A file of a mail.', objectIn(payloadSchema, 'attachments'), {
  types: { content_id: 'String' },
  about: { filename: 'Name of the file.', content_type: 'Its MIME type, like `image/png`.' },
})
const PayloadInput = inputOf('PayloadInput', 'What a mail says.', payloadSchema, {
  types: { reply_to: ['String'], attachments: [AttachmentInput] },
  about: {
    subject: 'The subject.',
    body_html: 'The body as HTML.',
    body_text: 'The body as plain text.',
    reply_to: 'Addresses for replies.',
    attachments: 'Files that come with it: at most 7 MiB in all when decoded.',
  },
})
const MetadataInput = inputOf('MetadataInput', 'The sender, and any other fields.', objectIn(SendRequest, 'metadata'), {
  rest: { name: 'custom', about: 'Other fields, as a JSON object: webhooks about the message repeat them.' },
})
export const TrackingInput = inputOf('TrackingInput', 'What is tracked of a mail.', objectIn(SendRequest, 'tracking'))
const SendInput = inputOf('SendInput', 'A message to send.', SendRequest, {
  types: { destination: DestinationInput, payload: PayloadInput, metadata: MetadataInput, tracking: TrackingInput },
  about: {
    channel: 'EMAIL if left out; the others answer `channel_not_enabled`.',
    payload: 'Subject and at least one of the two bodies; may be left out with a `templateId`.',
    metadata: 'The sender, and any other fields.',
    tags: 'Up to 10 tags by name, like `{"order": "8471"}`.',
    template_vars: 'Variables of the template.',
  },
})

const BatchItemResult = builder
  .objectRef<{ success: boolean; response?: unknown; error?: unknown }>('BatchItemResult')
  .implement({
    description: 'The result of one item of a batch.',
    fields: (t) => ({
      success: t.exposeBoolean('success', { description: 'Whether it was accepted.' }),
      response: t.field({
        type: SendResult,
        nullable: true,
        description: 'The message, if it was accepted.',
        resolve: ({ response }) => response as never,
      }),
      error: t.field({
        type: ItemError,
        nullable: true,
        description: 'The error, if it was not accepted.',
        resolve: ({ error }) => error as never,
      }),
    }),
  })

builder.queryFields((t) => ({
  message: t.field({
    type: Message,
    args: { id: t.arg({ type: 'ID', required: true, description: 'The message.' }) },
    ...looksUp(getMessage),
  }),
  messageByIdempotencyKey: t.field({
    type: Message,
    args: { key: t.arg.string({ required: true, description: 'The idempotency key.' }) },
    ...looksUp(getMessageByIdempotencyKey, { key: 'idempotency_key' }),
  }),
  messages: t.field({
    type: MessageConnection,
    args: {
      ...pageArgs(t, listMessages),
      channel: t.arg({ type: Channel, description: 'Only this channel.' }),
      status: t.arg({ type: MessageStatus, description: 'Only this status.' }),
      search: t.arg.string({
        description:
          'Words of the subject, or addresses of recipients or of the sender, or their beginnings; all must match. Or, alone, an id or an idempotency key.',
      }),
      tag: t.arg.string({ description: 'Only this tag, like `order`, or tag and value, like `order:8471`.' }),
      recipient: t.arg.string({ description: 'The whole address of a recipient: to, cc or bcc.' }),
      sender: t.arg.string({ description: 'The whole address of the sender.' }),
      templateId: t.arg({ type: 'ID', description: 'Only mail of this template, by its id or slug.' }),
      keyId: t.arg({ type: 'ID', description: 'Only mail that this API key has sent.' }),
      broadcastId: t.arg({ type: 'ID', description: 'Only mail of this broadcast.' }),
      testMode: t.arg.boolean({ description: 'Only mail of test keys, or only live mail.' }),
      from: t.arg({ type: 'DateTime', description: 'Created at this time or later.' }),
      to: t.arg({ type: 'DateTime', description: 'Created at this time or earlier.' }),
    },
    ...pages(listMessages, 'messages'),
  }),
}))

const batch = runs(sendBatch, { input: 'items' })

builder.mutationFields((t) => ({
  sendMessage: t.field({
    type: SendResult,
    args: { input: t.arg({ type: SendInput, required: true, description: 'The message.' }) },
    ...runs(sendMessage),
  }),
  sendBatch: t.field({
    type: [BatchItemResult],
    args: { input: t.arg({ type: [SendInput], required: true, description: 'The messages, 1 to 1,000.' }) },
    ...batch,
    resolve: async (root, args, context, info) => inItems(await batch.resolve(root, args, context, info), info),
  }),
  cancelMessage: t.field({
    type: Message,
    args: { id: t.arg({ type: 'ID', required: true, description: 'The message.' }) },
    ...changes(cancelMessage, (canceled) => canceled as never),
    description: `${cancelMessage.summary} More than \`id\` and \`status\` needs a key that may read.`,
  }),
}))
