import type { MessageType } from '../../contract/messages.js'
import { FairQueue } from '../../lib/fair-queue.js'
import { withTimeout } from '../../lib/time-limit.js'
import type { AccountDoc } from '../../models/account.js'
import type { EventDoc } from '../../models/event.js'
import { type LookUp, lookUp, lookUpById, WORKER_GUARDS } from '../../models/look-up.js'
import { type MailContent, type MessageDoc, suppressingAccount } from '../../models/message.js'
import type { MailTransport } from '../../providers/mail/mail-transport.js'
import type { BounceAddresses } from '../../services/bounces/bounce-addresses.js'
import type { DomainLookUp } from '../../services/domains/domain-look-up.js'
import { MissingKeyError } from '../../services/encryption/sealer.js'
import type { MailDecorator } from '../../services/engagement/mail-decorator.js'
import { workerEventDoc } from '../../services/events/worker-events.js'
import type { Charges } from '../../services/spend/charges.js'
import { recipientsOf } from '../../services/suppressions/stop-event.js'
import { eventOf } from '../../services/suppressions/stopped-messages.js'
import type { SuppressionLookUp } from '../../services/suppressions/suppression-look-up.js'
import type { VerifiedRecipients } from '../../services/test-recipients/verified-recipients.js'
import { errorTypeOf, type Span, startProcess } from '../../tracing/tracing.js'
import type { Claims } from '../engine/claims.js'
import { HANDLE_TIMEOUT_MS } from '../engine/consumer.js'
import type { Hint } from '../engine/hint.js'
import type { Claimed } from '../engine/work-row.js'
import { amongRefs, type RowRef, refOf } from '../engine/work-rows.js'
import { Worker } from '../engine/worker.js'
import { sendingPauseOf } from '../pauses.js'
import { DISPATCH_LANES, type WorkKind } from '../topics.js'
import { claimsOf } from '../worker-deps.js'
import { DispatchOutcomes, type Outcome, type OutcomeDeps } from './dispatch-outcomes.js'
import { type HandOver, handOver, simulateHandOver, toHandOver } from './hand-over.js'
import { LostHandOvers } from './lost-hand-overs.js'
import { preflight, preflightAgain } from './preflight.js'
import { type Sender, SenderLookUp } from './sender-look-up.js'

/*
 * Dispatch: hands a claimed message to the provider, records its events with their fan-out, and closes its row.
 *
 * The claim is written before the provider is called. In the same write it takes a scheduled message out of
 * `scheduled`, so of a cancellation and a dispatch exactly one wins. Events are written before the row, each once. So a
 * message that was claimed before and has no outcome is in doubt. If its `sent` or `failed` event exists, only the row
 * is repaired. If SES has reported the mail, that report counts as the response. Otherwise the mail is handed over
 * again with the same Message-ID. Mail is therefore sent at least once, and twice only if a worker dies between the
 * provider's acceptance and its record.
 */

export interface DispatchDeps extends OutcomeDeps {
  transport: MailTransport
  bounceAddresses: () => Promise<BounceAddresses>
  mailDecorator: MailDecorator
  charges: Pick<Charges, 'chargeScheduled'>
  suppressionLookUp: SuppressionLookUp
  domainLookUp: DomainLookUp
  verifiedRecipients: VerifiedRecipients
}

type Message = Claimed<MessageDoc>
/** What has been found out about a message whose mail can be handed over. */
type Ready = { content: MailContent; sender: Sender; checkedAt: number }

/**
 * Messages in progress for each hand-over that the provider takes at a time. The others are claimed and checked
 * meanwhile, so that no hand-over waits for look-ups, and look-ups and writes are shared by more messages.
 */
const IN_PROGRESS_PER_HAND_OVER = 4
/** The part of the provider's places for marketing mail while transactional mail waits. */
const MARKETING_SHARE = 1 / 5
/** After waiting this long for its hand-over, a message is checked again, in ms. */
const CHECK_AGAIN_AFTER_MS = 1_000
/** Contents that are read together. Each may have many megabytes. */
const MAX_CONTENTS = 20
/** Events that decide the outcome of a message. Other events of ours, such as opens, come later. */
const OUTCOMES = ['sent', 'failed', 'suppressed', 'unsubscribed'] as const

