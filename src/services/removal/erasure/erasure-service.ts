import type { Erasure } from '../../../contract/recipients.js'
import { ApiError, fieldError } from '../../../errors.js'
import { Keyed } from '../../../lib/concurrency/keyed.js'
import { Semaphore } from '../../../lib/concurrency/semaphore.js'
import { normalizeAddress, parseMailbox } from '../../../lib/mail/addresses.js'
import { exists } from '../../../models/exists.js'
import { findRunningErasedImports } from '../../audience/contacts/erased-imports.js'
import type { SuppressionService } from '../../audience/suppressions/suppression-service.js'
import type { OperatorDeps } from '../../deps.js'
import { recipientTerm } from '../../platform/search/message-terms.js'
import { SYSTEM_ACCOUNT } from '../../sending/system-mail/system-mail.js'
import { AddressTraces } from './address-traces.js'
import { broadcastsInHand } from './erase-broadcasts.js'
import { eraseContact, eraseContacts, eraseImportFiles } from './erase-contacts.js'
import { eraseDrafts } from './erase-drafts.js'
import { eraseElsewhere } from './erase-elsewhere.js'
import { eraseMailbox } from './erase-mailbox.js'
import { eraseSettings } from './erase-settings.js'
import { eraseUnmatched } from './erase-unmatched.js'
import { hasRecipient } from './erased-row.js'
import { findReceived } from './find-received.js'
import { type Erased, type Erasing, MessageEraser } from './message-eraser.js'
import { type Pauses, pausesOf } from './pauses.js'
import { ReceivedEraser, type ReceivedEraserDeps } from './received-eraser.js'
import { searchRows } from './search-rows.js'

/*
 * Erases an address from all that is stored for an account.
 *
 * Messages to the address are found by the index of recipients. That takes as long as there are such messages. Then
 * everything else is searched for mentions, byte by byte, which takes as long as the history of the account. Both go in
 * batches, and every step can be repeated: after an interruption, the next request goes on.
 */

const BATCH = 100
/** Received mails that are read at once. */
const RECEIVED_BATCH = 20
/** Erasures of an account that may wait while one is in progress. */
const MAX_WAITING = 3
/** How long to wait for work in progress, in ms. */
const WAIT_MS = 20_000
const LOOK_AGAIN_MS = 250
/** When to ask again, in seconds: longer than a hand-over may take. */
const RETRY_AFTER_SECONDS = 60

/** How far an erasure has come, in messages. */
export interface ErasureProgress {
  searched: number
  erased: number
}
/** Called after each batch. */
export type OnProgress = (progress: ErasureProgress) => void

/** Counts what is done, and reports it. */
type Count = (more: Partial<ErasureProgress>) => void

export type ErasureDeps = Pick<OperatorDeps, 'clock' | 'models'> &
  ReceivedEraserDeps & { suppressions: Pick<SuppressionService, 'erase'> }

/** Matches a claim that has not ended. */
interface HeldClaim {
  _id: string
  'lease.token': string
  'lease.until': { $gt: Date }
}

export class ErasureService {
  readonly #deps: ErasureDeps
  readonly #messages: MessageEraser
  readonly #received: ReceivedEraser
  /** One erasure of a process works at a time, and others whenever it pauses. */
  readonly #working = new Semaphore(1)
  /** An account has one of the erasures that take turns, however many requests it makes. */
  readonly #ofAccounts = new Keyed(() => new Semaphore(1))

  constructor(deps: ErasureDeps) {
    this.#deps = deps
    this.#messages = new MessageEraser(deps)
    this.#received = new ReceivedEraser(deps)
  }

