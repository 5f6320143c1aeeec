import type { mongo } from 'mongoose'
import type { PageRequest } from '../../../contract/fields.js'
import { MAX_THREAD_NOTES, type MailNote, type NewNote, type NoteChanges } from '../../../contract/mail-notes.js'
import { ApiError } from '../../../errors.js'
import { idTime } from '../../../ids.js'
import { childrenOf } from '../../../models/children.js'
import type { MailNoteDoc } from '../../../models/mail-note.js'
import type { Caller } from '../../caller.js'
import type { ServiceDeps } from '../../deps.js'
import { type MailReach, type MailViewer, reachOf, viewerOf } from '../../platform/mail-reach.js'
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
import { findThreadWithin } from '../reach/find-within.js'
import { addressesWithin, reachesThread } from '../reach/within-reach.js'
import { changeThread, isUpToDate, nextSeq, OutdatedError, recordChanges } from '../threads/thread-writes.js'
import { addressesOfEdited, changesOfEdited, notesWithin } from './note-rows.js'

type Author = Pick<Caller, 'accountId' | 'inboxIds' | 'keyId'>
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
  async create(caller: Author, { id: threadId, text, author }: NewNote): Promise<MailNote> {
    const { models, newId } = this.#deps
    const { accountId: account_id, keyId: key_id } = caller
    const _id = newId('note')
    const note = { _id, account_id, text, author: await callerName(models, caller, author), key_id }
    const row = { ...note, updated_at: idTime(_id) }
    const reach = await reachOf(models, caller)
    const thread = await changeThread(
      models,
      account_id,
      threadId,
      (found) => {
        if (!reachesThread(reach, found)) throw new ApiError('not_found')
        const { note_count = 0 } = found
        if (note_count >= MAX_THREAD_NOTES) throw new ApiError('too_many_notes')
        return { note_count: note_count + 1 }
      },
      async (found, session) => {
        const seen = { thread_id: found._id, own_addresses: addressesWithin(reach, found) }
        await models.mailNotes.collection.insertOne({ ...row, ...seen }, { session })
        return [{ type: 'noted', note_id: _id, ...seen }]
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
  async list(viewer: MailViewer, threadId: string, page: PageRequest): Promise<Page<MailNote>> {
    const { models } = this.#deps
    const thread = await findThreadWithin(models, viewer, threadId)
    if (!thread) throw new ApiError('not_found')
    const filter = { ...notesWithin(await reachOf(models, viewer)), thread_id: thread._id }
    const list = notesOf(thread._id)
    const place = page.cursor && (await this.#placeAfter(viewer.accountId, [thread._id], page.cursor))
    const from = place ? { ...page, cursor: encodeCursor(list, place) } : page
    return newestFirst({ collection: models.mailNotes.collection, filter }, list, from, present)
  }

  /** A page of the notes of each of several threads that the viewer sees, by the ids of the threads. */
  async ofThreads(
    viewer: MailViewer,
    threadIds: readonly string[],
    { limit, cursor }: PageRequest,
  ): Promise<Map<string, Page<MailNote>>> {
    const { mailNotes, mailThreads } = this.#deps.models
    const within = notesWithin(await reachOf(this.#deps.models, viewer))
    const older = cursor ? { _id: { $lt: await this.#placeAfter(viewer.accountId, threadIds, cursor) } } : {}
    const rows = await childrenOf<MailNoteDoc>(mailThreads, mailNotes, {
      accountId: viewer.accountId,
      parentIds: threadIds,
      foreignField: 'thread_id',
      pipeline: [{ $match: { ...within, ...older } }, { $sort: { _id: -1 } }, { $limit: limit + 1 }],
    })
    const count = (thread_id: string) => () =>
      mailNotes.collection.countDocuments({ ...within, thread_id }, COUNT_OPTIONS)
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
  async get(viewer: MailViewer, id: string): Promise<MailNote> {
    return present(await this.#find(viewer, id))
  }

  /** Notes by id. Unknown ids are left out. */
  async getMany(
    accountId: string,
    ids: readonly string[],
    viewer: MailViewer = viewerOf(accountId),
  ): Promise<Map<string, MailNote>> {
    const { models } = this.#deps
    const reach = await reachOf(models, viewer)
    const rows = await models.mailNotes.collection.find({ ...notesWithin(reach), _id: { $in: [...ids] } }).toArray()
    const threads = await this.#threadsWithin(reach, rows)
    return new Map(rows.flatMap((row) => (threads.has(row.thread_id) ? [[row._id, present(row)] as const] : [])))
  }

  /**
   * Changes the text of a note. From then on it may quote all mail that its editor sees in the thread.
   * @throws ApiError `not_found`.
   */
  async update(viewer: MailViewer, { id, text }: NoteChanges): Promise<MailNote> {
    const { models, clock, conveyor } = this.#deps
    const { accountId } = viewer
    const reach = await reachOf(models, viewer)
    const write = async (session: mongo.ClientSession) => {
      // First: whatever mail joins the thread, or is told by another change of the note, comes wholly before or after this.
      const seq = await nextSeq(models, accountId, session)
      const note = await models.mailNotes.collection.findOne({ ...notesWithin(reach), _id: id }, { session })
      const within = { _id: note?.thread_id, account_id: accountId }
      const thread = note && (await models.mailThreads.collection.findOne(within, { session }))
      if (!thread || !reachesThread(reach, thread)) throw new ApiError('not_found')
      // It says this already.
      if (note.text === text) throw new OutdatedError()
      const own_addresses = addressesOfEdited(note, addressesWithin(reach, thread))
      await models.mailNotes.collection.updateOne(
        { _id: id, account_id: accountId },
        { $set: { text, own_addresses, updated_at: clock.now() } },
        { session },
      )
      await recordChanges(models, { accountId, seq }, changesOfEdited(note, own_addresses), session)
    }
    if (await isUpToDate(models.connection.transaction(write))) conveyor.announce(accountId)
    return this.get(viewer, id)
  }

  /** @throws ApiError `not_found`. */
  async delete(viewer: MailViewer, id: string): Promise<void> {
    const { models, conveyor } = this.#deps
    const { accountId } = viewer
    const { thread_id: threadId } = await this.#find(viewer, id)
    const own = { ...notesWithin(await reachOf(models, viewer)), _id: id }
    const thread = await changeThread(
      models,
      accountId,
      threadId,
      ({ note_count = 0 }) => ({ note_count: note_count - 1 }),
      async ({ _id: thread_id }, session) => {
        const note = await models.mailNotes.collection.findOneAndDelete(own, { session })
        // Somebody else was first, or has quoted mail out of reach in it.
        if (!note) throw new ApiError('not_found')
        return [{ type: 'note_deleted', thread_id, note_id: id, own_addresses: note.own_addresses }]
      },
    )
    if (!thread) throw new ApiError('not_found')
    conveyor.announce(accountId)
  }

  /** @throws ApiError `not_found`. */
  async #find(viewer: MailViewer, id: string): Promise<MailNoteDoc> {
    const reach = await reachOf(this.#deps.models, viewer)
    const row = await this.#deps.models.mailNotes.collection.findOne({ ...notesWithin(reach), _id: id })
    if (!row || !(await this.#threadsWithin(reach, [row])).has(row.thread_id)) throw new ApiError('not_found')
    return row
  }

  /** Those threads of notes that are within reach. */
  async #threadsWithin(reach: MailReach, notes: readonly MailNoteDoc[]): Promise<ReadonlySet<string>> {
    const ids = [...new Set(notes.map(({ thread_id }) => thread_id))]
    if (reach.addresses === null) return new Set(ids)
    const own = { account_id: reach.accountId, _id: { $in: ids } }
    const rows = await this.#deps.models.mailThreads.collection
      .find(own, { projection: { own_addresses: 1 } })
      .toArray()
    return new Set(rows.filter((row) => reachesThread(reach, row)).map(({ _id }) => _id))
  }
}

function present({ _id, thread_id, text, author, key_id, updated_at }: Omit<MailNoteDoc, 'own_addresses'>): MailNote {
  return {
    ...{ id: _id, thread_id, text, author, key_id },
    created_at: isoTime(idTime(_id)),
    updated_at: isoTime(updated_at),
  }
}