export class DispatchWorker {
  readonly #deps: DispatchDeps
  readonly #claims: Claims<MessageDoc>
  readonly #findAccount: LookUp<string, AccountDoc | null>
  readonly #findContent: LookUp<RowRef, MailContent>
  readonly #senders: SenderLookUp
  readonly #lost: LostHandOvers
  readonly #outcomes: DispatchOutcomes
  /** Held from the hand-over until the outcome is recorded: if the process dies, so many mails may be sent again. */
  readonly #handOvers: FairQueue<MessageType>
  /** Held by messages with large content, which would fill the memory if all in progress had some. */
  readonly #large: FairQueue<MessageType>
  readonly #worker: Worker<WorkKind>
  #closing = false

  constructor(deps: DispatchDeps) {
    const { models, work, transport } = deps
    this.#deps = deps
    this.#claims = claimsOf(deps, 'dispatch', work.dispatch, {
      status: { $cond: [{ $eq: ['$status', 'scheduled'] }, 'queued', '$status'] },
    })
    this.#findAccount = lookUpById<AccountDoc>(models.accounts.collection, WORKER_GUARDS)
    this.#senders = new SenderLookUp(deps)
    this.#lost = new LostHandOvers(deps)
    this.#outcomes = new DispatchOutcomes(deps, this.#claims)
    this.#findContent = lookUp((refs) => this.#findContents(refs), { ...WORKER_GUARDS, maxItems: MAX_CONTENTS })
    const { concurrency } = transport
    this.#handOvers = makeQueue(concurrency)
    this.#large = makeQueue(concurrency)
    this.#worker = new Worker({
      ...deps,
      topic: 'dispatch',
      slotsByLane: Object.fromEntries(DISPATCH_LANES.map((lane) => [lane, IN_PROGRESS_PER_HAND_OVER * concurrency])),
      handle: (hint) => this.#handle(hint),
    })
  }

  start(): void {
    this.#worker.start()
  }

  /** Messages that wait for their hand-over are given back at once. */
  close(timeoutMs: number): Promise<void> {
    this.#closing = true
    this.#large.open()
    this.#handOvers.open()
    return this.#worker.close(timeoutMs)
  }

  async #handle(hint: Hint): Promise<void> {
    const account = await this.#findAccount(hint.accountId)
    if (await this.#hasPaused(hint, account)) return
    await this.#claims.run(hint, (message) =>
      message.content ? this.#dispatch(message, account) : this.#dispatchLarge(message),
    )
  }

  /** As {@link #dispatch}, once few enough others are in progress. Meanwhile their account may have been paused. */
  async #dispatchLarge(message: Message): Promise<void> {
    await this.#large.hold(entryOf(message), async () => {
      const account = await this.#findAccount(message.account_id)
      if (this.#closing || isPaused(account, message)) return this.#giveBack(message)
      return this.#dispatch(message, account)
    })
  }

  async #dispatch(message: Message, account: AccountDoc | null): Promise<void> {
    const named = { messageId: message._id, follows: message.trace }
    const span = startProcess(this.#deps.tracing, 'dispatch', named)
    const traced = <T>(work: Promise<T>): Promise<T> =>
      work.catch((error: unknown) => {
        span?.end('_OTHER')
        throw error
      })
    const finish = async (outcome: Outcome | null) => {
      if (span) noteOutcome(span, outcome)
      if (outcome) await this.#outcomes.record(outcome)
    }
    const prepared = await traced(this.#prepare(message, account))
    if ('message' in prepared) return finish(prepared)
    // By then its reader has given the message up, too, and its place must not be lost.
    const send = async () => finish(await traced(this.#sendInTurn(message, prepared)))
    await this.#handOvers.hold(entryOf(message), () => withTimeout(HANDLE_TIMEOUT_MS, send()))
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
  async #prepare(message: Message, account: AccountDoc | null): Promise<Outcome | Ready> {
    const { clock, metrics, newId, log } = this.#deps
    if (message.stopped) return { message, events: [eventOf(message, message.stopped)] }
    if (message.crashes > 1 && !message.test_mode) {
      const events = await this.#findOutcome(message)
      if (events.length > 0) return { message, events }
    }
    const adopted = await this.#lost.find(message)
    if (adopted) {
      log.warn({ messageId: message._id, ...adopted.payload }, 'the provider had accepted a mail that was in doubt')
      return { message, events: [workerEventDoc(newId, message, adopted)] }
    }
    const content = message.content ?? (await this.#findContent(refOf(message)))
    const checked = await this.#check(message, { content, account, rules: preflight })
    if ('message' in checked || !message.test_mode) return checked
    return this.#toOutcome(message, simulateHandOver(message, content, { clock, metrics }))
  }

  /** Checks whether a mail may still be sent. If not, returns the outcome. */
  async #check(
    message: Message,
    { content, account, rules }: { content: MailContent; account: AccountDoc | null; rules: typeof preflight },
  ): Promise<Outcome | Ready> {
    const { clock, newId, charges, suppressionLookUp, domainLookUp, verifiedRecipients } = this.#deps
    const checkedAt = performance.now()
    const [sender, stops] = await Promise.all([
      this.#senders.of(message, content),
      suppressionLookUp.find(suppressingAccount(message), recipientsOf(content), message.topic_id),
    ])
    const known = { sender, stops, account }
    const events = await rules({ clock, newId, charges, domainLookUp, verifiedRecipients, ...known }, message, content)
    return events ? { message, events } : { content, sender, checkedAt }
  }

  /** Checks again what has waited. Null if it cannot be sent now. */
  async #checkAgain(message: Message, ready: Ready): Promise<Outcome | Ready | null> {
    if (!this.#mayBegin(message)) return null
    if (performance.now() - ready.checkedAt <= CHECK_AGAIN_AFTER_MS) return ready
    const account = await this.#findAccount(message.account_id)
    if (isPaused(account, message)) return null
    const checked = await this.#check(message, { content: ready.content, account, rules: preflightAgain })
    return 'message' in checked || this.#mayBegin(message) ? checked : null
  }

  /**
   * Whether a hand-over can begin: even if it takes as long as it may, the claim lasts as long again, so that the outcome is
   * recorded before another worker sends the mail a second time.
   */
  #mayBegin(message: Message): boolean {
    return !this.#closing && this.#claims.lasts(message, 2 * this.#deps.config.dispatchTimeoutMs)
  }

  /** Hands a mail over once the provider takes another one. Null if the message was given back instead. */
  async #sendInTurn(message: Message, ready: Ready): Promise<Outcome | null> {
    const checked = await this.#checkAgain(message, ready)
    if (!checked) {
      await this.#giveBack(message)
      return null
    }
    if ('message' in checked) return checked
    return this.#toOutcome(message, await this.#handOver(message, checked.content, checked.sender))
  }

  async #giveBack(message: Message): Promise<void> {
    const { work, clock } = this.#deps
    await work.dispatch.giveBack([refOf(message)], message.lease.token, clock.now())
  }

  async #handOver(message: Message, content: MailContent, sender: Sender): Promise<HandOver> {
    const { clock, config, metrics, transport, mailDecorator } = this.#deps
    try {
      return await handOver(message, await mailDecorator.decorate(message, content, sender.linkHost), {
        transport,
        clock,
        metrics,
        sender,
        bounceAddresses: await this.#deps.bounceAddresses(),
        timeoutMs: config.dispatchTimeoutMs,
        retryBaseMs: config.dispatchRetryBaseMs,
      })
    } catch (error) {
      return this.#awaitKey(message, error)
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

  /** Events of an earlier hand-over whose row was not closed. */
  #findOutcome(message: Message): Promise<EventDoc[]> {
    return this.#deps.models.events
      .find({
        account_id: message.account_id,
        message_id: message._id,
        source: { $in: ['worker', 'router'] },
        type: { $in: OUTCOMES },
      })
      .sort({ _id: 1 })
      .lean()
  }

  async #findContents(refs: RowRef[]): Promise<(MailContent | Error)[]> {
    const rows = await this.#deps.models.messageContents.collection.find(amongRefs(refs)).toArray()
    const byId = new Map(rows.map((row) => [row._id, row.content]))
    return refs.map(({ id }) => byId.get(id) ?? new Error(`the content of ${id} is missing`))
  }
}

/**
 * A queue for places at the provider. Accounts take turns. While transactional mail waits, marketing mail has at most
 * {@link MARKETING_SHARE} of the places, and always one.
 */
function makeQueue(places: number): FairQueue<MessageType> {
  const share = Math.max(1, Math.floor(places * MARKETING_SHARE))
  const queue: FairQueue<MessageType> = new FairQueue(DISPATCH_LANES, {
    places: () => places,
    perLane: (lane) => (lane === 'marketing' && queue.ofLane('transactional').waiting > 0 ? share : places),
  })
  return queue
}

const entryOf = ({ account_id: accountId, message_type: lane }: Message) => ({ accountId, targetId: '', lane })

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
