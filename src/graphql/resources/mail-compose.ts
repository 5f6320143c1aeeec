import { compose, forwardThread, replyToThread } from '../../operations/mail-compose.js'
import { exportMail } from '../../operations/mail-export.js'
import { searchMail } from '../../operations/mail-search.js'
import { builder } from '../builder.js'
import { connectionOf, hintsOf, pageArgs } from '../connections.js'
import { inputOf, outputOf } from '../contract-types.js'
import { MailSource } from '../enums.js'
import { pages, runs } from '../resolve.js'
import { MailAttachment, threadFilterArgs } from './mail.js'
import { AttachmentInput, acceptedMessage } from './messages.js'

const MailSearchResult = outputOf(
  'MailSearchResult',
  'A mail that matches a search.',
  searchMail.output.shape.results.element,
  {
    types: { source: MailSource, message_ref: 'ID' },
  },
)
const MailSearchResultConnection = connectionOf(
  'MailSearchResult',
  MailSearchResult,
  'mails',
  'newest first',
  hintsOf(searchMail),
)

export const AcceptedMail = outputOf('AcceptedMail', 'A mail as it was accepted.', compose.output, acceptedMessage)

const types = { to: ['String'], cc: ['String'], bcc: ['String'], attachments: [AttachmentInput] }
const ComposeInput = inputOf('ComposeInput', 'A new mail.', compose.input, { types })
const ReplyInput = inputOf('ReplyInput', 'An answer.', replyToThread.input, { types, omit: ['id'] })
const ForwardInput = inputOf('ForwardInput', 'A forward.', forwardThread.input, { types, omit: ['id'] })

builder.queryField('mailSearch', (t) =>
  t.field({
    type: MailSearchResultConnection,
    args: {
      ...pageArgs(t, searchMail),
      q: t.arg.string({ required: true, description: 'Words and operators, as in GET /v1/mail/search.' }),
      inboxId: t.arg({ type: 'ID', description: 'Only mail of this inbox.' }),
      inbox: t.arg.string({ description: 'Only mail of this exact address of yours.' }),
    },
    ...pages(searchMail, 'results'),
  }),
)

builder.mutationFields((t) => ({
  compose: t.field({
    type: AcceptedMail,
    args: { input: t.arg({ type: ComposeInput, required: true, description: 'The mail.' }) },
    ...runs(compose),
  }),
  replyToThread: t.field({
    type: AcceptedMail,
    args: {
      id: t.arg({ type: 'ID', required: true, description: 'The thread.' }),
      input: t.arg({ type: ReplyInput, required: true, description: 'The answer.' }),
    },
    ...runs(replyToThread),
  }),
  forwardThread: t.field({
    type: AcceptedMail,
    args: {
      id: t.arg({ type: 'ID', required: true, description: 'The thread.' }),
      input: t.arg({ type: ForwardInput, required: true, description: 'The forward.' }),
    },
    ...runs(forwardThread),
  }),
}))

const ExportedMail = outputOf('ExportedMail', 'A mail of an export.', exportMail.output.shape.messages.element, {
  types: { source: MailSource, attachments: [MailAttachment] },
})
const MailExport = outputOf('MailExport', 'The mails of threads.', exportMail.output, {
  types: { messages: [ExportedMail] },
})

builder.queryField('mailExport', (t) =>
  t.field({
    type: MailExport,
    args: {
      ...threadFilterArgs(t),
      limit: t.arg.int({ description: 'Mails, 1 to 5,000, default 500. Values out of range are clamped.' }),
    },
    ...runs(exportMail),
  }),
)
