import { groupBy } from '../../lib/collections/group-by.js'
import { Batcher } from '../../lib/concurrency/batcher.js'
import { toError } from '../../lib/errors/unknown-error.js'
import type { EventDoc } from '../../models/event.js'
import { type DispatchedMessage, isPaidFor, type MailContent, suppressingAccount } from '../../models/message.js'
import type { SpendAccounting } from '../../services/accounts/spend/spend-accounting.js'
import type { SuppressionService } from '../../services/audience/suppressions/suppression-service.js'
import { resumeCallbacks } from '../../services/tracking/callbacks/resume-callbacks.js'
import { sentFields } from '../../services/tracking/events/dispatch-events.js'
import { newestOf, statusFields } from '../../services/tracking/events/status-fields.js'
import type { Claims } from '../engine/claims.js'
import type { Claimed } from '../engine/work-row.js'
import type { RowOutcome } from '../engine/work-rows.js'
import {
  type EventSideWrites,
  InlineFanOut,
  type InlineFanOutDeps,
  type RecordOptions,
} from '../fan-out/inline-fan-out.js'
import type { HandOver } from './hand-over.js'

/** With more messages, the deliveries of one group to a few endpoints would be too many for a transaction. */
const MAX_OUTCOMES = 256
/**
 * The rows of up to this many messages are closed in the transaction that records their events, which saves a sync of the
 * journal. With more, a sync is shared anyway, and the next events would wait for longer.
 */
const FEW_OUTCOMES = 8
/** How long after its claim a hand-over that the provider accepted is still recorded once the ledger is back, in ms. */
const LATE_MS = 600_000

type Message = Claimed<DispatchedMessage>
type Recorded = { message: Message; events: EventDoc[]; unknownRecipients?: string[] | undefined }
type Deferred = { message: Message } & Extract<HandOver, { retryAt: Date }>
/** What has become of a message: its events, or another attempt later. */
export type Outcome = Recorded | Deferred
/** What is left to write once the events of an outcome are recorded. The row is null if it was closed with them. */
type RowClosing = { row: RowOutcome<DispatchedMessage> | null; providerIds: string[] }

export interface OutcomeDeps extends InlineFanOutDeps {
  spendAccounting: Pick<SpendAccounting, 'releaseCharges'>
  suppressions: Pick<SuppressionService, 'suppress'>
}

/**
 * Records what has become of messages: their events with their fan-out, with or before the closing of their rows. Those at
 * the same time share commands.
 */
export class DispatchOutcomes {
  readonly #deps: OutcomeDeps
  readonly #claims: Claims<DispatchedMessage>
  readonly #fanOut: InlineFanOut
  readonly #outcomes: Batcher<Outcome, RowClosing | null>
  readonly #closings: Batcher<RowClosing, undefined>

  constructor(deps: OutcomeDeps, claims: Claims<DispatchedMessage>) {
    this.#deps = deps
    this.#claims = claims
    this.#fanOut = new InlineFanOut(deps)
    this.#outcomes = new Batcher((outcomes) => this.#write(outcomes), { maxItems: MAX_OUTCOMES })
    // A separate group, so that the next events are recorded meanwhile.
    this.#closings = new Batcher((closings) => this.#closeRows(closings), { maxItems: MAX_OUTCOMES })
  }

