import { idTime } from '../../ids.js'
import { groupBy } from '../../lib/collections/group-by.js'
import type { AccountDoc } from '../../models/account.js'
import type { EventDoc } from '../../models/event.js'
import { type LookUp, lookUp, lookUpById, WORKER_BATCHING } from '../../models/look-up.js'
import { type DispatchedMessage, type MailContent, suppressingAccount } from '../../models/message.js'
import { CACHE_TTL_MS, isFresh, type Revisions, revisionsOf } from '../../models/revisions.js'
import type { MailTransport } from '../../providers/mail/mail-transport.js'
import type { Charges } from '../../services/accounts/spend/charges.js'
import { recipientsOf } from '../../services/audience/suppressions/stop-event.js'
import { eventOf } from '../../services/audience/suppressions/stopped-messages.js'
import type { StopReason, SuppressionLookUp } from '../../services/audience/suppressions/suppression-look-up.js'
import type { DomainLookUp } from '../../services/domains/domain-look-up.js'
import { MissingKeyError } from '../../services/platform/encryption/sealer.js'
import type { ReadBarrier } from '../../services/platform/read-barrier.js'
import type { BounceAddresses } from '../../services/receiving/bounces/bounce-addresses.js'
import type { VerifiedRecipients } from '../../services/sending/test-recipients/verified-recipients.js'
import type { MailDecorator } from '../../services/tracking/engagement/mail-decorator.js'
import { OF_DISPATCH } from '../../services/tracking/events/dispatch-events.js'
import { workerEventDoc } from '../../services/tracking/events/worker-events.js'
import { errorTypeOf, type Span, startProcess } from '../../tracing/tracing.js'
import { ClaimPrefetcher } from '../engine/claim-prefetcher.js'
import type { Claims } from '../engine/claims.js'
import type { Hint } from '../engine/hint.js'
import type { Claimed } from '../engine/work-row.js'
import { amongRefs, type RowRef, refOf } from '../engine/work-rows.js'
import { Worker } from '../engine/worker.js'
import { sendingPauseOf } from '../pauses.js'
import { DISPATCH_LANES, type WorkKind } from '../topics.js'
import { claimsOf } from '../worker-deps.js'
import { DispatchOutcomes, type Outcome, type OutcomeDeps } from './dispatch-outcomes.js'
import { type HandOver, handOver, simulateHandOver, toHandOver } from './hand-over.js'
import { preflight, preflightAgain } from './preflight.js'
import { type Pass, PriorityGate } from './priority-gate.js'
import { type ProviderPermit, ProviderPermits } from './provider-permits.js'
import { type Sender, SenderLookUp } from './sender-look-up.js'
import { isInDoubt, UnconfirmedSends } from './unconfirmed-sends.js'

/*
 * Dispatch: hands a claimed message to the provider, records its events with their fan-out, and closes its row.
 *
 * The claim is written before the provider is called. In the same write it takes a scheduled message out of
 * `scheduled`, so of a cancellation and a dispatch exactly one wins. Events are written before the row, each once. So a
 * message that was claimed before and has no outcome is in doubt. If its events exist, only the row is repaired. If SES
 * has reported the mail, that report counts as the response. Otherwise the mail is handed over again with the same
 * Message-ID. Mail is therefore sent at least once, and twice only if a worker dies between the provider's acceptance and
 * its record.
 */

export interface DispatchDeps extends OutcomeDeps {
  transport: MailTransport
  bounceAddresses: () => Promise<BounceAddresses>
  mailDecorator: MailDecorator
  charges: Pick<Charges, 'chargeScheduled'>
  suppressionLookUp: SuppressionLookUp
  domainLookUp: DomainLookUp
  verifiedRecipients: VerifiedRecipients
  readBarrier: ReadBarrier
}

const NO_STOPS: ReadonlyMap<string, StopReason> = new Map()

type Message = Claimed<DispatchedMessage>
/** The account of a message as it was read; null for one that is gone. */
type Read = { account: AccountDoc | null; revisions: Revisions | null }
/** What has been found out about a message whose mail can be handed over. */
type Ready = { content: MailContent; sender: Sender; checkedAt: number }

/**
 * Messages in progress for each hand-over that the provider takes at a time. The others are claimed and checked
 * meanwhile, so that no hand-over waits for look-ups, and look-ups and writes are shared by more messages.
 */
const IN_PROGRESS_PER_HAND_OVER = 4
/** Longest wait of mail of an account with much of it for mail of one with little, before each step, in ms. */
const MAX_WAIT_MS = 20
/** How long mail of an account with little goes before other mail, in ms: several times what it takes beside a backlog. */
const MAX_AHEAD_MS = 250
const EXPIRE_EVERY_MS = 1_000
/** Contents that are read together. Each may have many megabytes. */
const MAX_CONTENTS = 20
/**
 * Messages of test keys with large content in progress, as a part of those that the provider takes. Each takes a moment, and
 * adds to the memory.
 */
