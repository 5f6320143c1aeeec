import { mapInSlices } from '../../../lib/concurrency/time-slices.js'
import type { EventDoc } from '../../../models/event.js'
import type { Models } from '../../../models/index.js'
import { forgetMails } from '../../mail-app/filing/forget-mails.js'
import { removeCaptured } from '../../sending/outbox/remove-captured.js'
import type { AddressTraces } from './address-traces.js'
import { withoutPersonalFields } from './personal-fields.js'

const PIECE = 20

/** What belongs to erased messages. Each function can be repeated. */

/** Those of the messages with an event or a webhook in progress: a worker would write what it has read before. */
export async function findBusy({ events, deliveries }: Models, ids: string[], now: Date): Promise<Set<string>> {
  const ofThese = { message_id: { $in: ids } }
  const options = { projection: { _id: 0, message_id: 1 } }
  const [open, leased] = await Promise.all([
    events.collection.find({ ...ofThese, fanout_at: { $exists: true } }, options).toArray(),
    deliveries.collection.find({ ...ofThese, 'lease.until': { $gt: now } }, options).toArray(),
  ])
  return new Set([...open, ...leased].map(({ message_id }) => message_id))
}

/**
 * Erases the address, and what else is about the recipient, from everything that belongs to these messages.
 * @returns the messages with a webhook that a worker has taken meanwhile: it would write the log as it was.
 */
export async function eraseChain(
  models: Models,
  ids: string[],
  traces: AddressTraces,
  now: Date,
): Promise<Set<string>> {
  const own = { $in: ids }
  await forgetMails(models, ids)
  await removeCaptured(models, ids)
  await models.messageContents.collection.deleteMany({ _id: own })
  await models.deadLetters.collection.deleteMany({ row_id: own })
  await eraseEvents(models, ids, traces)
  await eraseCallbacks(models, ids)
  return eraseDeliveries(models, ids, traces, now)
}

async function eraseDeliveries(
  { deliveries: { collection } }: Models,
  ids: string[],
  traces: AddressTraces,
  now: Date,
): Promise<Set<string>> {
  const ofThese = { message_id: { $in: ids } }
  for await (const rows of inPieces(collection.find(ofThese))) {
    const writes = await mapInSlices(rows, async ({ _id, attempts }) => ({
      updateOne: {
        filter: { _id, $nor: [{ 'lease.until': { $gt: now } }] },
        update: { $set: { attempts: await traces.removeFromAll(attempts) }, $unset: { last_error: 1 as const } },
      },
    }))
    await collection.bulkWrite(writes, { ordered: false })
  }
  const taken = { ...ofThese, 'lease.until': { $gt: now } }
  const left = await collection.find(taken, { projection: { message_id: 1 } }).toArray()
  return new Set(left.map(({ message_id }) => message_id))
}

/** Events first: a fan-out that is repeated makes the body from them. */
async function eraseEvents(models: Models, ids: string[], traces: AddressTraces): Promise<void> {
  const { collection } = models.events
  for await (const rows of inPieces(collection.find({ message_id: { $in: ids } }))) {
    const clean = (payload: EventDoc['payload']) => traces.removeFromAll(withoutPersonalFields(payload))
    const payloads = new Map(await mapInSlices(rows, async ({ _id, payload }) => [_id, await clean(payload)]))
    const writes = [...payloads].map(([_id, payload]) => ({
      updateOne: { filter: { _id }, update: { $set: { payload }, $unset: { last_error: 1 as const } } },
    }))
    await collection.bulkWrite(writes, { ordered: false })
    await deleteBodies(models, [...payloads.keys()])
  }
}

/**
 * Deletes the bodies of webhooks about these events, which earlier versions have stored: they are made from the events
 * and messages.
 */
export async function deleteBodies({ payloads }: Pick<Models, 'payloads'>, eventIds: readonly string[]): Promise<void> {
  await payloads.collection.deleteMany({ _id: { $in: [...eventIds] } })
}

/** As {@link deleteBodies}, for all events of messages that have lost a mention of the address. */
export async function deleteBodiesAbout(models: Models, messageIds: string[]): Promise<void> {
  const rows = models.events.collection.find({ message_id: { $in: messageIds } }, { projection: { _id: 1 } })
  for await (const events of inPieces(rows)) {
    await deleteBodies(
      models,
      events.map(({ _id }) => _id),
    )
  }
}

/** Callbacks that are not processed yet are emptied by the worker that does it. */
async function eraseCallbacks({ messages, callbacks }: Models, ids: string[]): Promise<void> {
  const named = { _id: { $in: ids }, provider_message_id: { $ne: null } }
  const rows = await messages.collection.find(named, { projection: { provider_message_id: 1 } }).toArray()
  const providerIds = rows.flatMap(({ provider_message_id }) => provider_message_id ?? [])
  const processed = { processed_at: { $exists: true } }
  const empty = { $set: { body: EMPTY_BODY }, $unset: { last_error: 1 as const } }
  await callbacks.collection.updateMany({ tagged_message_id: { $in: ids }, ...processed }, empty)
  const untagged = { tagged_message_id: null as never, provider_message_id: { $in: providerIds } }
  await callbacks.collection.updateMany({ ...untagged, ...processed }, empty)
}

/** Rows a few at a time: those of many messages can be many, and large. */
async function* inPieces<T>(rows: AsyncIterable<T>): AsyncGenerator<T[], void> {
  let piece: T[] = []
  for await (const row of rows) {
    piece.push(row)
    if (piece.length < PIECE) continue
    yield piece
    piece = []
  }
  if (piece.length > 0) yield piece
}

/** What is left of the body of a callback. Its key still identifies repeats. */
export const EMPTY_BODY = '{}'
