import type { ServiceDeps } from '../deps.js'
import type { HtmlReader } from '../reading/html-reader.js'
import type { MailFiling } from './mail-filing.js'
import { readOutboundMails } from './outbound-mails.js'

/** Mails that are filed in one round. */
const BATCH = 100

type OutboundDeps = Pick<ServiceDeps, 'models' | 'clock' | 'log'> & {
  mailFiling: Pick<MailFiling, 'file'>
  htmlReader: Pick<HtmlReader, 'beginning'>
}

/** Files the mail that is sent from the mail app. Until it is filed, its message says when that is due. */
export class OutboundFiling {
  readonly #deps: OutboundDeps

  constructor(deps: OutboundDeps) {
    this.#deps = deps
  }

  /** Files a message unless that is done. If it fails, a scheduler does it later. Never rejects. */
  async file(accountId: string, id: string): Promise<void> {
    try {
      const { collection } = this.#deps.models.messages
      const own = { _id: id, account_id: accountId, file_at: { $exists: true } }
      const row = await collection.findOne(own, { projection: { mail_thread_id: 1 } })
      if (row) await this.#file(accountId, id, row.mail_thread_id)
    } catch (err) {
      this.#deps.log.warn({ accountId, messageId: id, err }, 'a sent mail could not be filed; trying again later')
    }
  }

  /** Files what requests have left: their process died, or the ledger was away. */
  async fileLeft(): Promise<void> {
    const { models, clock } = this.#deps
    const left = await models.messages.collection
      .find({ file_at: { $lt: clock.now() } }, { projection: { account_id: 1 }, limit: BATCH })
      .toArray()
    for (const { _id, account_id } of left) await this.file(account_id, _id)
  }

  async #file(accountId: string, id: string, threadId: string | undefined): Promise<void> {
    const { models, mailFiling } = this.#deps
    // Without content there is nothing to show.
    for (const mail of await readOutboundMails(this.#deps, accountId, [id])) {
      await mailFiling.file(threadId === undefined ? mail : { ...mail, threadId })
    }
    await models.messages.collection.updateOne({ _id: id, account_id: accountId }, { $unset: { file_at: 1 } })
  }
}
