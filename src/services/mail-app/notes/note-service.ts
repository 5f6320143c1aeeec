import type { mongo } from 'mongoose'
import type { PageRequest } from '../../../contract/fields.js'
import { MAX_THREAD_NOTES, type MailNote, type NewNote, type NoteChanges } from '../../../contract/mail-notes.js'
import { ApiError } from '../../../errors.js'
import { idTime } from '../../../ids.js'
import { childrenOf } from '../../../models/children.js'
import type { RecordedChange } from '../../../models/mail-change.js'
import type { MailNoteDoc } from '../../../models/mail-note.js'
import type { Caller } from '../../caller.js'
import type { ServiceDeps } from '../../deps.js'
import { manyOf } from '../../platform/many.js'
import {
  COUNT_OPTIONS,
  decodeSharedCursor,
  encodeCursor,
  listById,
  newestFirst,
  type Page,
  placeIn,
  toPage,
} from '../../platform/pages.js'
import { isoTime } from '../../platform/timestamps.js'
import { callerName } from '../people/caller-name.js'
import { changeThread, findThread, isUpToDate, nextSeq, OutdatedError, recordChanges } from '../thread-writes.js'

type NoteDeps = Pick<ServiceDeps, 'clock' | 'conveyor' | 'models' | 'newId'>

const notesOf = (threadId: string) => listById('note', threadId)

/**
 * Internal notes on threads: what colleagues tell each other. No mail contains them. They are written and deleted in the
 * transaction that counts them in the row of their thread, whose version makes the limit exact.
 */
export class NoteService {
  readonly #deps: NoteDeps

  constructor(deps: NoteDeps) {
    this.#deps = deps
  }

  /** @throws ApiError `not_found` for the thread, `too_many_notes`. */
  async create(
    caller: Pick<Caller, 'accountId' | 'keyId'>,
    { id: threadId, text, author }: NewNote,
  ): Promise<MailNote> {
    const { models, newId } = this.#deps
    const { accountId: account_id, keyId: key_id } = caller
    const _id = newId('note')
    const note = { _id, account_id, text, author: await callerName(models, caller, author), key_id }
    const row = { ...note, updated_at: idTime(_id) }
    const thread = await changeThread(
      models,
      account_id,
      threadId,
      ({ note_count = 0 }) => {
        if (note_count >= MAX_THREAD_NOTES) throw new ApiError('too_many_notes')
        return { note_count: note_count + 1 }
      },
      async ({ _id: thread_id }, session) => {
        await models.mailNotes.collection.insertOne({ ...row, thread_id }, { session })
        return [{ type: 'noted', thread_id, note_id: _id }]
      },
    )
    if (!thread) throw new ApiError('not_found')
    this.#deps.conveyor.announce(account_id)
    return present({ ...row, thread_id: thread._id })
  }

