import type {
  MailChange,
  MailChangePage,
  MailChangeStreamRequest,
  MailChangesRequest,
} from '../../../contract/mail-changes.js'
import type { MailDraftSummary } from '../../../contract/mail-drafts.js'
import type { MailThreadSummary } from '../../../contract/mail-threads.js'
import { ApiError, fieldError } from '../../../errors.js'
import type { EventStreams } from '../../../event-streams/event-streams.js'
import type { MailChangeDoc, RecordedChange } from '../../../models/mail-change.js'
import type { Caller } from '../../caller.js'
import type { ServiceDeps } from '../../deps.js'
import { type MailReach, type MailViewer, reachOf } from '../../platform/mail-reach.js'
import { encodeCursor, type List, placeIn } from '../../platform/pages.js'
import { isoTime } from '../../platform/timestamps.js'
import { draftsWithin, presentSummary, SUMMARY, type SummaryRow } from '../drafts/draft-rows.js'
import { changesWithin } from '../reach/changes-within.js'
import { threadsWithin } from '../reach/within-reach.js'
import { threadSummaries } from './thread-summaries.js'

/** Changes that a stream reads at a time. */
const STREAM_PAGE = 100

/** The changes of an account's mail in the order of recording. */
const CHANGES: List = { name: 'mail-changes', isPlace: (text) => toPosition(text) !== null }

/** Before which change a reader is: the number of its row, and its place in it. */
interface Position {
  seq: number
  index: number
}

/** A change with its row, and the position after it. */
interface Placed {
  row: MailChangeDoc
  change: RecordedChange
  after: Position
}

type ChangesDeps = Pick<ServiceDeps, 'models'> & { eventStreams: Pick<EventStreams, 'follow'> }

/**
 * What happened to the mail of an account, in one order. Rows of changes say what happened and to what; how that is now is
 * read when they are. So whoever has listed everything and follows from a cursor that he got before, has the same
 * as a new list once he has read all.
 */
export class MailChanges {
  readonly #deps: ChangesDeps

  constructor(deps: ChangesDeps) {
    this.#deps = deps
  }

  /**
   * The changes after a cursor; for a key that is bound to inboxes a page may be short. Without one none, but the cursor of now.
   * @throws ApiError `invalid_request` for a cursor that is none of this account, `changes_expired` for one from so long
   *   ago that changes after it are gone.
   */
  async list(viewer: MailViewer, { cursor, limit }: MailChangesRequest): Promise<MailChangePage> {
    const { accountId } = viewer
    const from = await this.#startOf(accountId, cursor, 'cursor')
    const found = cursor === undefined ? [] : await this.#read(accountId, from, limit + 1)
    const shown = found.slice(0, limit)
    return {
      changes: await this.#present(viewer, shown),
      cursor: cursorOf(shown.at(-1)?.after ?? from),
      has_more: found.length > limit,
    }
  }

  /**
   * Changes as they are recorded, until the signal: those after the cursor of one first; without it, from now on.
   * @throws ApiError as {@link list}, and as other streams.
   */
  async *subscribe(
    caller: Caller,
    { lastEventId }: MailChangeStreamRequest,
    signal?: AbortSignal,
  ): AsyncGenerator<MailChange, void> {
    const { accountId } = caller
    let position = await this.#startOf(accountId, lastEventId, 'lastEventId')
    const next = async () => {
      const found = await this.#read(accountId, position, STREAM_PAGE)
      position = found.at(-1)?.after ?? position
      return { changes: await this.#present(caller, found), isLast: found.length < STREAM_PAGE }
    }
    async function* read(): AsyncGenerator<MailChange, void> {
      for (;;) {
        const { changes, isLast } = await next()
        yield* changes
        if (isLast) return
      }
    }
    yield* this.#deps.eventStreams.follow(caller, read, signal)
  }

  async #startOf(accountId: string, cursor: string | undefined, field: string): Promise<Position> {
    const end = { seq: (await this.#newest(accountId)) + 1, index: 0 }
    if (cursor === undefined) return end
    const place = placeIn(CHANGES, cursor)
    const position = place === null ? null : toPosition(place)
    if (position && position.seq <= end.seq) return position
    const message = 'is not the cursor of a change of this account; pass the last one unchanged, or leave it out'
    throw fieldError('invalid_request', field, message)
  }

  async #newest(accountId: string): Promise<number> {
    return (await this.#deps.models.mailSequences.collection.findOne({ _id: accountId }))?.seq ?? 0
  }

  /**
   * At most so many changes after a position. A row of a bulk change holds hundreds, so a page reads one row first, and
   * then as many as it has already read, until it is full.
   */
  async #read(accountId: string, from: Position, limit: number): Promise<Placed[]> {
    // Before the rows, because more may be recorded meanwhile.
    const newest = await this.#newest(accountId)
    const placed: Placed[] = []
    for (let { seq } = from; seq <= newest && placed.length < limit; ) {
      const rows = await this.#rows(accountId, seq, Math.max(1, Math.min(seq - from.seq, limit - placed.length)))
      placed.push(...rows.flatMap((row) => placedIn(row, row.seq === from.seq ? from.index : 0)))
      seq += rows.length
    }
    return placed.slice(0, limit)
  }

  /**
   * So many rows, or fewer at the end, from a number that has one. Rows have all numbers: where one is missing, it is gone.
   * @throws ApiError `changes_expired`.
   */
  async #rows(accountId: string, seq: number, count: number): Promise<MailChangeDoc[]> {
    const rows = await this.#deps.models.mailChanges.collection
      .find({ account_id: accountId, seq: { $gte: seq } })
      .sort({ seq: 1 })
      .limit(count)
      .toArray()
    const hasGap = rows.some((row, index) => row.seq !== seq + index)
    if (hasGap || rows.length === 0) throw new ApiError('changes_expired')
    return rows
  }

