import type { ParsedMail } from '@postline/mail-parser'
import { Batcher } from '../../lib/concurrency/batcher.js'
import { type FairQueue, makeSharedQueue, NO_PERMIT, type Permit } from '../../lib/concurrency/fair-queue.js'
import { throttle } from '../../lib/concurrency/throttle.js'
import { withFallback } from '../../lib/concurrency/time-limit.js'
import { NoThreadError } from '../../lib/threads/task-threads.js'
import type { AccountDoc } from '../../models/account.js'
import { exists } from '../../models/exists.js'
import type { InboundContentDoc, InboundEmailDoc } from '../../models/inbound-email.js'
import { type LookUp, lookUpById, WORKER_BATCHING } from '../../models/look-up.js'
import { forgetMails } from '../../services/mail-app/filing/forget-mails.js'
import { FilingBusyError, type MailFiling } from '../../services/mail-app/filing/mail-filing.js'
import { mailToFileOf } from '../../services/mail-app/filing/mail-to-file-of.js'
import type { BlobStore } from '../../services/platform/blobs/blob-store.js'
import { LockTakenError } from '../../services/platform/ledger-lock.js'
import type { MailParser } from '../../services/reading/mail-parser.js'
import type { Authenticity } from '../../services/receiving/authenticity/authenticity.js'
import { attachmentKey } from '../../services/receiving/blob-keys.js'
import type { DmarcReports } from '../../services/receiving/dmarc-reports/dmarc-reports.js'
import { InboundContents } from '../../services/receiving/inbound-contents.js'
import { type ParsedFields, parsedFields, withMessageId } from '../../services/receiving/parsed-fields.js'
import type { MailForwarder } from '../../services/receiving/routes/mail-forwarder.js'
import type { TlsReports } from '../../services/receiving/tls-reports/tls-reports.js'
import { ClaimPrefetcher, type Deferral } from '../engine/claim-prefetcher.js'
import type { Claims } from '../engine/claims.js'
import type { Hint } from '../engine/hint.js'
import type { Claimed } from '../engine/work-row.js'
import { Worker } from '../engine/worker.js'
import type { WorkKind } from '../topics.js'
import { claimsOf, type WorkerDeps } from '../worker-deps.js'
import { type ExaminedMail, MailReadings, RawMissingError } from './mail-readings.js'
import { ReceivedMailNotifier } from './received-mail-notifier.js'

/*
 * Makes a received mail readable: its raw bytes are parsed, its parts are stored, and it is announced.
 *
 * The order of the writes makes it repeatable at any point: first the attachments and the content (each under a key of
 * its own), then its place in a thread, then the reports in it, then the fields of the mail, by which lists show it, then its webhooks and
 * forwards, last the end of the work, together with the fields if there are none. Parsing the same bytes again gives the
 * same parts.
 *
 * Accounts take turns, twice. The rows of an account that are claimed, which are a few more than its permits, share commands
 * and wait for their permits; larger mails take more of them. Its other hints wait to be claimed, but not for long: they go
 * back to the stream's backlog, so that the slots of its readers never fill up with the mail of one account. No account gets
 * more than it leaves free: so there is always something for others, and memory is bounded.
 *
 * A mail is whatever a stranger sends. What cannot be read in it is left out, and the rest is shown. If it takes the
 * process down five times, it becomes a dead letter; its raw bytes stay.
 */

/** Places for mails in progress, and also how many each reader of a stream reads ahead. */
const SLOTS = 256
/** Bytes for each permit. So in progress are 64 MiB, or four of the largest mails. */
const BYTES_PER_PERMIT = 256 * 1024
/** Most permits of a mail. With more, the largest mails would find none as soon as two accounts are busy. */
const MAX_PERMITS_PER_MAIL = SLOTS / 4
/** Rows that are claimed for each permit. An account alone has half of them, which is less than a reader reads ahead. */
const CLAIMS_PER_PERMIT = 1.5
/** Longest wait to be claimed, in ms. For so long, an account can keep the readers of its stream busy. */
const MAX_CLAIM_WAIT_MS = 500
/** Longest wait for a permit, in ms. */
const MAX_WAIT_MS = 5_000
const EXPIRE_EVERY_MS = 100
/** When a mail is tried again that found no permit, in ms: a random time, so that they do not all come back at once. */
const DEFER_MS = { least: 1_000, most: 4_000 }
const MAX_BATCH = 500
/** When a mail is tried again that had to wait for something else, in ms: see {@link WAIT_FOR}. */
const AGAIN_MS = 1_000
/** Shortest interval between two log lines about missing threads, in ms. */
const LOG_AGAIN_MS = 60_000
/** What passes by itself, and is no fault of the mail. */
const WAIT_FOR = [LockTakenError, FilingBusyError, NoThreadError]
/** Time at shutdown to release what is in progress, in ms. */
const RELEASE_TIMEOUT_MS = 1_000
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
  dmarcReports: Pick<DmarcReports, 'take'>
  tlsReports: Pick<TlsReports, 'take'>
  /** Places for mails in progress. For tests. */
  slots?: number
}

