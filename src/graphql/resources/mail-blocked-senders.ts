import { createBlockedSender, deleteBlockedSender, listBlockedSenders } from '../../operations/mail-blocked-senders.js'
import { builder } from '../builder.js'
import { connectionOf, pageArgs } from '../connections.js'
import { inputOf, outputOf } from '../contract-types.js'
import { does, pages, runs } from '../resolve.js'

const BlockedSender = outputOf('BlockedSender', 'A sender whose mail goes to spam.', createBlockedSender.output, {
  node: { kind: 'blockedSender', operation: listBlockedSenders, service: 'blockedSenders' },
})
const BlockedSenderConnection = connectionOf('BlockedSender', BlockedSender, 'blocked senders')
const BlockSenderInput = inputOf('BlockSenderInput', 'A sender to block.', createBlockedSender.input)

builder.queryField('blockedSenders', (t) =>
  t.field({
    type: BlockedSenderConnection,
    args: pageArgs(t, listBlockedSenders),
    ...pages(listBlockedSenders, 'blocked_senders'),
  }),
)

builder.mutationFields((t) => ({
  blockSender: t.field({
    type: BlockedSender,
    args: { input: t.arg({ type: BlockSenderInput, required: true, description: 'The sender.' }) },
    ...runs(createBlockedSender),
  }),
  unblockSender: t.field({
    type: 'Boolean',
    args: { id: t.arg({ type: 'ID', required: true, description: 'The blocked sender.' }) },
    ...does(deleteBlockedSender),
  }),
}))
