import type { MailDraftDoc } from '../../../models/mail-draft.js'
import type { ServiceDeps } from '../../deps.js'
import { CONTENTLESS, reopenDraftOf } from './draft-rows.js'

/*
 * A sent draft has its content only while its mail can be taken back. Then the content is that of the message, which is
 * removed after its own time, and counts no more among the drafts.
 */

const BATCH = 100
/** When mail that is late, because its account is paused or no worker runs, is looked at again, in ms. */
const LATE_MS = 30_000

type DueDraft = Pick<MailDraftDoc, '_id' | 'account_id' | 'message_id' | 'keeps_content'>

export class SentDrafts {
  readonly #deps: Pick<ServiceDeps, 'models' | 'clock'>

  constructor(deps: Pick<ServiceDeps, 'models' | 'clock'>) {
    this.#deps = deps
  }

  /** Empties the drafts whose mail has left. Repeatable, and at any time, because a message that has left is never canceled. */
  async emptyLeft(signal?: AbortSignal): Promise<void> {
    const { models, clock } = this.#deps
    while (!signal?.aborted) {
      const due = await models.mailDrafts.collection
        .find<DueDraft>(
          { empty_at: { $lte: clock.now() } },
          { projection: { account_id: 1, message_id: 1, keeps_content: 1 }, limit: BATCH },
        )
        .toArray()
      if (due.length > 0) await this.#settle(due)
      if (due.length < BATCH) return
    }
  }

  async #settle(due: readonly DueDraft[]): Promise<void> {
    const { models, clock } = this.#deps
    const ids = due.flatMap(({ message_id }) => message_id ?? [])
    const waiting = await models.messages.collection
      .find(
        {
          ...{ _id: { $in: ids }, account_id: { $in: [...new Set(due.map(({ account_id }) => account_id))] } },
          status: { $in: ['scheduled', 'canceled'] },
        },
        { projection: { status: 1 } },
      )
      .toArray()
    const statuses = new Map(waiting.map(({ _id, status }) => [_id, status]))
    const now = clock.now()
    const later = { $set: { empty_at: new Date(now.getTime() + LATE_MS) } }
    for (const { _id, account_id, message_id, keeps_content } of due) {
      const status = statuses.get(message_id ?? '')
      if (status === 'canceled' && message_id) await reopenDraftOf(models, account_id, message_id, now)
      else {
        // Unless it was opened again in the meantime.
        const own = { _id, account_id, empty_at: { $lte: now } }
        await models.mailDrafts.collection.updateOne(
          own,
          status === 'scheduled' ? later : keeps_content ? UNCOUNTED : EMPTY,
        )
      }
    }
  }
}

const EMPTY = { $set: CONTENTLESS, $unset: { empty_at: 1 as const }, $inc: { version: 1 } }
const UNCOUNTED = { ...EMPTY, $set: { size_bytes: 0 } }
