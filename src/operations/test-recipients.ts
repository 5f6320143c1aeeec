import { ById, Nothing, PageRequest } from '../contract/fields.js'
import { NewTestRecipient, TestRecipient, TestRecipientPage, TestRecipientToken } from '../contract/test-recipients.js'
import { del, get, operation, post, type Tag } from './operation.js'
import { answerPage } from './page.js'

/** Its section of the documentation. */
export const tag: Tag = {
  title: 'Test recipients',
  description: 'Addresses whose owners accept test mail of the account.',
  order: 10,
}

const pending = {
  id: 'tr_01kajqx5t2n8w4e6r9y7m3b1c0',
  email: 'cy@example.com',
  status: 'pending' as const,
  created_at: '2026-11-21T09:00:00.000Z',
  verified_at: null,
}
const verified = { ...pending, status: 'verified' as const, verified_at: '2026-11-21T09:02:11.480Z' }

export const createTestRecipient = operation({
  name: 'testRecipients.create',
  kind: 'mutation',
  scope: 'admin',
  rest: post('/v1/test-recipients', { status: 201 }),
  summary: 'Registers an address for test mail, and mails it a confirmation link.',
  errors: ['recipient_suppressed', 'too_many_test_recipients', 'overloaded'],
  reachesAnyone: 'register a test recipient',
  sends: 'stored',
  input: NewTestRecipient,
  output: TestRecipient,
  examples: [{ summary: 'A new address', input: { email: pending.email }, output: pending }],
  run: ({ caller, services }, { email }) => services.testRecipients.create(caller, email),
})

export const listTestRecipients = operation({
  name: 'testRecipients.list',
  kind: 'query',
  scope: 'read',
  rest: get('/v1/test-recipients'),
  summary: 'Lists test recipients, newest first.',
  errors: [],
  input: PageRequest,
  output: TestRecipientPage,
  examples: [
    {
      summary: 'All test recipients',
      input: { limit: 50 },
      output: { test_recipients: [verified], next_cursor: null },
    },
  ],
  run: ({ caller, services }, page) =>
    answerPage('test_recipients', services.testRecipients.list(caller.accountId, page)),
})

export const verifyTestRecipient = operation({
  name: 'testRecipients.verify',
  kind: 'mutation',
  scope: 'public',
  rest: post('/v1/test-recipients/verify'),
  summary: 'Verifies the address that a link was mailed to. The token works once.',
  errors: ['invalid_token'],
  input: TestRecipientToken,
  output: TestRecipient,
  examples: [
    {
      summary: 'The token of the link',
      input: { token: 'q0Zk3fT9bQ1mXw7RrJ5cVd2LhN8sKyPaE4uG6oB0iYw' },
      output: verified,
    },
  ],
  run: ({ services }, { token }) => services.testRecipients.verify(token),
})

export const deleteTestRecipient = operation({
  name: 'testRecipients.delete',
  kind: 'mutation',
  scope: 'admin',
  rest: del('/v1/test-recipients/:id', { status: 204 }),
  summary: 'Removes a test recipient, which makes room for another.',
  errors: ['not_found'],
  input: ById,
  output: Nothing,
  examples: [{ summary: 'An address that is no longer needed', input: { id: pending.id }, output: null }],
  run: async ({ caller, services }, input) => {
    await services.testRecipients.delete(caller.accountId, input.id)
    return null
  },
})
