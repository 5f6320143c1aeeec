import {
  createTestRecipient,
  deleteTestRecipient,
  listTestRecipients,
  verifyTestRecipient,
} from '../../operations/test-recipients.js'
import { builder } from '../builder.js'
import { connectionOf, pageArgs } from '../connections.js'
import { inputOf, outputOf } from '../contract-types.js'
import { does, pages, runs } from '../resolve.js'

const about = {
  email: 'The address.',
  status: '`pending` until the link that was mailed to it is used, then `verified`.',
  verified_at: 'When that was; null while it is pending.',
}

const TestRecipient = outputOf(
  'TestRecipient',
  'An address whose owner accepts test mail.',
  createTestRecipient.output,
  {
    node: { kind: 'testRecipient', operation: listTestRecipients, service: 'testRecipients' },
    about,
  },
)
const TestRecipientConnection = connectionOf('TestRecipient', TestRecipient, 'test recipients')

const CreateTestRecipientInput = inputOf(
  'CreateTestRecipientInput',
  'A new test recipient.',
  createTestRecipient.input,
  { about },
)

builder.queryField('testRecipients', (t) =>
  t.field({
    type: TestRecipientConnection,
    args: pageArgs(t, listTestRecipients),
    ...pages(listTestRecipients, 'test_recipients'),
  }),
)

builder.mutationFields((t) => ({
  createTestRecipient: t.field({
    type: TestRecipient,
    args: { input: t.arg({ type: CreateTestRecipientInput, required: true, description: 'The new test recipient.' }) },
    ...runs(createTestRecipient),
  }),
  verifyTestRecipient: t.field({
    type: TestRecipient,
    args: { token: t.arg.string({ required: true, description: 'The last part of the link.' }) },
    ...runs(verifyTestRecipient),
  }),
  deleteTestRecipient: t.field({
    type: 'Boolean',
    args: { id: t.arg({ type: 'ID', required: true, description: 'The test recipient.' }) },
    ...does(deleteTestRecipient),
  }),
}))
