import { Group } from '../../lib/group.js'
import { Semaphore } from '../../lib/semaphore.js'
import type { AccountDoc } from '../../models/account.js'
import type { InboundContentDoc, InboundEmailDoc } from '../../models/inbound-email.js'
import { type LookUp, lookUpById, WORKER_GUARDS } from '../../models/look-up.js'
import type { Authentication, Authenticity } from '../../services/inbound/authenticity/authenticity.js'
import { attachmentKey, type BlobStore, rawKey } from '../../services/inbound/blob-store.js'
import { InboundContents } from '../../services/inbound/inbound-contents.js'
import { mailToFileOf } from '../../services/inbound/mail-to-file-of.js'
import {
  type IdentifiedMail,
  type ParsedFields,
  parsedFields,
  withMessageId,
} from '../../services/inbound/parsed-fields.js'
import type { MailParser } from '../../services/inbound/parser/mail-parser.js'
import type { ParsedMail } from '../../services/inbound/parser/parsed-mail.js'
import type { MailForwarder } from '../../services/inbound/routes/mail-forwarder.js'
import { LockTakenError } from '../../services/ledger-lock.js'
import { forgetMails } from '../../services/mail/forget-mails.js'
import type { MailFiling } from '../../services/mail/mail-filing.js'
import { type SharedBytes, toShared } from '../../services/reading/shared-bytes.js'
import type { Claims } from '../engine/claims.js'
import type { Hint } from '../engine/hint.js'
import type { Claimed } from '../engine/work-row.js'
import { Worker } from '../engine/worker.js'
import type { WorkKind } from '../topics.js'
import { claimsOf, type WorkerDeps } from '../worker-deps.js'
import { ReceivedNews } from './received-news.js'

/*
 * Makes a received mail readable: its raw bytes are parsed, its parts are stored, and it is announced.
 *
 * The order of the writes makes it repeatable at any point: first the attachments and the content (each under a key of
 * its own), then its place in a thread, then the fields of the mail, by which lists show it, then its webhooks and
 * forwards, last the end of the work, together with the fields if there are none. Parsing the same bytes again gives the
 * same parts.
 *
 * A mail is whatever a stranger sends. What cannot be read in it is left out, and the rest is shown. If it takes the
 * process down five times, it becomes a dead letter; its raw bytes stay.
 */

/** Mails in progress at most. */
const SLOTS = 128
/** Bytes of mails in progress at most. A larger mail is alone. */
const MAX_BYTES = 64 * 1024 * 1024
const MAX_BATCH = 500
/** When a mail is tried again that waited in vain for its account's lock. */
const LOCK_WAIT_MS = 1_000
/** Attachments of a mail that are stored at a time. */
const ATTACHMENTS_AT_A_TIME = 8

type Email = Claimed<InboundEmailDoc>
/** The end of the work on a mail, with its fields if nobody has to be told in between. */
type End = { email: Email; fields?: ParsedFields }

export interface InboundDeps extends WorkerDeps {
  blobStore: Pick<BlobStore, 'get' | 'put' | 'delete'>
  authenticity: Pick<Authenticity, 'check'>
  mailParser: Pick<MailParser, 'parse'>
  mailFiling: Pick<MailFiling, 'file'>
  mailForwarder: Pick<MailForwarder, 'forward'>
  /** Mails in progress at most. For tests. */
  slots?: number
}

/** Parses received mail. */
export class InboundWorker {
  readonly #deps: InboundDeps
  readonly #claims: Claims<InboundEmailDoc>
  readonly #findAccount: LookUp<string, AccountDoc | null>
  readonly #contents: InboundContents
  readonly #news: ReceivedNews
  readonly #bytes = new Semaphore(MAX_BYTES)
  readonly #fields: Group<{ email: Email; fields: ParsedFields }, boolean>
  readonly #ends: Group<End, boolean>
  readonly #worker: Worker<WorkKind>

