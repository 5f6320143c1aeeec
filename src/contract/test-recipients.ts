import { z } from 'zod'
import { id, nextCursor, timestamp } from './fields.js'

const TEST_RECIPIENT_STATUSES = ['pending', 'verified'] as const
export type TestRecipientStatus = (typeof TEST_RECIPIENT_STATUSES)[number]

export const TestRecipient = z
  .object({
    id: id('testRecipient'),
    email: z.string(),
    status: z.enum(TEST_RECIPIENT_STATUSES).meta({ description: 'Pending until its link is used.' }),
    created_at: timestamp(),
    verified_at: timestamp().nullable(),
  })
  .meta({ id: 'TestRecipient' })
export type TestRecipient = z.output<typeof TestRecipient>

export const NewTestRecipient = z.strictObject({ email: z.string('is required: the address of the recipient') })

export const TestRecipientPage = z.object({ test_recipients: z.array(TestRecipient), next_cursor: nextCursor() })

export const TestRecipientToken = z.strictObject({
  token: z.string('is required: the last part of the link').max(512, 'is too long for a token'),
})