  /**
   * Records an outcome, and closes the row. What has succeeded is not repeated.
   * @param onRecorded called when the events are recorded: from then on, the mail is not sent again if the process dies.
   */
  async record(outcome: Outcome, onRecorded?: () => void): Promise<void> {
    let closing: RowClosing | null = null
    let hasWarned = false
    const write = async () => {
      closing ??= await this.#outcomes.add(outcome).catch((error: unknown) => {
        if (!hasWarned) this.#warnIfUnrecorded(outcome, toError(error))
        hasWarned = true
        throw error
      })
      onRecorded?.()
      if (closing) await this.#suppressUnknown(outcome)
      if (closing && isLeft(closing)) await this.#closings.add(closing)
    }
    await this.#claims.record(outcome.message, write, { outlastsMs: isSent(outcome) ? LATE_MS : 0 })
    this.#warnIfLate(outcome)
  }

  /**
   * Says of a mail that was handed over why it may be sent again. Without the error object, because lines with the error of an outage are
   * thinned out, and each of these mails has to be named.
   */
  #warnIfUnrecorded(outcome: Outcome, { message: error }: Error): void {
    const { _id: messageId, account_id: accountId, test_mode } = outcome.message
    if (test_mode || !isSent(outcome)) return
    const problem =
      'a mail was handed over and could not be recorded: it is tried again, and without success the mail is sent again'
    this.#deps.log.warn({ messageId, accountId, error }, problem)
  }

  /** Says of a mail why it may have been sent twice. */
  #warnIfLate(outcome: Outcome): void {
    const { clock, log } = this.#deps
    const { _id: messageId, account_id: accountId, lease, test_mode } = outcome.message
    if (!this.#claims.mayHaveEnded(outcome.message) || test_mode || !isSent(outcome)) return
    const lateMs = clock.now().getTime() - lease.until.getTime()
    const problem = 'a mail was recorded when its claim had ended, or nearly: another worker may have sent it again'
    log.warn({ messageId, accountId, lateMs }, problem)
  }

  /**
   * Suppresses recipients without a mailbox: before the row is closed, and after the events are recorded. If they were suppressed
   * first and the process died, the next worker would take the mail for one that was stopped, although others have got it.
   */
  async #suppressUnknown(outcome: Outcome): Promise<void> {
    const entries = unknownRecipientsOf(outcome).map((recipient) => ({ recipient, reason: 'hard_bounce' }))
    if (entries.length > 0) await this.#deps.suppressions.suppress(suppressingAccount(outcome.message), entries)
  }

  /** Records the events of outcomes. Returns what closes each row; null for outcomes that come too late. */
  async #write(outcomes: Outcome[]): Promise<(RowClosing | null)[]> {
    const now = this.#deps.clock.now()
    const timely = new Set(outcomes.filter((outcome) => isTimely(outcome, now)))
    const recorded = [...timely].flatMap((outcome) => ('events' in outcome ? outcome.events : []))
    // The others have large content, of which they have only a summary.
    const messages = new Map(
      [...timely].flatMap(({ message }) => (hasContent(message) ? [[message._id, message]] : [])),
    )
    const closedIds = new Set<string>()
    const sideWrites = timely.size <= FEW_OUTCOMES ? this.#closeWithEvents([...timely], closedIds) : undefined
    const select = this.#stillTrue([...timely])
    const events = await this.#fanOut.record(recorded, messages, { sideWrites, select })
    const timelines = groupBy(events, (event) => event.message_id)
    for (const outcome of timely) {
      if ('events' in outcome && !timelines.has(outcome.message._id)) timely.delete(outcome)
    }
    // Before the rows are closed, so that a repetition after a crash gives back the rest.
    const unsent = [...timely].filter(isUnsent).map(({ message }) => message._id)
    if (unsent.length > 0) await this.#deps.spendAccounting.releaseCharges(unsent)
    return outcomes.map((outcome) => {
      if (!timely.has(outcome)) return null
      if (closedIds.has(outcome.message._id)) return { row: null, providerIds: providerIds(outcome) }
      const row =
        'events' in outcome ? closed(outcome.message, timelines.get(outcome.message._id)!) : deferred(outcome, now)
      return { row, providerIds: providerIds(outcome) }
    })
  }

  /** Leaves out the events of mails that were not sent and that another worker has by now: it may send them. */
  #stillTrue(outcomes: readonly Outcome[]): NonNullable<RecordOptions['select']> {
    const unsent = new Map(
      outcomes.flatMap((outcome) =>
        'events' in outcome && !isSent(outcome) ? outcome.events.map(({ _id }) => [_id, outcome.message] as const) : [],
      ),
    )
    return async (events, session) => {
      const claimed = new Set(events.flatMap(({ _id }) => unsent.get(_id) ?? []))
      if (claimed.size === 0) return [...events]
      const held = await this.#claims.stillHeld([...claimed], session)
      return events.filter(({ _id }) => !unsent.has(_id) || held.has(unsent.get(_id)!))
    }
  }

  /** Closes rows with the events, except for those that have something to do in between. Adds the ids of those closed. */
  #closeWithEvents(outcomes: readonly Outcome[], closedIds: Set<string>): EventSideWrites {
    const isClosable = (outcome: Outcome) => !isUnsent(outcome) && unknownRecipientsOf(outcome).length === 0
    const rows = new Map(outcomes.filter(isClosable).map(({ message }) => [message._id, message] as const))
    const closable = (events: readonly EventDoc[]) =>
      [...groupBy(events, (event) => event.message_id)].filter(([id]) => rows.has(id))
    return {
      write: async (events, session) => {
        const closings = closable(events).map(([id, own]) => closed(rows.get(id)!, own))
        await this.#deps.work.dispatch.writeOutcomes(closings, { session })
      },
      onCommitted: (events) => {
        for (const [id] of closable(events)) closedIds.add(id)
      },
    }
  }

  async #closeRows(closings: RowClosing[]): Promise<undefined> {
    const { models, work, clock } = this.#deps
    await work.dispatch.writeOutcomes(closings.flatMap(({ row }) => row ?? []))
    const ids = closings.flatMap(({ providerIds }) => providerIds)
    await resumeCallbacks(models, ids, clock.now())
    return undefined
  }
}

