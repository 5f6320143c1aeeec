import type { MailThreadChange, ThreadStreamRequest } from '../../../contract/mail-threads.js'
import { ApiError, fieldError } from '../../../errors.js'
import type { EventStreams } from '../../../event-streams/event-streams.js'
import { isId } from '../../../ids.js'
import type { MailThreadDoc } from '../../../models/mail-thread.js'
import type { Caller } from '../../caller.js'
import type { ServiceDeps } from '../../deps.js'
import { type MailViewer, reachOf } from '../../platform/mail-reach.js'
import { encodeCursor, type List, placeIn } from '../../platform/pages.js'
import { threadsWithin } from '../reach/within-reach.js'
import { threadSummaries } from './thread-summaries.js'

/** Threads that are read at a time: more than can have one number. */
const PAGE = 1_000
/** No id sorts after this. */
const LAST_ID = '~'

/** The changes of an account's threads in the order of recording: by the number of the change, and the thread. */
const CHANGES: List = { name: 'thread-changes', isPlace: (text) => isPosition(toPosition(text)) }

interface Position {
  seq: number
  /** The thread; threads that change together have one number. */
  id: string
}

/** Streams of the threads that change. */
export class ThreadStreams {
  readonly #deps: Pick<ServiceDeps, 'models'> & { eventStreams: Pick<EventStreams, 'follow'> }

  constructor(deps: Pick<ServiceDeps, 'models'> & { eventStreams: Pick<EventStreams, 'follow'> }) {
    this.#deps = deps
  }

  /**
   * The threads of an account each time they change, until the signal: since the change that a cursor names, or from now
   * on. A thread that has changed several times comes once, as it is then.
   * @throws ApiError as other streams; `not_found` for an unknown inbox, and `invalid_request` for a cursor that is none of
   *   this account.
   */
  async *subscribe(
    caller: Caller,
    { inbox_id, lastEventId }: ThreadStreamRequest,
    signal?: AbortSignal,
  ): AsyncGenerator<MailThreadChange, void> {
    const { models, eventStreams } = this.#deps
    const { accountId } = caller
    if (inbox_id !== undefined) await this.#assertInbox(caller, inbox_id)
    let position = await this.#startOf(accountId, lastEventId)
    async function* read(): AsyncGenerator<MailThreadChange, void> {
      for (;;) {
        const { seq, id } = position
        const rows = await models.mailThreads.collection
          .find({ account_id: accountId, seq: { $gte: seq } })
          .sort({ seq: 1, _id: 1 })
          .limit(PAGE)
          .toArray()
        const last = rows.at(-1)
        if (!last) return
        position = { seq: last.seq, id: last._id }
        const isNew = (row: MailThreadDoc) => row.seq > seq || row._id > id
        const isShown = (row: MailThreadDoc) => row.position !== '' && (!inbox_id || row.inbox_ids.includes(inbox_id))
        const wanted = rows.filter((row) => isNew(row) && isShown(row))
        const shown = await threadsWithin(models, await reachOf(models, caller), wanted)
        const summaries = await threadSummaries(models, accountId, shown)
        for (const [index, row] of shown.entries()) yield { ...summaries[index]!, update_cursor: cursorOf(row) }
        if (rows.length < PAGE) return
      }
    }
    yield* eventStreams.follow(caller, read, signal)
  }

  async #assertInbox({ accountId, inboxIds }: MailViewer, id: string): Promise<void> {
    const live = { _id: id, account_id: accountId, deleted_at: { $exists: false } }
    const isReached = inboxIds === null || inboxIds.includes(id)
    if (isReached && (await this.#deps.models.inboxes.collection.findOne(live))) return
    throw new ApiError('not_found', 'There is no inbox with this id.')
  }

  async #startOf(accountId: string, cursor: string | undefined): Promise<Position> {
    const counter = await this.#deps.models.mailSequences.collection.findOne({ _id: accountId })
    const newest = counter?.seq ?? 0
    if (!cursor) return { seq: newest, id: LAST_ID }
    const place = placeIn(CHANGES, cursor)
    const position = place === null ? null : toPosition(place)
    if (position && position.seq <= newest) return position
    const message = 'is not the cursor of a change of this account; pass one of the stream unchanged, or leave it out'
    throw fieldError('invalid_request', 'lastEventId', message)
  }
}

const cursorOf = ({ seq, _id }: MailThreadDoc): string => encodeCursor(CHANGES, `${seq}/${_id}`)

function toPosition(place: string): Position {
  const [seq = '', id = ''] = place.split('/')
  return { seq: /^\d{1,15}$/.test(seq) ? Number(seq) : Number.NaN, id }
}

const isPosition = ({ seq, id }: Position): boolean => Number.isSafeInteger(seq) && isId('thread', id)