  async #present(viewer: MailViewer, found: readonly Placed[]): Promise<MailChange[]> {
    const reach = await reachOf(this.#deps.models, viewer)
    const placed = await changesWithin(this.#deps.models, reach, found)
    if (placed.length === 0) return []
    const changes = placed.map(({ change }) => change)
    const [threads, starred, drafts] = await Promise.all([
      this.#threads(reach, changes),
      this.#starred(viewer.accountId, changes),
      this.#drafts(reach, changes),
    ])
    return placed.map(
      ({ row, change: { type, thread_id, mail, merged_into, split_from, note_id, label, draft_id }, after }) => ({
        update_cursor: cursorOf(after),
        type,
        occurred_at: isoTime(row.at),
        thread_id: thread_id ?? null,
        mail: mail ? { ...mail, is_starred: starred.has(mail.id) } : null,
        merged_into: merged_into ?? null,
        split_from: split_from ?? null,
        note_id: note_id ?? null,
        draft_id: draft_id ?? null,
        draft: drafts.get(draft_id ?? '') ?? null,
        label: label ?? null,
        thread: threads.get(thread_id ?? '') ?? null,
      }),
    )
  }

  async #threads(reach: MailReach, changes: readonly RecordedChange[]): Promise<Map<string, MailThreadSummary>> {
    const { models } = this.#deps
    const { accountId } = reach
    const ids = [...new Set(changes.flatMap(({ thread_id }) => thread_id ?? []))]
    const rows = await models.mailThreads.collection
      .find({ _id: { $in: ids }, account_id: accountId, merged_into: { $exists: false } })
      .toArray()
    const summaries = await threadSummaries(models, accountId, await threadsWithin(models, reach, rows))
    return new Map(summaries.map((thread) => [thread.id, thread]))
  }

  /** The drafts that are not sent. */
  async #drafts(reach: MailReach, changes: readonly RecordedChange[]): Promise<Map<string, MailDraftSummary>> {
    const ids = [...new Set(changes.flatMap(({ draft_id }) => draft_id ?? []))]
    if (ids.length === 0) return new Map()
    const rows = await this.#deps.models.mailDrafts.collection
      .find<SummaryRow>({ ...draftsWithin(reach), _id: { $in: ids }, open: true }, { projection: SUMMARY })
      .toArray()
    return new Map(rows.map((row) => [row._id, presentSummary(row)]))
  }

  /** Those of the mails that have a star. */
  async #starred(accountId: string, changes: readonly RecordedChange[]): Promise<Set<string>> {
    const ids = [...new Set(changes.flatMap(({ mail }) => mail?.id ?? []))]
    if (ids.length === 0) return new Set()
    const rows = await this.#deps.models.mailItems.collection
      .find({ 'copies.id': { $in: ids }, account_id: accountId, starred: true }, { projection: { copies: 1 } })
      .toArray()
    return new Set(rows.flatMap(({ copies }) => copies.map(({ id }) => id)))
  }
}

const cursorOf = ({ seq, index }: Position): string => encodeCursor(CHANGES, `${seq}/${index}`)

/** The changes of a row from an index on. */
const placedIn = (row: MailChangeDoc, from: number): Placed[] =>
  row.changes.slice(from).map((change, index) => ({ row, change, after: positionAfter(row, from + index) }))

const positionAfter = ({ seq, changes }: MailChangeDoc, index: number): Position =>
  index + 1 < changes.length ? { seq, index: index + 1 } : { seq: seq + 1, index: 0 }

function toPosition(place: string): Position | null {
  const [, seq, index] = /^(\d{1,15})\/(\d{1,6})$/.exec(place) ?? []
  return seq === undefined || index === undefined ? null : { seq: Number(seq), index: Number(index) }
}