/**
 * Whether an outcome can still be recorded. After its lease another worker decides, except for a successful hand-over:
 * that is a fact, and its event is recorded only once. The transaction makes sure of it.
 */
function isTimely(outcome: Outcome, now: Date): boolean {
  return outcome.message.lease.until > now || isSent(outcome)
}

const isSent = (outcome: Outcome) => 'events' in outcome && outcome.events.some((event) => event.type === 'sent')

const hasContent = (message: Message): message is Message & { content: MailContent } => message.content !== null

const unknownRecipientsOf = (outcome: Outcome): string[] => ('events' in outcome && outcome.unknownRecipients) || []

const isLeft = ({ row, providerIds }: RowClosing) => row !== null || providerIds.length > 0

/** Whether a charged message was not sent. */
function isUnsent(outcome: Outcome): boolean {
  if (!('events' in outcome) || !isPaidFor(outcome.message)) return false
  const { charge, accepted_status } = outcome.message
  const mayBeCharged = charge !== null || accepted_status === 'scheduled'
  return mayBeCharged && outcome.events.every((event) => event.type !== 'sent')
}

/** The provider's ids of accepted mails, which it may have reported already. */
function providerIds(outcome: Outcome): string[] {
  if (!('events' in outcome) || outcome.message.test_mode) return []
  return outcome.events.flatMap(({ type, payload }) => (type === 'sent' ? String(payload.provider_message_id) : []))
}

/** The fields of a message that follow from its events and from what it has already. */
const CLOSING = statusFields({
  rank: '$$outcome.given.rank',
  status: '$$outcome.given.status',
  recordedAt: '$$outcome.given.recordedAt',
})

/** Closes a message's row: the status is the type of the newest event. */
function closed(row: Message, events: EventDoc[]): RowOutcome<DispatchedMessage> {
  return { row, set: sentFields(row, events), given: { ...newestOf(events) }, computed: CLOSING, dueAt: null }
}

/** Postpones a deferred message to its next attempt. */
function deferred({ message, retryAt, firstAttemptAt }: Deferred, now: Date): RowOutcome<DispatchedMessage> {
  return {
    row: message,
    set: { first_attempt_at: firstAttemptAt, deferrals: message.deferrals + 1, updated_at: now },
    dueAt: retryAt,
  }
}
