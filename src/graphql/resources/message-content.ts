import { deleteMessageContent, getMessageContent, resendMessage } from '../../operations/message-content.js'
import { builder } from '../builder.js'
import { objectIn, outputOf } from '../contract-types.js'
import { changes, looksUpOf, runs } from '../resolve.js'
import { Message, SendResult } from './messages.js'

/** A content may be as large as a page of messages without theirs. */
const COST = 10

const StoredAttachment = outputOf(
  'StoredAttachment',
  'A file of a message.',
  objectIn(getMessageContent.output, 'attachments'),
  { types: { content_id: 'String' } },
)
const MessageContent = outputOf('MessageContent', 'What a message says.', getMessageContent.output, {
  types: { attachments: [StoredAttachment] },
})

builder.objectField(Message, 'content', (t) =>
  t.field({
    type: MessageContent,
    description: 'Its content as it was accepted, without the bytes of its files; null once it is deleted.',
    ...looksUpOf(getMessageContent, COST, ({ loaders }, id) => loaders.all.contents.load(id)),
  }),
)

builder.mutationFields((t) => ({
  deleteMessageContent: t.field({
    type: Message,
    args: { id: t.arg({ type: 'ID', required: true, description: 'The message.' }) },
    ...changes(deleteMessageContent, (_none, _context, { id }) => ({ id }) as never),
  }),
  resendMessage: t.field({
    type: SendResult,
    args: {
      id: t.arg({ type: 'ID', required: true, description: 'The message to send again.' }),
      idempotencyKey: t.arg.string({
        description: 'Unique to the new message. Without one, each request makes another message.',
      }),
    },
    ...runs(resendMessage),
  }),
}))