  /**
   * The notes of a thread, newest first.
   * @throws ApiError `not_found` for the thread.
   */
  async list(accountId: string, threadId: string, page: PageRequest): Promise<Page<MailNote>> {
    const { models } = this.#deps
    const thread = await findThread(models, accountId, threadId)
    if (!thread) throw new ApiError('not_found')
    const filter = { account_id: accountId, thread_id: thread._id }
    const list = notesOf(thread._id)
    const place = page.cursor && (await this.#placeAfter(accountId, [thread._id], page.cursor))
    const from = place ? { ...page, cursor: encodeCursor(list, place) } : page
    return newestFirst({ collection: models.mailNotes.collection, filter }, list, from, present)
  }

  /** A page of the notes of each of several threads, by the ids of the threads. */
  async ofThreads(
    accountId: string,
    threadIds: readonly string[],
    { limit, cursor }: PageRequest,
  ): Promise<Map<string, Page<MailNote>>> {
    const { mailNotes, mailThreads } = this.#deps.models
    const older = cursor ? { _id: { $lt: await this.#placeAfter(accountId, threadIds, cursor) } } : {}
    const rows = await childrenOf<MailNoteDoc>(mailThreads, mailNotes, {
      accountId,
      parentIds: threadIds,
      foreignField: 'thread_id',
      pipeline: [{ $match: older }, { $sort: { _id: -1 } }, { $limit: limit + 1 }],
    })
    const count = (thread_id: string) => () =>
      mailNotes.collection.countDocuments({ account_id: accountId, thread_id }, COUNT_OPTIONS)
    const pageOf = (id: string, own: MailNoteDoc[]) => ({
      ...toPage(notesOf(id), own, limit, present),
      count: count(id),
    })
    return new Map([...rows].map(([id, own]) => [id, pageOf(id, own)]))
  }

  /**
   * The place that a cursor follows, also one of a thread that became a part of this one since.
   * @throws ApiError `invalid_request` if it is not of the lists of all the threads.
   */
  async #placeAfter(accountId: string, threadIds: readonly string[], cursor: string): Promise<string> {
    const [id, another] = threadIds
    const isOfOne = id !== undefined && another === undefined
    if (isOfOne && placeIn(notesOf(id), cursor) === null) {
      const parts = { account_id: accountId, merged_into: id }
      const rows = await this.#deps.models.mailThreads.collection.find(parts, { projection: { _id: 1 } }).toArray()
      const place = rows.map(({ _id }) => placeIn(notesOf(_id), cursor)).find((each) => each !== null)
      if (place !== undefined && place !== null) return place
    }
    return decodeSharedCursor(threadIds.map(notesOf), cursor)
  }

  /** @throws ApiError `not_found`. */
  async get(accountId: string, id: string): Promise<MailNote> {
    const note = await this.#deps.models.mailNotes.collection.findOne({ _id: id, account_id: accountId })
    if (!note) throw new ApiError('not_found')
    return present(note)
  }

  /** Notes by id. Unknown ids are left out. */
  getMany(accountId: string, ids: readonly string[]): Promise<Map<string, MailNote>> {
    const { collection } = this.#deps.models.mailNotes
    return manyOf({ collection, filter: { account_id: accountId } }, ids, present)
  }

  /**
   * Changes what a note says.
   * @throws ApiError `not_found`.
   */
  async update(accountId: string, { id, text }: NoteChanges): Promise<MailNote> {
    const { models, clock, conveyor } = this.#deps
    const write = async (session: mongo.ClientSession) => {
      const seq = await nextSeq(models, accountId, session)
      const note = await models.mailNotes.collection.findOneAndUpdate(
        { _id: id, account_id: accountId, text: { $ne: text } },
        { $set: { text, updated_at: clock.now() } },
        { session },
      )
      // It says this already, or is gone.
      if (!note) throw new OutdatedError()
      const change: RecordedChange = { type: 'note_updated', thread_id: note.thread_id, note_id: id }
      await recordChanges(models, { accountId, seq }, [change], session)
    }
    if (await isUpToDate(models.connection.transaction(write))) conveyor.announce(accountId)
    return this.get(accountId, id)
  }

  /** @throws ApiError `not_found`. */
  async delete(accountId: string, id: string): Promise<void> {
    const { models, conveyor } = this.#deps
    const own = { _id: id, account_id: accountId }
    const { thread_id: threadId } = await this.get(accountId, id)
    const thread = await changeThread(
      models,
      accountId,
      threadId,
      ({ note_count = 0 }) => ({ note_count: note_count - 1 }),
      async ({ _id: thread_id }, session) => {
        const { deletedCount } = await models.mailNotes.collection.deleteOne(own, { session })
        // Somebody else was first.
        if (deletedCount === 0) throw new ApiError('not_found')
        return [{ type: 'note_deleted', thread_id, note_id: id }]
      },
    )
    if (!thread) throw new ApiError('not_found')
    conveyor.announce(accountId)
  }
}

function present({ _id, thread_id, text, author, key_id, updated_at }: MailNoteDoc): MailNote {
  return {
    ...{ id: _id, thread_id, text, author, key_id },
    created_at: isoTime(idTime(_id)),
    updated_at: isoTime(updated_at),
  }
}
