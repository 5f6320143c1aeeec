import {
  createSavedReply,
  deleteSavedReply,
  getSavedReply,
  listSavedReplies,
  renderSavedReply,
  updateSavedReply,
} from '../../operations/mail-saved-replies.js'
import { builder } from '../builder.js'
import { connectionOf, pageArgs } from '../connections.js'
import { inputOf, outputOf } from '../contract-types.js'
import { does, looksUp, pages, runs } from '../resolve.js'

const SavedReply = outputOf('SavedReply', 'An answer that is kept, with variables.', getSavedReply.output, {
  node: { kind: 'savedReply', operation: getSavedReply, service: 'savedReplies' },
})
const SavedReplyConnection = connectionOf('SavedReply', SavedReply, 'saved replies', 'by name')
const RenderedReply = outputOf('RenderedReply', 'A rendered saved reply.', renderSavedReply.output)
const CreateSavedReplyInput = inputOf('CreateSavedReplyInput', 'A new saved reply.', createSavedReply.input)
const UpdateSavedReplyInput = inputOf('UpdateSavedReplyInput', 'Changes of a saved reply.', updateSavedReply.input, {
  omit: ['id'],
})

// biome-ignore lint/suspicious/noExplicitAny: the builder of queries and that of mutations
const replyId = (t: any) => ({ id: t.arg({ type: 'ID', required: true, description: 'The saved reply.' }) })

builder.queryFields((t) => ({
  savedReply: t.field({ type: SavedReply, args: replyId(t), ...looksUp(getSavedReply) }),
  savedReplies: t.field({
    type: SavedReplyConnection,
    args: pageArgs(t, listSavedReplies),
    ...pages(listSavedReplies, 'saved_replies'),
  }),
  renderSavedReply: t.field({
    type: RenderedReply,
    args: {
      ...replyId(t),
      threadId: t.arg({ type: 'ID', required: true, description: 'The thread that is answered.' }),
      signature: t.arg.boolean({ description: 'Whether to show it with the signature. Default: false.' }),
    },
    ...runs(renderSavedReply),
  }),
}))

builder.mutationFields((t) => ({
  createSavedReply: t.field({
    type: SavedReply,
    args: { input: t.arg({ type: CreateSavedReplyInput, required: true, description: 'The saved reply.' }) },
    ...runs(createSavedReply),
  }),
  updateSavedReply: t.field({
    type: SavedReply,
    args: {
      ...replyId(t),
      input: t.arg({ type: UpdateSavedReplyInput, required: true, description: 'The fields to change.' }),
    },
    ...runs(updateSavedReply),
  }),
  deleteSavedReply: t.field({ type: 'Boolean', args: replyId(t), ...does(deleteSavedReply) }),
}))
