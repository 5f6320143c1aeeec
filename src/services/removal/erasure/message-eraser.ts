import { setTimeout as sleep } from 'node:timers/promises'
import type { mongo } from 'mongoose'
import type { Clock } from '../../../clock.js'
import { mapInSlices } from '../../../lib/concurrency/time-slices.js'
import type { Models } from '../../../models/index.js'
import type { MessageDoc } from '../../../models/message.js'
import { recipientTerm } from '../../platform/search/message-terms.js'
import { removeCaptured } from '../../sending/outbox/remove-captured.js'
import type { AddressTraces } from './address-traces.js'
import { cancelWaiting } from './cancel-waiting.js'
import { deleteBodiesAbout, eraseChain, findBusy } from './erase-chain.js'
import { erasedFields, fieldsWithoutMention, withoutMention } from './erased-row.js'
import type { Pauses } from './pauses.js'

/** Time for events that were read before their message was marked, in ms: they are then recorded or see the mark. */
const MARK_SETTLES_MS = 300

export interface EraserDeps {
  models: Models
  clock: Clock
}

/** An address that is being erased. */
export interface Erasing extends Pauses {
  /** Normalized. */
  address: string
  traces: AddressTraces
}

/** The result of a batch: how many messages are erased, and those that have to be tried again. */
export interface Erased {
  count: number
  busy: string[]
}

/**
 * Erases an address from messages, in steps that can be repeated: whatever dies, the next call finds the message again,
 * because the search term of the recipient goes last.
 *
 * 1. Mail to the address that has not left is canceled. What a worker has in hand, or has to settle, is left for later.
 * 2. The row loses its content and gets a mark. From now on, what is recorded for it names no address.
 * 3. What belongs to it loses the address: events, webhook bodies, attempts, callbacks, captured mail.
 */
export class MessageEraser {
  readonly #deps: EraserDeps

  constructor(deps: EraserDeps) {
    this.#deps = deps
  }

  /** Erases messages to the address. */
  async eraseTo(ids: string[], erasing: Erasing): Promise<Erased> {
    if (ids.length === 0) return { count: 0, busy: [] }
    const { models, clock } = this.#deps
    await cancelWaiting(models, ids, clock.now())
    const marked = await this.#mark(ids, erasing)
    await sleep(MARK_SETTLES_MS)
    const open = await findBusy(models, marked, clock.now())
    const quiet = marked.filter((id) => !open.has(id))
    const taken = await eraseChain(models, quiet, erasing.traces, clock.now())
    const done = new Set(quiet.filter((id) => !taken.has(id)))
    const last = { $pull: { search: recipientTerm(erasing.address) } }
    await models.messages.collection.updateMany({ _id: { $in: [...done] } }, last)
    return { count: done.size, busy: ids.filter((id) => !done.has(id)) }
  }

  /** Removes the address from messages to others. What waits to be sent keeps its recipients and is sent so. */
  async eraseMentions(ids: string[], { address, traces }: Erasing): Promise<Erased> {
    const { messages, messageContents } = this.#deps.models
    const rows = await messages.collection.find({ _id: { $in: ids } }).toArray()
    const done = new Set<string>()
    const busy: string[] = []
    for (const row of rows) {
      const { _id } = row
      const $set = await fieldsWithoutMention(row, address, traces)
      const apart = row.content ? null : await messageContents.collection.findOne({ _id, account_id: row.account_id })
      const content = apart && (await withoutMention(apart.content, !row.dispatch_at && !row.held, traces))
      if (Object.keys($set).length === 0 && content === (apart?.content ?? null)) continue
      // A worker that has the mail in hand would write a copy of it.
      if (row.lease) busy.push(_id)
      else done.add(_id)
      if (row.lease) continue
      await removeCaptured(this.#deps.models, [_id])
      if (content)
        await messageContents.collection.updateOne({ _id, account_id: row.account_id }, { $set: { content } })
      if (Object.keys($set).length > 0) {
        await messages.collection.updateOne({ _id, account_id: row.account_id, lease: { $exists: false } }, { $set })
      }
    }
    await deleteBodiesAbout(this.#deps.models, [...done])
    return { count: done.size, busy }
  }

  /** Returns the messages that are marked now. Those with work in progress are not. */
  async #mark(ids: string[], { address, traces }: Erasing): Promise<string[]> {
    const { collection } = this.#deps.models.messages
    const idle = { dispatch_at: { $exists: false }, lease: { $exists: false } }
    const projection = { 'content.html': 0, 'content.text': 0, 'content.attachments': 0, 'content.headers': 0 }
    const rows = await collection.find({ _id: { $in: ids }, ...idle }, { projection }).toArray()
    const writes = await mapInSlices(rows, async (row): Promise<mongo.AnyBulkWriteOperation<MessageDoc>> => {
      const { content_summary, ...fields } = await erasedFields(row, address, traces)
      const $set = { ...fields, ...(content_summary && { content_summary }) }
      return { updateOne: { filter: { _id: row._id, account_id: row.account_id, ...idle }, update: { $set } } }
    })
    if (writes.length > 0) await collection.bulkWrite(writes, { ordered: false })
    return rows.map(({ _id }) => _id)
  }
}
