import { idFloor } from '../../../ids.js'
import type { Models } from '../../../models/index.js'
import { forgetMails } from '../../mail-app/filing/forget-mails.js'
import { removeCaptured } from '../../sending/outbox/remove-captured.js'
import { removeOrphanedMails } from './orphaned-mails.js'
import { HAS_NO_WORK_LEFT } from './remove-content.js'

/*
 * Deletes messages with everything that belongs to them, some days after their last event.
 *
 * Ids sort by time, so the walk needs no index but that of the ids: it begins at the oldest message, and what it has
 * deleted is not there the next time. Messages go last, so a run that dies leaves messages without a part of their
 * timeline, which the next run finds again; no event, delivery or body is left without its message. The rest of the
 * order also counts: a delivery without its body could not be sent.
 *
 * What is recorded for a message while it is deleted has no message then. A second walk, over what is left of that
 * time, finds it, the deliveries of test events, which never had one, and what was filed in a thread.
 */

const BATCH = 200

/** The collections whose rows belong to a message, and the field that names it. */
const PARTS = [
  { name: 'events', kind: 'event', message: 'message_id' },
  { name: 'deliveries', kind: 'delivery', message: 'message_id' },
  { name: 'messageContents', kind: 'message', message: '_id' },
] as const

type Part = (typeof PARTS)[number]

/** The rows of a batch of messages. */
interface Chains {
  messages: string[]
  events: string[]
  deliveries: string[]
}

export class ExpiredMessages {
  readonly #models: Models

  constructor(models: Models) {
    this.#models = models
  }

  /** Batches of deletions, each with the number of messages it was about. */
  async *deleteBefore(cutoff: Date): AsyncGenerator<number, void> {
    const end = idFloor('message', cutoff)
    for (let after = ''; ; ) {
      const filter = { _id: { $gt: after, $lt: end }, updated_at: { $lt: cutoff }, ...HAS_NO_WORK_LEFT }
      const batch = await this.#models.messages.collection
        .find(filter, { projection: { _id: 1 }, sort: { _id: 1 }, limit: BATCH })
        .toArray()
      const last = batch.at(-1)
      if (!last) break
      after = last._id
      const chains = await this.#quietChains(batch.map(({ _id }) => _id))
      await this.#delete(chains)
      yield chains.messages.length
    }
    for (const part of PARTS) yield* this.#deleteStray(part, cutoff)
    yield* removeOrphanedMails(this.#models, 'message', cutoff)
  }

  /** Leaves out messages with an event or a delivery that still has work to do. */
  async #quietChains(ids: string[]): Promise<Chains> {
    const { events, deliveries } = this.#models
    const ofThese = { message_id: { $in: ids } }
    const [eventRows, deliveryRows] = await Promise.all([
      events.collection.find(ofThese, { projection: { message_id: 1, fanout_at: 1 } }).toArray(),
      deliveries.collection.find(ofThese, { projection: { message_id: 1, next_at: 1 } }).toArray(),
    ])
    const busy = new Set([
      ...eventRows.flatMap(({ message_id, fanout_at }) => (fanout_at ? [message_id] : [])),
      ...deliveryRows.flatMap(({ message_id, next_at }) => (next_at ? [message_id] : [])),
    ])
    const isQuiet = ({ message_id }: { message_id: string }) => !busy.has(message_id)
    const idOf = ({ _id }: { _id: string }) => _id
    return {
      messages: ids.filter((id) => !busy.has(id)),
      events: eventRows.filter(isQuiet).map(idOf),
      deliveries: deliveryRows.filter(isQuiet).map(idOf),
    }
  }

  async #delete({ messages, events, deliveries }: Chains): Promise<void> {
    const models = this.#models
    const among = (ids: string[]) => ({ $in: ids })
    await models.deliveries.collection.deleteMany({ _id: among(deliveries) })
    await models.payloads.collection.deleteMany({ _id: among(events) })
    await models.events.collection.deleteMany({ _id: among(events) })
    await removeCaptured(models, messages)
    await models.messageContents.collection.deleteMany({ _id: among(messages) })
    await forgetMails(models, messages)
    await models.deadLetters.collection.deleteMany({ row_id: among([...messages, ...events, ...deliveries]) })
    await models.messages.collection.deleteMany({ _id: among(messages) })
  }

  /** Deletes rows of that time that belong to no message. */
  async *#deleteStray({ name, kind, message }: Part, cutoff: Date): AsyncGenerator<number, void> {
    const { [name]: part, messages } = this.#models
    const end = idFloor(kind, cutoff)
    for (let after = ''; ; ) {
      const batch: { _id: string; message: string; event_id?: string }[] = await part.collection
        .aggregate<{ _id: string; message: string; event_id?: string }>([
          { $match: { _id: { $gt: after, $lt: end }, fanout_at: { $exists: false }, next_at: { $exists: false } } },
          { $sort: { _id: 1 } },
          { $limit: BATCH },
          { $project: { message: `$${message}`, event_id: 1 } },
        ])
        .toArray()
      const last = batch.at(-1)
      if (!last) return
      after = last._id
      const named = { _id: { $in: batch.map((row) => row.message) } }
      const known = await messages.collection.find(named, { projection: { _id: 1 } }).toArray()
      const ids = new Set(known.map(({ _id }) => _id))
      await this.#deleteRows(
        part.collection.collectionName,
        batch.filter((row) => !ids.has(row.message)),
      )
      yield 0
    }
  }

  async #deleteRows(name: string, rows: { _id: string; event_id?: string }[]): Promise<void> {
    if (rows.length === 0) return
    const ids = rows.map(({ _id }) => _id)
    const eventIds = rows.map(({ _id, event_id }) => event_id ?? _id)
    const part = this.#models.connection.db!.collection<{ _id: string }>(name)
    await part.deleteMany({ _id: { $in: ids } })
    await this.#models.payloads.collection.deleteMany({ _id: { $in: eventIds } })
    await this.#models.deadLetters.collection.deleteMany({ row_id: { $in: ids } })
  }
}
