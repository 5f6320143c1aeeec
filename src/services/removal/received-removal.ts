import { groupBy } from '../../lib/collections/group-by.js'
import type { InboundEmailDoc } from '../../models/inbound-email.js'
import type { ServiceDeps } from '../deps.js'
import { forgetMails, forgetTexts } from '../mail-app/filing/forget-mails.js'
import type { BlobStore } from '../platform/blobs/blob-store.js'
import { attachmentFolder, rawKey } from '../receiving/blob-keys.js'

/** What is needed of a received mail to remove it. */
export type RemovableEmail = Pick<InboundEmailDoc, '_id' | 'account_id' | 'raw_digest'>

type RemovalDeps = Pick<ServiceDeps, 'models' | 'clock'> & { blobStore: Pick<BlobStore, 'delete' | 'keysIn'> }

/** Removes received mail, whole or in part. Everything can be repeated: the rows come last. */
export class ReceivedRemoval {
  readonly #deps: RemovalDeps

  constructor(deps: RemovalDeps) {
    this.#deps = deps
  }

  /** Removes mails with everything that belongs to them, webhooks about them included. */
  async removeAll(emails: readonly RemovableEmail[]): Promise<void> {
    const { models } = this.#deps
    const ids = emails.map(({ _id }) => _id)
    await forgetMails(models, ids)
    await this.#removeNews(emails)
    await this.removeContents(emails)
    await this.#removeRaw(emails)
    await models.deadLetters.collection.deleteMany({ row_id: { $in: ids } })
    await models.inboundEmails.collection.deleteMany({ _id: { $in: ids } })
  }

  /** Removes texts, with what was made of them for lists and searches, and attachments. The raw bytes stay. */
  async removeContents(emails: readonly RemovableEmail[]): Promise<void> {
    const { models, blobStore } = this.#deps
    const ids = emails.map(({ _id }) => _id)
    for (const [accountId, own] of groupBy(emails, ({ account_id }) => account_id)) {
      // All that are stored: attachments are stored before the mail lists them, and its worker may have died in between.
      const folders = own.map(({ _id }) => attachmentFolder(_id))
      await blobStore.delete(accountId, await blobStore.keysIn(accountId, folders))
    }
    await forgetTexts(models, ids)
    await models.inboundContents.collection.deleteMany({ _id: { $in: ids } })
  }

  /** The raw bytes, unless another mail has the same. Bytes that arrive again meanwhile stay. */
  async #removeRaw(emails: readonly RemovableEmail[]): Promise<void> {
    const { models, blobStore, clock } = this.#deps
    const begunAt = clock.now()
    const ids = emails.map(({ _id }) => _id)
    for (const [account_id, own] of groupBy(emails, (email) => email.account_id)) {
      const digests = [...new Set(own.map(({ raw_digest }) => raw_digest))]
      const same = { account_id, raw_digest: { $in: digests }, _id: { $nin: ids } }
      const others = await models.inboundEmails.collection.find(same, { projection: { raw_digest: 1 } }).toArray()
      const used = new Set(others.map(({ raw_digest }) => raw_digest))
      const unused = digests.filter((digest) => !used.has(digest))
      await blobStore.delete(account_id, unused.map(rawKey), begunAt)
    }
  }

  /** The deliveries to webhooks and routes, then their bodies: none could be sent without its body. */
  async #removeNews(emails: readonly RemovableEmail[]): Promise<void> {
    const { models } = this.#deps
    for (const [account_id, own] of groupBy(emails, (email) => email.account_id)) {
      const ids = own.map(({ _id }) => _id)
      const events = ids.map((id) => `evt_${id}`)
      const routes = await models.inboundRoutes.collection.find({ account_id }, { projection: { _id: 1 } }).toArray()
      const routed = { account_id, subscription_id: { $in: routes.map(({ _id }) => _id) }, event_id: { $in: events } }
      await models.deliveries.collection.deleteMany({ account_id, message_id: { $in: ids } })
      await models.deliveries.collection.deleteMany(routed)
      await models.payloads.collection.deleteMany({
        account_id,
        _id: { $in: events.flatMap((id) => [id, `${id}/route`]) },
      })
    }
  }
}
