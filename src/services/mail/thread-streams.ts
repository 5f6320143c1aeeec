import type { MailThreadSummary, ThreadStreamRequest } from '../../contract/mail-threads.js'
import type { EventStreams } from '../../event-streams/event-streams.js'
import type { MailThreadDoc } from '../../models/mail-thread.js'
import type { Caller } from '../caller.js'
import type { ServiceDeps } from '../deps.js'
import { labelNames } from './label-names.js'
import { presentThread } from './present-thread.js'

/** Threads that are read at a time: more than can have one number. */
const PAGE = 1_000

/** Streams of the threads that change. */
export class ThreadStreams {
  readonly #deps: Pick<ServiceDeps, 'models'> & { eventStreams: Pick<EventStreams, 'follow'> }

  constructor(deps: Pick<ServiceDeps, 'models'> & { eventStreams: Pick<EventStreams, 'follow'> }) {
    this.#deps = deps
  }

  /**
   * The threads of an account each time they change, from now until the signal. A thread that changes several times
   * within a moment comes once, as it is then.
   * @throws ApiError as other streams.
   */
  async *subscribe(
    caller: Caller,
    { inbox_id }: ThreadStreamRequest,
    signal?: AbortSignal,
  ): AsyncGenerator<MailThreadSummary, void> {
    const { models, eventStreams } = this.#deps
    const { accountId } = caller
    const counter = await models.mailSequences.collection.findOne({ _id: accountId })
    // No id sorts after this.
    let position = { seq: counter?.seq ?? 0, id: '~' }
    const read = async (): Promise<MailThreadSummary[]> => {
      const { seq, id } = position
      const rows = await models.mailThreads.collection
        .find({ account_id: accountId, seq: { $gte: seq } })
        .sort({ seq: 1, _id: 1 })
        .limit(PAGE)
        .toArray()
      const last = rows.at(-1)
      if (!last) return []
      position = { seq: last.seq, id: last._id }
      const isNew = (row: MailThreadDoc) => row.seq > seq || row._id > id
      const isShown = (row: MailThreadDoc) => row.position !== '' && (!inbox_id || row.inbox_ids.includes(inbox_id))
      const shown = rows.filter((row) => isNew(row) && isShown(row))
      const names = await labelNames(
        models,
        accountId,
        shown.flatMap(({ labels }) => labels),
      )
      const threads = shown.map((row) => presentThread(row, names))
      return rows.length === PAGE ? [...threads, ...(await read())] : threads
    }
    yield* eventStreams.follow(caller, read, signal)
  }
}