  constructor(deps: InboundDeps) {
    const { models, work, slots = SLOTS } = deps
    this.#deps = deps
    this.#claims = claimsOf(deps, 'inbound', work.inbound)
    this.#findAccount = lookUpById<AccountDoc>(models.accounts.collection, WORKER_GUARDS)
    this.#contents = new InboundContents(deps)
    this.#news = new ReceivedNews(deps)
    this.#fields = new Group((parsed) => this.#writeFields(parsed), { maxItems: MAX_BATCH })
    this.#ends = new Group((ends) => this.#writeEnds(ends), { maxItems: MAX_BATCH })
    this.#worker = new Worker({
      ...deps,
      topic: 'inbound',
      slotsByLane: { main: slots },
      handle: (hint) => this.#handle(hint),
    })
  }

  start(): void {
    this.#worker.start()
  }

  /** Stops taking mails and waits for those in progress, at most `timeoutMs`. */
  close(timeoutMs: number): Promise<void> {
    return this.#worker.close(timeoutMs)
  }

  async #handle(hint: Hint): Promise<void> {
    const account = await this.#findAccount(hint.accountId)
    if (account?.suspended_at) {
      await this.#deps.work.inbound.pause([hint], hint.accountId)
      return
    }
    await this.#claims.run(hint, (email) =>
      this.#bytes.hold(Math.min(email.size_bytes, MAX_BYTES), () => this.#receiveUnlessLocked(email)),
    )
  }

  /** Another process that files mail of the account may have died. That is no fault of this mail. */
  async #receiveUnlessLocked(email: Email): Promise<void> {
    try {
      await this.#receive(email)
    } catch (error) {
      if (!(error instanceof LockTakenError)) throw error
      await this.#claims.giveBack(email, LOCK_WAIT_MS)
    }
  }

  async #receive(email: Email): Promise<void> {
    const { conveyor, clock } = this.#deps
    if (!this.#claims.lasts(email, conveyor.catalog.inbound.handlerMs)) {
      // It has waited so long that its lease could end during the work.
      return this.#claims.giveBack(email, 0)
    }
    const stored = await this.#deps.blobStore.get(email.account_id, rawKey(email.raw_digest))
    if (!stored) throw new Error('the raw bytes of a received mail are missing')
    const raw = await toShared(stored)
    const [parsed, { verdicts, isAuthentic }] = await Promise.all([this.#parse(email, raw), this.#check(email, raw)])
    const content = await this.#store(email, parsed)
    const { threadId } = await this.#deps.mailFiling.file(mailToFileOf(email, parsed, isAuthentic))
    const fields = parsedFields(parsed, { verdicts, threadId, parsedAt: clock.now() })
    const audience = await this.#news.audienceOf(email)
    if (!audience) {
      if (!(await this.#ends.add({ email, fields }))) await this.#cleanUp(email, parsed)
      return
    }
    if (!(await this.#fields.add({ email, fields }))) return this.#cleanUp(email, parsed)
    await this.#news.announce({ ...email, ...fields }, content, audience)
    await this.#ends.add({ email })
  }

  async #parse({ _id, account_id, raw_digest }: Email, raw: SharedBytes): Promise<IdentifiedMail> {
    const { mailParser, config } = this.#deps
    const parsed = await mailParser.parse(account_id, raw, { attachmentsUrl: `/v1/inbound/${_id}/attachments` })
    return withMessageId(parsed, raw_digest, config.inboundMxHost)
  }

  #check({ account_id, client, envelope_from, given_verdicts }: Email, raw: SharedBytes): Promise<Authentication> {
    const arrival = { client, sender: envelope_from, given: given_verdicts }
    return this.#deps.authenticity.check(account_id, raw, arrival)
  }

  /** The attachments and the content. */
  async #store({ _id, account_id }: Email, parsed: ParsedMail): Promise<InboundContentDoc> {
    const { attachments } = parsed
    for (let from = 0; from < attachments.length; from += ATTACHMENTS_AT_A_TIME) {
      const some = attachments.slice(from, from + ATTACHMENTS_AT_A_TIME)
      await Promise.all(
        some.map(({ content }, at) => this.#deps.blobStore.put(account_id, attachmentKey(_id, from + at), content)),
      )
    }
    return this.#contents.store(_id, account_id, parsed)
  }

  /** Removes what was stored of a mail that was erased or deleted meanwhile. */
  async #cleanUp({ _id, account_id }: Email, { attachments }: ParsedMail): Promise<void> {
    if (await this.#deps.models.inboundEmails.exists({ _id, account_id })) return
    await this.#deps.blobStore.delete(
      account_id,
      attachments.map((_attachment, index) => attachmentKey(_id, index)),
    )
    await this.#contents.delete([_id])
    await forgetMails(this.#deps.models, [_id])
  }

  /** Resolves with whether the mail is still there and this worker's. */
  async #writeFields(parsed: { email: Email; fields: ParsedFields }[]): Promise<boolean[]> {
    const { collection } = this.#deps.models.inboundEmails
    const updates = parsed.map(({ email, fields }) => ({
      updateOne: {
        filter: { _id: email._id, account_id: email.account_id, 'lease.token': email.lease.token },
        update: { $set: fields },
      },
    }))
    const { matchedCount } = await collection.bulkWrite(updates, { ordered: false })
    if (matchedCount === parsed.length) return parsed.map(() => true)
    const tokens = parsed.map(({ email }) => email.lease.token)
    const ids = parsed.map(({ email }) => email._id)
    const own = await collection
      .find({ _id: { $in: ids }, 'lease.token': { $in: tokens } }, { projection: { _id: 1 } })
      .toArray()
    const found = new Set(own.map(({ _id }) => _id))
    return ids.map((id) => found.has(id))
  }

  /** Resolves with false for mails of which some are gone, or another worker's. */
  async #writeEnds(ends: End[]): Promise<boolean[]> {
    const outcomes = ends.map(({ email, fields }) => ({ row: email, dueAt: null, ...(fields && { set: fields }) }))
    const written = await this.#deps.work.inbound.writeOutcomes(outcomes)
    return ends.map(() => written === ends.length)
  }
}
