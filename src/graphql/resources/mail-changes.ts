import { listMailChanges, mailChanged } from '../../operations/mail-changes.js'
import { builder } from '../builder.js'
import { outputOf } from '../contract-types.js'
import { MailSource } from '../enums.js'
import { runs, streams } from '../resolve.js'
import { Thread } from './mail.js'
import { MailDraftSummary } from './mail-drafts.js'

const changeSchema = mailChanged.output

const ChangedMail = outputOf('ChangedMail', 'A mail that a change is about.', changeSchema.shape.mail.unwrap(), {
  types: { source: MailSource },
})
const RenamedLabel = outputOf('RenamedLabel', 'A label with another name.', changeSchema.shape.label.unwrap())
const MailChange = outputOf('MailChange', 'Something that happened to mail.', changeSchema, {
  types: { mail: ChangedMail, label: RenamedLabel, thread: Thread, draft: MailDraftSummary },
})
const MailChangePage = outputOf('MailChangePage', 'Changes in their order.', listMailChanges.output, {
  types: { changes: [MailChange] },
})

builder.queryField('mailChanges', (t) =>
  t.field({
    type: MailChangePage,
    args: {
      first: t.arg.int({ description: 'Most changes, 1 to 100, default 100. Values out of range are clamped.' }),
      after: t.arg.string({
        description:
          'The `updateCursor` of the last change that you have, or the `cursor` of a page. If omitted, no changes, but the current cursor.',
      }),
    },
    ...runs(listMailChanges, { first: 'limit', after: 'cursor' }),
  }),
)

builder.subscriptionField('mailChanges', (t) =>
  t.field({
    type: MailChange,
    args: {
      after: t.arg({
        type: 'ID',
        description:
          'The `updateCursor` of the last change you saw. The stream continues with the next. If omitted, live changes only.',
      }),
    },
    description: mailChanged.summary,
    ...streams(mailChanged, { after: 'lastEventId' }),
  }),
)
