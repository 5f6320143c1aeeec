import { z } from 'zod'
import { id, nextCursor, optional, pageCursor, pageLimit, timestamp } from './fields.js'
import { MailDraft } from './mail-drafts.js'
import { untrusted } from './untrusted.js'

/** How long a person has to decide, in hours. Then the mail is deleted. */
export const APPROVAL_HOURS = 24
/** How long a decision can be read, in days. */
export const DECISION_KEPT_DAYS = 30

export const APPROVAL_STATUSES = ['pending', 'approved', 'sent', 'refused', 'failed'] as const
export const ApprovalStatus = z
  .enum(APPROVAL_STATUSES, 'must be pending, approved, sent, refused or failed')
  .meta({ id: 'ApprovalStatus' })
export type ApprovalStatus = z.output<typeof ApprovalStatus>

export const Approval = z
  .object({
    id: id('approval'),
    status: ApprovalStatus.meta({
      description:
        '`pending` until somebody decides. Then `refused`, or `approved` until the mail is accepted: `sent`, or `failed` if it was refused as a send.',
    }),
    operation: z.string().meta({ description: 'What sends it, like `messages.send`.' }),
    input: untrusted(z.record(z.string(), z.unknown()).meta({ id: 'ApprovedInput' }))
      .nullable()
      .meta({
        description:
          'The mail: the exact input of the operation. Null in lists, and once it is sent, refused or failed.',
      }),
    draft: MailDraft.nullable().meta({
      description:
        'For `mail.drafts.send`: the draft at the time of the request, which is sent exactly like this or not at all. Null for other operations, in lists, and afterwards.',
    }),
    digest: z.string().meta({
      description: 'SHA-256 in hex of the operation and its input, and of the content of the draft.',
    }),
    key_id: id('apiKey').meta({ description: 'The key that asked, and that sends it.' }),
    test_mode: z.boolean().meta({ description: 'Whether that is a test key: no mail leaves.' }),
    message_id: id('message').nullable().meta({ description: 'The message that it became; null before.' }),
    error: z
      .object({
        code: z.string().meta({ description: 'The code of the error.' }),
        message: z.string().meta({ description: 'For people.' }),
      })
      .meta({ id: 'ApprovalError' })
      .nullable()
      .meta({ description: 'Why it failed; null otherwise.' }),
    decided_by: z.string().nullable().meta({ description: 'The key of the person who decided; null before.' }),
    decided_at: timestamp().nullable().meta({ description: 'When that was; null before.' }),
    created_at: timestamp(),
    expires_at: timestamp().meta({
      description: `When it is deleted: ${APPROVAL_HOURS} hours after it was asked for, or ${DECISION_KEPT_DAYS} days after the decision.`,
    }),
  })
  .meta({ id: 'Approval' })
export type Approval = z.output<typeof Approval>

export const ApprovalFilter = z.strictObject({
  status: optional(ApprovalStatus).meta({ description: 'Only those with this status.' }),
  limit: pageLimit(),
  cursor: pageCursor(),
})
export type ApprovalFilter = z.output<typeof ApprovalFilter>

export const ApprovalPage = z.object({ approvals: z.array(Approval), next_cursor: nextCursor() })

/** A draft as it was when a model asked to send it. */
export interface ApprovedDraft {
  /** What a person sees of it. */
  shown: MailDraft
  /** Hex SHA-256 of its content, files included. */
  content_digest: string
  /** How many keys of it had been used up: see the row of the draft. */
  reopened: number
}