  /**
   * Erases an address. Repeatable: the counts are those of this call.
   * @throws ApiError `invalid_request`; `overloaded` if mail to the address is in the hands of a worker for too long, or
   *   too many erasures of the account wait.
   */
  async erase(accountId: string, email: string, onProgress: OnProgress = () => {}): Promise<Erasure> {
    const target = targetOf(email)
    if (this.#ofAccounts.users(accountId) > MAX_WAITING) throw tooMany()
    const erase = () =>
      this.#working.hold(1, (pause) => this.#erase(accountId, { ...target, ...pausesOf(pause) }, onProgress))
    return this.#ofAccounts.use(accountId, (lock) => lock.hold(1, erase))
  }

  /**
   * Erases an address from callbacks that match no message, and so belong to no account.
   * @throws ApiError `invalid_request`.
   */
  async eraseUnmatched(email: string): Promise<void> {
    const { models, clock } = this.#deps
    await eraseUnmatched(models, targetOf(email).traces, clock.now())
  }

  async #erase(accountId: string, erasing: Erasing, onProgress: OnProgress): Promise<Erasure> {
    const { models, clock, suppressions } = this.#deps
    const done: ErasureProgress = { searched: 0, erased: 0 }
    const count: Count = ({ searched = 0, erased = 0 }) => {
      done.searched += searched
      done.erased += erased
      onProgress(done)
    }
    await suppressions.erase(accountId, erasing.address)
    // Before contacts: an import makes some.
    await eraseImportFiles(this.#deps, accountId, erasing.traces)
    const importing = await findRunningErasedImports(models, accountId, clock.now())
    await this.#untilReleased(importing, erasing, {
      isHeld: (claim) => exists(models.contactImports.collection, claim),
      inProgress: importInProgress,
    })
    const contacts = await eraseContacts(models, accountId, erasing)
    // Before messages: broadcasts make some.
    const kept = await eraseSettings(models, accountId, erasing)
    const sending = await broadcastsInHand(models, accountId, clock.now())
    await this.#untilReleased(sending, erasing, {
      isHeld: (claim) => exists(models.broadcasts.collection, claim),
      inProgress: broadcastInProgress,
    })
    await this.#eraseFound(accountId, erasing, count)
    await this.#eraseMentioned({ account_id: accountId }, erasing, count)
    await this.#eraseMentioned({ account_id: SYSTEM_ACCOUNT, on_behalf_of: accountId }, erasing, count)
    const received = await this.#eraseReceived(accountId, erasing)
    await eraseMailbox(models, accountId, erasing)
    await eraseDrafts(models, accountId, erasing)
    await eraseElsewhere(models, accountId, erasing)
    // Once more: mail that was being sent may have added the recipient.
    await suppressions.erase(accountId, erasing.address)
    // An import that outlived its claim may have created the contact again.
    const again = await eraseContact(models, accountId, erasing.address)
    return { messages: done.erased, inbound_emails: received, contacts: Math.max(contacts, again), kept }
  }

  /** Waits for the owners of claims, who write with what they read before. What a later claim reads is clean. */
  async #untilReleased(
    inHand: readonly { _id: string; token: string }[],
    { wait }: Pauses,
    { isHeld, inProgress }: { isHeld: (claim: HeldClaim) => Promise<boolean>; inProgress: () => ApiError },
  ): Promise<void> {
    const { clock } = this.#deps
    const deadline = performance.now() + WAIT_MS
    for (const { _id, token } of inHand) {
      while (await isHeld({ _id, 'lease.token': token, 'lease.until': { $gt: clock.now() } })) {
        if (performance.now() > deadline) throw inProgress()
        await wait(LOOK_AGAIN_MS)
      }
    }
  }

  /** Messages that the index finds. Each is not found again once it is done. */
  async #eraseFound(accountId: string, erasing: Erasing, count: Count): Promise<void> {
    const { collection } = this.#deps.models.messages
    const named = { account_id: accountId, search: recipientTerm(erasing.address) }
    for (let before: string | null = null; ; ) {
      const older = before === null ? {} : { _id: { $lt: before } }
      const batch: { _id: string }[] = await collection
        .find({ ...named, ...older }, { projection: { _id: 1 }, sort: { _id: -1 }, limit: BATCH })
        .toArray()
      const last = batch.at(-1)
      if (!last) return
      before = last._id
      const ids = batch.map(({ _id }) => _id)
      await this.#untilDone(ids, (left) => this.#messages.eraseTo(left, erasing), erasing, count)
      await erasing.rest(0)
    }
  }

  /** Messages of any kind that contain the address. */
  async #eraseMentioned(filter: object, erasing: Erasing, count: Count): Promise<void> {
    const { messages } = this.#deps.models
    for await (const { ids, searched } of searchRows(this.#deps.models, messages, erasing, { filter })) {
      count({ searched })
      await this.#eraseEither(ids, erasing, count)
    }
    // Content that is stored apart has no index by account, so it is found by its messages.
    const apart = { ...filter, content: null, content_summary: { $exists: true } }
    for (let after = ''; ; ) {
      const batch: { _id: string }[] = await messages.collection
        .find({ ...apart, _id: { $gt: after } }, { projection: { _id: 1 }, sort: { _id: 1 }, limit: BATCH })
        .toArray()
      const last = batch.at(-1)
      if (!last) return
      after = last._id
      await this.#eraseApart(
        batch.map(({ _id }) => _id),
        erasing,
        count,
      )
    }
  }

  async #eraseApart(ids: string[], erasing: Erasing, count: Count): Promise<void> {
    const { models } = this.#deps
    const search = { filter: { _id: { $in: ids } } }
    for await (const { ids: found } of searchRows(models, models.messageContents, erasing, search)) {
      await this.#eraseEither(found, erasing, count)
    }
  }

  async #eraseEither(ids: string[], erasing: Erasing, count: Count): Promise<void> {
    if (ids.length === 0) return
    const projection = { 'content.html': 0, 'content.text': 0, 'content.attachments': 0, 'content.headers': 0 }
    const rows = await this.#deps.models.messages.collection.find({ _id: { $in: ids } }, { projection }).toArray()
    const { address, traces } = erasing
    const to = rows.filter((row) => hasRecipient(row, address, traces)).map(({ _id }) => _id)
    const others = ids.filter((id) => !to.includes(id))
    await this.#untilDone(to, (left) => this.#messages.eraseTo(left, erasing), erasing, count)
    await this.#untilDone(others, (left) => this.#messages.eraseMentions(left, erasing), erasing, count)
  }

  /** Returns how many received mails had the address. */
  async #eraseReceived(accountId: string, erasing: Erasing): Promise<number> {
    let received = 0
    const count: Count = ({ erased = 0 }) => {
      received += erased
    }
    for await (const ids of findReceived(this.#deps.models, accountId, erasing)) {
      for (let from = 0; from < ids.length; from += RECEIVED_BATCH) {
        const some = ids.slice(from, from + RECEIVED_BATCH)
        await this.#untilDone(some, (left) => this.#received.erase(left, erasing), erasing, count)
      }
    }
    return received
  }

  /** Repeats what is in progress elsewhere until it is done there. */
  async #untilDone(ids: string[], work: (ids: string[]) => Promise<Erased>, { wait }: Pauses, count: Count) {
    const deadline = performance.now() + WAIT_MS
    for (let left = ids; left.length > 0; ) {
      const { count: erased, busy } = await work(left)
      count({ erased })
      left = busy
      if (left.length === 0) return
      if (performance.now() > deadline) throw mailInProgress(left.length)
      await wait(LOOK_AGAIN_MS)
    }
  }
}

function targetOf(email: string): Omit<Erasing, keyof Pauses> {
  const mailbox = parseMailbox(email)
  if (!mailbox) throw fieldError('invalid_request', 'email', 'must be an email address, like user@example.com')
  const address = normalizeAddress(mailbox.email)
  return { address, traces: new AddressTraces(address) }
}

const tooMany = () =>
  new ApiError(
    'overloaded',
    `An erasure of this account is in progress, and ${MAX_WAITING} wait. Repeat the request when they are done.`,
    { retryAfterSeconds: RETRY_AFTER_SECONDS },
  )

/** @param what what is in progress, as a sentence without its full stop. */
const busyWith = (what: string) =>
  new ApiError('overloaded', `${what}. Repeat the request to erase the rest.`, {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  })

const broadcastInProgress = () => busyWith('A broadcast is being sent at the moment')
const importInProgress = () => busyWith('An import of contacts is being done at the moment')
const mailInProgress = (count: number) =>
  busyWith(`Mail to this recipient, or a webhook about it, is being sent at the moment (${count} messages)`)
