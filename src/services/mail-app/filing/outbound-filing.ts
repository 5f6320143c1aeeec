import type { MessageDoc } from '../../../models/message.js'
import type { ServiceDeps } from '../../deps.js'
import type { ReadBarrier } from '../../platform/read-barrier.js'
import type { HtmlReader } from '../../reading/html-reader.js'
import { reopenDraftOf } from '../drafts/draft-rows.js'
import { toReadIfUnchanged } from '../organizing/thread-edits.js'
import { changeThread } from '../threads/thread-writes.js'
import { forgetMails } from './forget-mails.js'
import type { MailFiling } from './mail-filing.js'
import { readOutboundMails } from './outbound-mails.js'

/** Mails that are filed in one round. */
const BATCH = 100

type OutboundDeps = Pick<ServiceDeps, 'models' | 'clock' | 'log'> & {
  mailFiling: Pick<MailFiling, 'file'>
  htmlReader: Pick<HtmlReader, 'beginning'>
  readBarrier: Pick<ReadBarrier, 'pass'>
}

/** A message that is to be filed, or to be taken out. */
type DueMessage = Pick<MessageDoc, '_id' | 'account_id' | 'status' | 'file_at' | 'mail_thread_id' | 'answers_version'>

/**
 * Files the mail that is sent from the mail app, and marks the thread that it answers read. If it is canceled, takes it out of
 * its thread and opens its draft again. Until that is done, its message says when it is due.
 */
export class OutboundFiling {
  readonly #deps: OutboundDeps

  constructor(deps: OutboundDeps) {
    this.#deps = deps
  }

  /** Does what is left to do with a message. If it fails, a scheduler does it later. Never rejects. */
  async file(accountId: string, id: string): Promise<void> {
    try {
      const { collection } = this.#deps.models.messages
      const own = { _id: id, account_id: accountId, file_at: { $exists: true } }
      const projection = { account_id: 1, status: 1, file_at: 1, mail_thread_id: 1, answers_version: 1 }
      const row = await collection.findOne<DueMessage>(own, { projection })
      if (row) await this.#settle(row)
    } catch (err) {
      this.#deps.log.warn({ accountId, messageId: id, err }, 'a mail could not be filed; trying again later')
    }
  }

  /** Does what requests have left: their process died, or the ledger was away. */
  async fileLeft(): Promise<void> {
    const { models, clock } = this.#deps
    const left = await models.messages.collection
      .find({ file_at: { $lt: clock.now() } }, { projection: { account_id: 1 }, limit: BATCH })
      .toArray()
    for (const { _id, account_id } of left) await this.file(account_id, _id)
  }

  async #settle(row: DueMessage): Promise<void> {
    const { models, clock } = this.#deps
    const { _id, account_id, status, file_at } = row
    if (status === 'canceled') {
      await forgetMails(models, [_id])
      await reopenDraftOf(models, account_id, _id, clock.now())
    } else {
      // Before it is filed, because that changes the thread too.
      await this.#markAnswered(row)
      await this.#file(account_id, _id)
    }
    // A cancellation in the meantime has made it due again.
    await models.messages.collection.updateOne({ _id, account_id, file_at }, { $unset: { file_at: 1 } })
  }

  async #markAnswered({ account_id, mail_thread_id, answers_version }: DueMessage): Promise<void> {
    if (mail_thread_id === undefined || answers_version === undefined) return
    await changeThread(this.#deps.models, account_id, mail_thread_id, toReadIfUnchanged(answers_version))
  }

  async #file(accountId: string, id: string): Promise<void> {
    let mails = await readOutboundMails(this.#deps, accountId, [id])
    if (mails.length === 0) {
      // Without content there is nothing to show, and it is never looked at again. After a failover it may only seem so.
      await this.#deps.readBarrier.pass(accountId)
      mails = await readOutboundMails(this.#deps, accountId, [id])
    }
    for (const mail of mails) await this.#deps.mailFiling.file(mail)
  }
}
