import { MAX_THREAD_LABELS } from '../../../contract/mail-labels.js'
import { type Folder, MAX_SNOOZE_DAYS } from '../../../contract/mail-threads.js'
import { ApiError, fieldError } from '../../../errors.js'
import type { MailThreadDoc } from '../../../models/mail-thread.js'
import type { ThreadState } from '../threads/thread-state.js'

/*
 * What people do with threads, as pure functions: the fields that become different, from the row as it is. Nothing if it is as
 * wanted already.
 */

const DAY_MS = 86_400_000

export type ThreadEdit = (row: MailThreadDoc) => Partial<ThreadState>

/** One decision after the other. */
export const inSequence =
  (decisions: readonly ThreadEdit[]): ThreadEdit =>
  (row) => {
    const changes: Partial<ThreadState> = {}
    for (const decide of decisions) Object.assign(changes, decide({ ...row, ...changes }))
    return changes
  }

export const toRead =
  (read: boolean): ThreadEdit =>
  (row) =>
    row.unread === read ? { unread: !read } : {}

/** One that is no longer as somebody saw it stays as it is. */
export const toReadIfUnchanged =
  (version: number): ThreadEdit =>
  (row) =>
    row.version === version ? toRead(true)(row) : {}

export const toStar =
  (starred: boolean): ThreadEdit =>
  (row) =>
    row.starred === starred ? {} : { starred }

/** A move ends the snooze. Spam that is moved to spam again teaches again: its sender may have been unblocked. */
export const toMove =
  (folder: Folder): ThreadEdit =>
  (row) =>
    row.folder === folder && folder !== 'spam' && !row.snoozed_until
      ? {}
      : {
          folder,
          was_spam: folder === 'trash' && row.folder === 'spam',
          ...(row.snoozed_until && { snoozed_until: null }),
        }

/** @param labels the ids of all its labels from then on. */
export const toLabels =
  (labels: readonly string[]): ThreadEdit =>
  (row) =>
    row.labels.toSorted().join() === labels.toSorted().join() ? {} : { labels: labels.toSorted() }

/** One that is in both is taken off. */
export const toChangeLabels =
  (added: readonly string[], removed: readonly string[]): ThreadEdit =>
  (row) => {
    const labels = [...new Set([...row.labels, ...added])].filter((label) => !removed.includes(label))
    return toLabels(labels.slice(0, MAX_THREAD_LABELS))(row)
  }

export const toAssign =
  (assignee: string | null): ThreadEdit =>
  (row) =>
    (row.assignee ?? null) === assignee ? {} : { assignee }

/**
 * @param until null for back to the inbox now. The decision throws ApiError `wrong_folder` for a thread in spam or trash.
 * @param field what names the time in the request.
 * @throws ApiError `invalid_request` for a time that is past or too far away.
 */
export function toSnooze(until: Date | null, now: Date, field: string): ThreadEdit {
  if (until && (until <= now || until.getTime() - now.getTime() > MAX_SNOOZE_DAYS * DAY_MS)) {
    throw fieldError('invalid_request', field, `must be in the next ${MAX_SNOOZE_DAYS} days`)
  }
  return (row) => {
    if (row.folder === 'spam' || row.folder === 'trash') throw new ApiError('wrong_folder')
    if (!until) return row.snoozed_until ? { snoozed_until: null, resurfaced_at: now } : {}
    const isSame = row.snoozed_until?.getTime() === until.getTime()
    return isSame ? {} : { folder: 'inbox', snoozed_until: until }
  }
}