const LARGE_TEST_SHARE = 1 / 4

export class DispatchWorker {
  readonly #deps: DispatchDeps
  readonly #claims: Claims<DispatchedMessage>
  readonly #findAccount: LookUp<string, AccountDoc | null>
  readonly #findAccountFirst: LookUp<string, AccountDoc | null>
  readonly #gate: PriorityGate
  readonly #findContent: LookUp<RowRef, MailContent>
  readonly #findRecorded: LookUp<RowRef, EventDoc[]>
  readonly #senders: SenderLookUp
  readonly #lost: UnconfirmedSends
  readonly #outcomes: DispatchOutcomes
  readonly #handOvers: ProviderPermits
  /** Held by live messages with large content, which would fill the memory if all in progress had some. */
  readonly #large: ProviderPermits
  /** As {@link #large} for mail of test keys, which does not wait for what the provider has. */
  readonly #largeTest: ProviderPermits
  readonly #ahead: ClaimPrefetcher<DispatchedMessage>
  readonly #worker: Worker<WorkKind>
  #expiry: NodeJS.Timeout | undefined

  constructor(deps: DispatchDeps) {
    const { models, work, transport, config } = deps
    this.#deps = deps
    this.#claims = claimsOf(deps, 'dispatch', work.dispatch, {
      status: { $cond: [{ $eq: ['$status', 'scheduled'] }, 'queued', '$status'] },
    })
    // As long again as a hand-over may take, to record its outcome before another worker sends the mail a second time.
    this.#ahead = new ClaimPrefetcher(this.#claims, { workMs: 2 * config.dispatchTimeoutMs })
    this.#findAccount = lookUpById<AccountDoc>(models.accounts.collection, WORKER_BATCHING)
    this.#findAccountFirst = lookUpById<AccountDoc>(models.accounts.collection, WORKER_BATCHING)
    this.#senders = new SenderLookUp(deps)
    this.#lost = new UnconfirmedSends(deps)
    this.#outcomes = new DispatchOutcomes(deps, this.#claims)
    this.#findRecorded = lookUp((refs) => this.#findManyRecorded(refs), WORKER_BATCHING)
    this.#findContent = lookUp((refs) => this.#findContents(refs), { ...WORKER_BATCHING, maxItems: MAX_CONTENTS })
    const { concurrency } = transport
    this.#handOvers = new ProviderPermits(concurrency)
    this.#gate = new PriorityGate({ crowd: concurrency, maxWaitMs: MAX_WAIT_MS, maxAheadMs: MAX_AHEAD_MS })
    this.#large = new ProviderPermits(concurrency)
    this.#largeTest = new ProviderPermits(Math.ceil(concurrency * LARGE_TEST_SHARE))
    this.#worker = new Worker({
      ...deps,
      topic: 'dispatch',
      slotsByLane: Object.fromEntries(DISPATCH_LANES.map((lane) => [lane, IN_PROGRESS_PER_HAND_OVER * concurrency])),
      handle: (hint, lane) => this.#handle(hint, lane),
    })
  }

  start(): void {
    this.#worker.start()
    this.#expiry ??= setInterval(() => {
      for (const permits of this.#allPermits) permits.expire(Date.now())
    }, EXPIRE_EVERY_MS)
  }

  /** Messages that wait for their hand-over are released at once. */
  close(timeoutMs: number): Promise<void> {
    clearInterval(this.#expiry)
    for (const permits of this.#allPermits) permits.close()
    return this.#worker.close(timeoutMs)
  }

  get #allPermits(): ProviderPermits[] {
    return [this.#large, this.#largeTest, this.#handOvers]
  }

  #handle(hint: Hint, lane: string): Promise<void> {
    return this.#gate.hold(`${hint.accountId} ${lane}`, async (pass) => {
      await pass.yield()
      const read = await this.#read(hint.accountId, pass.isFirst)
      if (await this.#hasPaused(hint, read.account)) return
      await this.#claims.run(
        hint,
        (message) => (message.content ? this.#dispatch(message, read, pass) : this.#dispatchLarge(message, read, pass)),
        { first: pass.isFirst },
      )
    })
  }

  async #read(accountId: string, first = false): Promise<Read> {
    const at = performance.now()
    const account = await (first ? this.#findAccountFirst : this.#findAccount)(accountId)
    return { account, revisions: account && revisionsOf(account, at) }
  }

  /** As {@link #dispatch}, once few enough others are in progress. Meanwhile their account may have been paused. */
  async #dispatchLarge(message: Message, known: Read, pass: Pass): Promise<void> {
    await this.#ahead.work(message, {
      // Other large ones take long: its account is looked up again in any case.
      ...{ known, knownAt: -Infinity },
      acquire: () => enter(message.test_mode ? this.#largeTest : this.#large, message),
      lookAgain: () => this.#read(message.account_id),
      work: (read) =>
        isPaused(read.account, message) ? this.#claims.release(message, 0) : this.#dispatch(message, read, pass),
    })
  }

  async #dispatch(message: Message, read: Read, pass: Pass): Promise<void> {
    const span = startProcess(this.#deps.tracing, 'dispatch', { messageId: message._id, follows: message.trace })
    const traced = <T>(work: Promise<T>): Promise<T> =>
      work.catch((error: unknown) => {
        span?.end('_OTHER')
        throw error
      })
    const finish = async (outcome: Outcome, permit?: ProviderPermit) => {
      if (span) noteOutcome(span, outcome)
      pass.end()
      permit?.handedOver()
      await this.#outcomes.record(outcome, permit?.release)
    }
    const prepared = await traced(this.#prepare(message, read))
    await pass.yield()
    if ('message' in prepared) return finish(prepared)
    await this.#ahead.work<Ready | Outcome, ProviderPermit>(message, {
      ...{ known: prepared, knownAt: prepared.checkedAt },
      acquire: () => enter(this.#handOvers, message),
      lookAgain: () => traced(this.#checkAgain(message, prepared.content)),
      work: async (known, permit) =>
        finish('message' in known ? known : await traced(this.#handOver(message, known)), permit),
      released: () => span && noteOutcome(span, null),
    })
  }

  /** Pauses a message if its account is suspended, or live mail if its account is paused for sending. Returns whether it did. */
  async #hasPaused(hint: Hint, account: AccountDoc | null): Promise<boolean> {
    const { dispatch } = this.#deps.work
    if (account?.suspended_at) {
      await dispatch.pause([hint], account._id)
      return true
    }
    if (!account?.sending_pause) return false
    return (await dispatch.pause([hint], sendingPauseOf(account._id), { test_mode: false })) > 0
  }

  /** Finds the outcome of a message that needs no hand-over, or checks one that does. */
  async #prepare(message: Message, read: Read): Promise<Outcome | Ready> {
    const { clock, metrics, newId, log } = this.#deps
    if (message.stopped) return { message, events: [eventOf(message, message.stopped)] }
    const recorded = await this.#findOutcome(message)
    if (recorded) return recorded
    const adopted = await this.#lost.find(message)
    if (adopted) {
      log.warn({ messageId: message._id, ...adopted.payload }, 'the provider had accepted a mail that was in doubt')
      return { message, events: [workerEventDoc(newId, message, adopted)] }
    }
    if (message.abandoned) return { message, events: [this.#failed(message, message.abandoned)] }
    const content = message.content ?? (await this.#findContent(refOf(message)))
    const checked = await this.#check(message, { content, read, rules: preflight })
    if ('message' in checked || !message.test_mode) return checked
    return this.#toOutcome(message, simulateHandOver(message, content, { clock, metrics }))
  }

  #failed(message: Message, error: string): EventDoc {
    const { newId, clock } = this.#deps
    return workerEventDoc(newId, message, { type: 'failed', payload: { error }, occurredAt: clock.now() })
  }

  /** Checks whether a mail may still be sent. If not, returns the outcome. */
  async #check(
    message: Message,
    { content, read, rules }: { content: MailContent; read: Read; rules: typeof preflight },
  ): Promise<Outcome | Ready> {
    const { clock, newId, charges, domainLookUp, verifiedRecipients } = this.#deps
    const revisions = read.revisions && isFresh(read.revisions) ? read.revisions : null
    // What is kept is as old as the account that it was compared with.
    const checkedAt = revisions?.at ?? performance.now()
    const [sender, stops] = await Promise.all([
      this.#senders.of(message, content, revisions),
      this.#stopsOf(message, content, revisions),
    ])
    const known = { sender, stops, account: read.account }
    const events = await rules({ clock, newId, charges, domainLookUp, verifiedRecipients, ...known }, message, content)
    return events ? { message, events } : { content, sender, checkedAt }
  }

  /**
   * What stops mail to the recipients. It is not looked up for a new message whose account has the same suppressions as
   * when it was accepted.
   */
  async #stopsOf(message: Message, content: MailContent, revisions: Revisions | null) {
    const { clock, suppressionLookUp } = this.#deps
    const { _id: id, account_id: accountId, suppressions_revision: accepted, topic_id: topicId } = message
    const listOf = suppressingAccount(message)
    const isNew = Math.abs(clock.now().getTime() - idTime(id).getTime()) <= CACHE_TTL_MS
    if (isNew && accepted !== undefined && accepted === revisions?.suppressions && listOf === accountId) return NO_STOPS
    return suppressionLookUp.find(listOf, recipientsOf(content), topicId)
  }

  /** Checks again what has waited. Null if it cannot be sent now. An earlier owner that hung may have recorded its outcome. */
  async #checkAgain(message: Message, content: MailContent): Promise<Outcome | Ready | null> {
    const read = await this.#read(message.account_id)
    if (isPaused(read.account, message)) return null
    return (await this.#findOutcome(message)) ?? this.#check(message, { content, read, rules: preflightAgain })
  }

  async #handOver(message: Message, { content, sender }: Ready): Promise<Outcome> {
    const { clock, config, metrics, transport, mailDecorator } = this.#deps
    try {
      const result = await handOver(message, await mailDecorator.decorate(message, content, sender.linkHost), {
        transport,
        clock,
        metrics,
        sender,
        bounceAddresses: await this.#deps.bounceAddresses(),
        timeoutMs: config.dispatchTimeoutMs,
        retryBaseMs: config.dispatchRetryBaseMs,
      })
      return this.#toOutcome(message, result)
    } catch (error) {
      return this.#toOutcome(message, this.#awaitKey(message, error))
    }
  }

  #toOutcome(message: Message, result: HandOver): Outcome {
    const { newId, log } = this.#deps
    if ('events' in result) {
      const events = result.events.map((event) => workerEventDoc(newId, message, event))
      return { message, events, unknownRecipients: result.unknownRecipients }
    }
    const { error, retryAt } = result
    log.info({ messageId: message._id, accountId: message.account_id, error, retryAt }, 'deferred')
    return { message, ...result }
  }

  /** Defers a mail that cannot be signed yet because this process lacks a key, which the operator can add. */
  #awaitKey(message: Message, error: unknown): HandOver {
    if (!(error instanceof MissingKeyError)) throw error
    const { clock, config, log } = this.#deps
    log.error({ messageId: message._id, err: error }, 'a mail waits: ENCRYPTION_KEY lacks a key')
    const deferred = { outcome: 'deferred', error: 'signing_key_unavailable' } as const
    return toHandOver(message, deferred, clock.now(), clock, config.dispatchRetryBaseMs)
  }

  /**
   * The outcome of an earlier dispatch whose row was not closed: all its events, the newest of which is the status. After a failover
   * it must not only seem that there is none, or the mail is sent once more.
   */
  async #findOutcome(message: Message): Promise<Outcome | null> {
    if (!isInDoubt(message)) return null
    await this.#deps.readBarrier.pass(message.account_id)
    const events = await this.#findRecorded(refOf(message))
    return events.length > 0 ? { message, events } : null
  }

  async #findManyRecorded(refs: RowRef[]): Promise<EventDoc[][]> {
    const { _id: message_id, account_id } = amongRefs(refs)
    const events = await this.#deps.models.events.collection
      .find({ account_id, message_id, ...OF_DISPATCH })
      .sort({ _id: 1 })
      .toArray()
    const byMessage = groupBy(events, (event) => event.message_id)
    return refs.map(({ id }) => byMessage.get(id) ?? [])
  }

  async #findContents(refs: RowRef[]): Promise<(MailContent | Error)[]> {
    const rows = await this.#deps.models.messageContents.collection.find(amongRefs(refs)).toArray()
    const byId = new Map(rows.map((row) => [row._id, row.content]))
    return refs.map(({ id }) => byId.get(id) ?? new Error(`the content of ${id} is missing`))
  }
}

const enter = (permits: ProviderPermits, { account_id: accountId, message_type: lane }: Message) =>
  permits.acquire(accountId, lane)

/** Whether a message has to wait, because its account is suspended or, for live mail, paused for sending. */
function isPaused(account: AccountDoc | null, { test_mode }: Message): boolean {
  return Boolean(account?.suspended_at || (account?.sending_pause && !test_mode))
}

/** Ends the span of a dispatch. The events that it records are followed by their fan-out. */
function noteOutcome(span: Span, outcome: Outcome | null): void {
  if (outcome && 'events' in outcome) {
    for (const event of outcome.events) event.trace = span.traceparent
    const failed = outcome.events.find(({ type }) => type === 'failed')
    span.set({ 'postline.outcome': outcome.events[0]?.type })
    span.end(failed ? errorTypeOf(failed.payload.error) : null)
    return
  }
  span.set({ 'postline.outcome': outcome ? 'deferred' : 'given_back' })
  span.end(outcome ? 'deferred' : null)
}
