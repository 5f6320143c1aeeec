import type { mongo } from 'mongoose'
import type { Folder } from '../../../contract/mail-threads.js'
import type { MailThreadDoc } from '../../../models/mail-thread.js'
import type { BlockChange } from '../../../models/mail-undo.js'
import { modeOf, type Principal, writableBy } from '../../caller.js'
import type { ServiceDeps } from '../../deps.js'
import type { DomainLookUp } from '../../domains/domain-look-up.js'
import type { Quotas } from '../../platform/quotas.js'
import { type Author, authorOf, blockOf, sendersOf } from '../filing/mail-authors.js'
import { ownDomainsOf } from '../filing/own-domains.js'

type TrainingDeps = Pick<ServiceDeps, 'config' | 'models' | 'newId'> & {
  domainLookUp: Pick<DomainLookUp, 'ofAccount'>
  quotas: Pick<Quotas, 'limitOf'>
}

/**
 * Learns from threads that are moved: the sender of one that goes to spam is blocked, until a thread of his leaves spam
 * for the inbox or the archive, also by way of the trash. Spam that is thrown away stays spam.
 *
 * A block is changed in the transaction that moves the thread. A batch of mail that is filed at the same time looks at the
 * blocked senders in its own transaction, which changes the same row (see `nextSeq`). So one of the two comes first.
 */
export class SpamTraining {
  readonly #deps: TrainingDeps

  constructor(deps: TrainingDeps) {
    this.#deps = deps
  }

  /** What a move to a folder teaches, to be written in its transaction; null if it is not about spam. */
  async ofMove(principal: Principal, folder: Folder): Promise<TrainingWrite | null> {
    if (folder === 'trash') return null
    const ownDomains = await ownDomainsOf(this.#deps, principal.accountId)
    return async (thread, session) => {
      const leavesSpam = thread.folder === 'spam' || (thread.folder === 'trash' && thread.was_spam)
      if (folder !== 'spam' && !leavesSpam) return null
      const author = await this.#firstAuthor(thread, session)
      if (!author) return null
      const taught =
        folder === 'spam'
          ? await this.#block(principal, author, ownDomains, session)
          : await this.#unblock(principal, author, session)
      return { author: author.address, ...taught }
    }
  }

  /** Takes back what a move of the same key has taught, in the transaction that moves the thread back. */
  async forget(accountId: string, { blocked, hardened, unblocked = [] }: BlockChange, session: mongo.ClientSession) {
    const { collection } = this.#deps.models.blockedSenders
    const ofAccount = { account_id: accountId }
    if (blocked) await collection.deleteOne({ ...ofAccount, _id: blocked }, { session })
    if (hardened)
      await collection.updateOne({ ...ofAccount, _id: hardened }, { $set: { forged_only: true } }, { session })
    for (const sender of unblocked) {
      const same = { ...ofAccount, sender: sender.sender, test_mode: sender.test_mode ?? { $exists: false } }
      if (await collection.findOne(same, { session })) continue
      await this.#makeRoom(accountId, session)
      await collection.insertOne(sender, { session })
    }
  }

  /** The author of the first received mail of a thread. */
  async #firstAuthor({ account_id, _id }: MailThreadDoc, session: mongo.ClientSession): Promise<Author | null> {
    const first = await this.#deps.models.mailItems.collection.findOne(
      { account_id, thread_id: _id, source: 'inbound' },
      { sort: { position: 1 }, projection: { from: 1, is_authentic: 1 }, session },
    )
    return first && authorOf(first.from, first.is_authentic)
  }

  async #block(
    principal: Principal,
    author: Author,
    ownDomains: ReadonlySet<string>,
    session: mongo.ClientSession,
  ): Promise<TrainingResult> {
    const { models, newId } = this.#deps
    const { collection } = models.blockedSenders
    const { accountId: account_id, testMode } = principal
    const block = blockOf(author, ownDomains)
    const same = { account_id, sender: block.sender, test_mode: testMode ? (true as const) : { $exists: false } }
    const known = await collection.findOne(same, { session })
    if (!known) {
      await this.#makeRoom(account_id, session)
      const blocked = newId('blockedSender')
      await collection.insertOne({ _id: blocked, account_id, ...block, ...modeOf(principal) }, { session })
      return { changed: [block.sender], blocked }
    }
    if (!known.forged_only || block.forged_only) return UNCHANGED
    await collection.updateOne({ _id: known._id, account_id }, { $set: { forged_only: false } }, { session })
    return { changed: [block.sender], hardened: known._id }
  }

  /** The oldest ones make room: a move must not fail because of them. */
  async #makeRoom(account_id: string, session: mongo.ClientSession): Promise<void> {
    const { models, quotas } = this.#deps
    const { collection } = models.blockedSenders
    const limit = await quotas.limitOf('blocked_senders', account_id, session)
    const excess = (await collection.countDocuments({ account_id }, { session })) + 1 - limit
    if (excess <= 0) return
    const oldest = await collection
      .find({ account_id }, { projection: { _id: 1 }, sort: { _id: 1 }, limit: excess, session })
      .toArray()
    await collection.deleteMany({ account_id, _id: { $in: oldest.map(({ _id }) => _id) } }, { session })
  }

  async #unblock(principal: Principal, author: Author, session: mongo.ClientSession): Promise<TrainingResult> {
    const { collection } = this.#deps.models.blockedSenders
    const own = { ...writableBy(principal), sender: { $in: sendersOf(author) } }
    const unblocked = await collection.find(own, { session }).toArray()
    if (unblocked.length === 0) return UNCHANGED
    await collection.deleteMany(own, { session })
    return { changed: unblocked.map(({ sender }) => sender), unblocked }
  }
}

type TrainingResult = Omit<BlockChange, 'author'>
const UNCHANGED: TrainingResult = { changed: [] }

/** What is written together with a move. It gets the thread as it was, and returns what can be taken back. */
export type TrainingWrite = (thread: MailThreadDoc, session: mongo.ClientSession) => Promise<BlockChange | null>