/** Parses received mail. */
export class InboundWorker {
  readonly #deps: InboundDeps
  readonly #claims: Claims<InboundEmailDoc>
  readonly #findAccount: LookUp<string, AccountDoc | null>
  readonly #contents: InboundContents
  readonly #news: ReceivedMailNotifier
  readonly #ahead: ClaimPrefetcher<InboundEmailDoc>
  readonly #claimable: FairQueue
  readonly #permits: FairQueue
  readonly #readings: MailReadings
  readonly #inProgress = new Set<Email>()
  readonly #fields: Batcher<{ email: Email; fields: ParsedFields }, boolean>
  readonly #ends: Batcher<End, boolean>
  readonly #worker: Worker<WorkKind>
  #expiry: NodeJS.Timeout | null = null
  #isClosing = false
  /** Throttled, because without threads every waiting mail is tried again each second. */
  readonly #logNoThread = throttle(LOG_AGAIN_MS, (err: NoThreadError) =>
    this.#deps.log.error({ err }, 'received mail cannot be read and waits: no thread could be started'),
  )

  constructor(deps: InboundDeps) {
    const { models, work, conveyor, slots = SLOTS } = deps
    this.#deps = deps
    this.#claims = claimsOf(deps, 'inbound', work.inbound)
    this.#ahead = new ClaimPrefetcher(this.#claims, { workMs: conveyor.catalog.inbound.handlerMs })
    this.#claimable = makeSharedQueue(CLAIMS_PER_PERMIT * slots, 1)
    this.#permits = makeSharedQueue(slots, 1)
    this.#readings = new MailReadings(deps)
    this.#findAccount = lookUpById<AccountDoc>(models.accounts.collection, WORKER_BATCHING)
    this.#contents = new InboundContents(deps)
    this.#news = new ReceivedMailNotifier(deps)
    this.#fields = new Batcher((parsed) => this.#writeFields(parsed), { maxItems: MAX_BATCH })
    this.#ends = new Batcher((ends) => this.#writeEnds(ends), { maxItems: MAX_BATCH })
    this.#worker = new Worker({
      ...deps,
      topic: 'inbound',
      // In each partition, so many that no account has permits for all of them.
      slotsByLane: { main: slots * conveyor.partitions },
      handle: (hint) => this.#handle(hint),
    })
  }

  start(): void {
    this.#worker.start()
    this.#expiry ??= setInterval(() => {
      this.#claimable.expire(Date.now())
      this.#permits.expire(Date.now())
    }, EXPIRE_EVERY_MS)
  }

  /**
   * Stops taking mails and waits for those in progress, at most `timeoutMs`. What waits for its permit is released at
   * once, and in the end what has not been finished: others do it from the beginning.
   */
  async close(timeoutMs: number): Promise<void> {
    this.#isClosing = true
    this.#claimable.close()
    this.#permits.close()
    await this.#worker.close(timeoutMs)
    if (this.#expiry) clearInterval(this.#expiry)
    const givenBack = Promise.all([...this.#inProgress].map((email) => this.#claims.release(email, 0)))
    await withFallback({ timeoutMs: RELEASE_TIMEOUT_MS }, givenBack, () => undefined)
  }

  async #handle(hint: Hint): Promise<void> {
    const { accountId } = hint
    const claim = await this.#claimable.acquire({ accountId }, Date.now() + MAX_CLAIM_WAIT_MS)
    // To the end of the account's line.
    if (!claim) return this.#deps.conveyor.hint('inbound', [hint])
    try {
      await this.#claim(hint)
    } finally {
      claim.release()
    }
  }

  async #claim(hint: Hint): Promise<void> {
    const account = await this.#findAccount(hint.accountId)
    if (account?.suspended_at) {
      await this.#deps.work.inbound.pause([hint], hint.accountId)
      return
    }
    const knownAt = performance.now()
    await this.#claims.run(hint, (email) =>
      this.#ahead.work(email, {
        ...{ known: 'not suspended', knownAt },
        acquire: () => this.#enter(email),
        lookAgain: async () => ((await this.#findAccount(hint.accountId))?.suspended_at ? null : 'not suspended'),
        work: () => this.#receiveIfPossible(email),
      }),
    )
  }

  /**
   * Waits for the permits of a mail. A suspect does not wait: a process that is killed meanwhile would count against it.
   */
  async #enter(email: Email): Promise<Permit | Deferral> {
    if (this.#claims.isSuspect(email)) return NO_PERMIT
    const { account_id: accountId, size_bytes } = email
    const size = Math.min(1 + Math.floor(size_bytes / BYTES_PER_PERMIT), MAX_PERMITS_PER_MAIL)
    const permit = await this.#permits.acquire({ accountId, size }, Date.now() + MAX_WAIT_MS)
    if (permit) return permit
    const { least, most } = DEFER_MS
    return { inMs: this.#isClosing ? 0 : least + this.#deps.clock.random() * (most - least) }
  }

  /**
   * Gives a mail back if something else is in its way: another process that files mail of the account may have died, people
   * may change its conversation all the time, and there may be no thread to read it.
   */
  async #receiveIfPossible(email: Email): Promise<void> {
    this.#inProgress.add(email)
    try {
      await this.#readings.use(email, (mail) => this.#receive(email, mail))
    } catch (error) {
      if (error instanceof RawMissingError && (await this.#announceStored(email))) return
      if (!WAIT_FOR.some((passing) => error instanceof passing)) throw error
      if (error instanceof NoThreadError && error.cause !== undefined) this.#logNoThread(error)
      await this.#claims.release(email, AGAIN_MS)
    } finally {
      this.#inProgress.delete(email)
    }
  }

  async #receive(email: Email, { parsed: read, verdicts, isAuthentic }: ExaminedMail): Promise<void> {
    const { config, clock } = this.#deps
    const parsed = withMessageId(read, email.raw_digest, config.inboundMxHost)
    const content = await this.#store(email, parsed)
    const { threadId } = await this.#deps.mailFiling.file(mailToFileOf(email, parsed, isAuthentic))
    await this.#deps.dmarcReports.take(email, parsed, isAuthentic)
    await this.#deps.tlsReports.take(email, parsed, isAuthentic)
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

  /** Announces a mail that was parsed before its raw bytes were erased. False if it was not, or if its texts are gone, too. */
  async #announceStored(email: Email): Promise<boolean> {
    const { _id, account_id, parsed_at } = email
    const content = parsed_at && (await this.#deps.models.inboundContents.collection.findOne({ _id, account_id }))
    if (!content) return false
    const audience = await this.#news.audienceOf(email)
    if (audience) await this.#news.announce(email, content, audience)
    await this.#ends.add({ email })
    return true
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
    if (await exists(this.#deps.models.inboundEmails.collection, { _id, account_id })) return
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
    const ids = parsed.map(({ email }) => email._id)
    const rows = await collection.find({ _id: { $in: ids } }, { projection: { 'lease.token': 1 } }).toArray()
    const tokens = new Map(rows.map((row) => [row._id, row.lease?.token]))
    return parsed.map(({ email }) => tokens.get(email._id) === email.lease.token)
  }

  /** Resolves with false for mails of which some are gone, or another worker's. */
  async #writeEnds(ends: End[]): Promise<boolean[]> {
    const outcomes = ends.map(({ email, fields }) => ({ row: email, dueAt: null, ...(fields && { set: fields }) }))
    const written = await this.#deps.work.inbound.writeOutcomes(outcomes)
    return ends.map(() => written === ends.length)
  }
}
