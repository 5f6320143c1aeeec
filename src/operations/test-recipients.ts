import { z } from 'zod'
import { operation } from './operation.js'
import { id, idParam, nextCursor, pageCursor, pageLimit, timestamp } from './schemas.js'

const TestRecipient = z
  .object({
    id: id('testRecipient'),
    email: z.string(),
    status: z.enum(['pending', 'verified']).meta({ description: 'Pending until its link is used.' }),
    created_at: timestamp(),
    verified_at: timestamp().nullable(),
  })
  .meta({ id: 'TestRecipient' })

export const createTestRecipient = operation({
  name: 'testRecipients.create',
  kind: 'mutation',
  scope: 'admin',
  summary: 'Registers an address for test mail, and mails it a link to agree with.',
  errors: ['recipient_suppressed', 'too_many_test_recipients', 'overloaded'],
  input: z.object({ email: z.string('is required: the address of the recipient') }),
  output: TestRecipient,
  run: ({ caller, services }, { email }) => services.testRecipients.create(caller, email),
})

export const listTestRecipients = operation({
  name: 'testRecipients.list',
  kind: 'query',
  scope: 'read',
  summary: 'Lists the test recipients, newest first.',
  errors: [],
  input: z.object({ limit: pageLimit(), cursor: pageCursor() }),
  output: z.object({ test_recipients: z.array(TestRecipient), next_cursor: nextCursor() }),
  run: async ({ caller, services }, page) => {
    const { items, nextCursor } = await services.testRecipients.list(caller.accountId, page)
    return { test_recipients: items, next_cursor: nextCursor }
  },
})

export const verifyTestRecipient = operation({
  name: 'testRecipients.verify',
  kind: 'mutation',
  scope: 'public',
  summary: 'Verifies the address that a link was mailed to; its token works once.',
  errors: ['invalid_token'],
  input: z.object({ token: z.string('is required: the last part of the link').max(512, 'is longer than any token') }),
  output: TestRecipient,
  run: ({ services }, { token }) => services.testRecipients.verify(token),
})

export const deleteTestRecipient = operation({
  name: 'testRecipients.delete',
  kind: 'mutation',
  scope: 'admin',
  summary: 'Removes a test recipient, whose place is free again.',
  errors: ['not_found'],
  input: z.object({ id: idParam() }),
  output: z.null(),
  run: async ({ caller, services }, input) => {
    await services.testRecipients.delete(caller.accountId, input.id)
    return null
  },
})
