import type { Config } from '../../../config.js'
import type { PageRequest } from '../../../contract/fields.js'
import type { OutboxMail, OutboxMailWithMime } from '../../../contract/outbox.js'
import { ApiError } from '../../../errors.js'
import { idTime } from '../../../ids.js'
import type { OutboxMailDoc } from '../../../models/outbox-mail.js'
import { capabilitiesOf } from '../../../providers/capabilities.js'
import type { ServiceDeps } from '../../deps.js'
import { manyOf } from '../../platform/many.js'
import { newestFirst, type Page } from '../../platform/pages.js'
import { isoTime } from '../../platform/timestamps.js'

/** Whether mail of this deployment is captured in an outbox. */
export const keepsOutbox = (config: Config): boolean => capabilitiesOf(config).keepsOutbox

/** Shows the mail that the provider `capture` stored instead of sending it. */
export class OutboxService {
  readonly #deps: Pick<ServiceDeps, 'models'>

  constructor(deps: Pick<ServiceDeps, 'models'>) {
    this.#deps = deps
  }

  /** Captured mail of an account, newest first. */
  list(accountId: string, page: PageRequest): Promise<Page<OutboxMail>> {
    return newestFirst(this.#ofAccount(accountId), 'outboxMail', page, present)
  }

  /** Captured mail by id, without its bytes. Unknown ids are left out. */
  getMany(accountId: string, ids: readonly string[]): Promise<Map<string, OutboxMail>> {
    return manyOf(this.#ofAccount(accountId), ids, present)
  }

  #ofAccount(account_id: string) {
    return {
      collection: this.#deps.models.outbox.collection,
      filter: { account_id },
      options: { projection: { mime: 0 } },
    }
  }

  /** The bytes of mails by id. Unknown ids are left out. */
  async mimes(accountId: string, ids: readonly string[]): Promise<Map<string, Uint8Array>> {
    const filter = { _id: { $in: [...ids] }, account_id: accountId }
    const rows = await this.#deps.models.outbox.collection.find(filter, { projection: { mime: 1 } }).toArray()
    return new Map(rows.map((row) => [row._id, row.mime.buffer]))
  }

  /**
   * One mail as it would have been sent (message/rfc822).
   * @throws ApiError `not_found`.
   */
  async get(accountId: string, id: string): Promise<OutboxMailWithMime> {
    const row = await this.#deps.models.outbox.collection.findOne({ _id: id, account_id: accountId })
    if (!row) throw new ApiError('not_found')
    return { ...present(row), mime: row.mime.buffer }
  }
}

function present(row: OutboxMailDoc): OutboxMail {
  const { _id, message_id, from, to, subject } = row
  return { id: _id, message_id, from, to, subject, created_at: isoTime(idTime(_id)) }
}
