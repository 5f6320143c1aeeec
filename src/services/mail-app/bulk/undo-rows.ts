import type { MailThreadDoc } from '../../../models/mail-thread.js'
import type { ThreadState } from '../threads/thread-state.js'

/** Threads that change in one transaction, under one number of the change feed. */
export const GROUP = 100

/** The ids of the rows that undo the parts of a change. */
export const partId = (undoId: string, part: number): string => `${undoId}/${part}`

/** The fields that a change is about, as they were before. */
export function fieldsBefore(row: MailThreadDoc, changes: Partial<ThreadState>): Partial<MailThreadDoc> {
  // What a row does not have, in words that a row can have.
  const { was_spam = false, snoozed_until = null, resurfaced_at = row.last_message_at, assignee = null } = row
  const before: Partial<MailThreadDoc> = { ...row, was_spam, snoozed_until, resurfaced_at, assignee }
  const fields = Object.keys(changes) as (keyof ThreadState)[]
  return Object.fromEntries(fields.map((field) => [field, before[field]]))
}
