import { createDraft, deleteDraft, getDraft, listDrafts, sendDraft, updateDraft } from '../../operations/mail-drafts.js'
import { builder } from '../builder.js'
import { connectionOf, pageArgs } from '../connections.js'
import { inputOf, outputOf } from '../contract-types.js'
import { does, looksUp, pages, runs } from '../resolve.js'
import { AcceptedMail } from './mail-compose.js'
import { AttachmentInput } from './messages.js'

const DraftAttachment = outputOf('DraftAttachment', 'A file of a draft.', getDraft.output.shape.attachments.element, {
  types: { content_id: 'String' },
})
export const MailDraft = outputOf('MailDraft', 'A mail that is being written.', getDraft.output, {
  types: { attachments: [DraftAttachment] },
})
export const MailDraftSummary = outputOf(
  'MailDraftSummary',
  'A mail that is being written, without its bodies and files.',
  listDrafts.output.shape.drafts.element,
)
const MailDraftConnection = connectionOf('MailDraft', MailDraftSummary, 'drafts')

const types = { to: ['String'], cc: ['String'], bcc: ['String'], attachments: [AttachmentInput], from: 'String' }
const CreateDraftInput = inputOf('CreateDraftInput', 'A new draft.', createDraft.input, { types })
const UpdateDraftInput = inputOf('UpdateDraftInput', 'Changes of a draft.', updateDraft.input, {
  types,
  omit: ['id'],
})
const SendDraftInput = inputOf('SendDraftInput', 'How a draft is sent.', sendDraft.input, { omit: ['id'] })

// biome-ignore lint/suspicious/noExplicitAny: the builder of the fields of any object
const draftId = (t: any) => ({ id: t.arg({ type: 'ID', required: true, description: 'The draft.' }) })

builder.queryFields((t) => ({
  draft: t.field({ type: MailDraft, args: draftId(t), ...looksUp(getDraft) }),
  drafts: t.field({
    type: MailDraftConnection,
    args: {
      ...pageArgs(t, listDrafts),
      inboxId: t.arg({ type: 'ID', description: 'Only drafts of this inbox.' }),
      threadId: t.arg({ type: 'ID', description: 'Only drafts that answer or forward this thread.' }),
    },
    ...pages(listDrafts, 'drafts'),
  }),
}))

builder.mutationFields((t) => ({
  createDraft: t.field({
    type: MailDraft,
    args: { input: t.arg({ type: CreateDraftInput, required: true, description: 'The draft.' }) },
    ...runs(createDraft),
  }),
  updateDraft: t.field({
    type: MailDraft,
    args: { ...draftId(t), input: t.arg({ type: UpdateDraftInput, required: true, description: 'The changes.' }) },
    ...runs(updateDraft),
  }),
  deleteDraft: t.field({ type: 'Boolean', args: draftId(t), ...does(deleteDraft) }),
  sendDraft: t.field({
    type: AcceptedMail,
    args: { ...draftId(t), input: t.arg({ type: SendDraftInput, description: 'When, and which revision.' }) },
    ...runs(sendDraft),
  }),
}))
