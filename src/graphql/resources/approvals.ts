import { approveMail, getApproval, listApprovals, refuseMail } from '../../operations/approvals.js'
import { builder } from '../builder.js'
import { connectionOf, pageArgs } from '../connections.js'
import { outputOf } from '../contract-types.js'
import { looksUp, pages, runs } from '../resolve.js'
import { MailDraft } from './mail-drafts.js'

const ApprovalError = outputOf(
  'ApprovalError',
  'Why an approved mail was not sent.',
  getApproval.output.shape.error.unwrap(),
)
const Approval = outputOf('Approval', 'A mail that a language model wants to send.', getApproval.output, {
  types: { error: ApprovalError, draft: MailDraft },
})
const ApprovalConnection = connectionOf('Approval', Approval, 'approvals')

builder.queryFields((t) => ({
  approval: t.field({
    type: Approval,
    args: { id: t.arg({ type: 'ID', required: true, description: 'The approval.' }) },
    ...looksUp(getApproval),
  }),
  approvals: t.field({
    type: ApprovalConnection,
    args: {
      status: t.arg.string({ description: 'Only those with this status.' }),
      ...pageArgs(t, listApprovals),
    },
    ...pages(listApprovals, 'approvals'),
  }),
}))

builder.mutationFields((t) => ({
  approveMail: t.field({
    type: Approval,
    args: { id: t.arg({ type: 'ID', required: true, description: 'The approval.' }) },
    ...runs(approveMail),
  }),
  refuseMail: t.field({
    type: Approval,
    args: { id: t.arg({ type: 'ID', required: true, description: 'The approval.' }) },
    ...runs(refuseMail),
  }),
}))
