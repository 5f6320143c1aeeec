import { systemClock } from '../src/clock.js'
import { readConfig } from '../src/config.js'
import { openLedger } from '../src/ledger.js'
import type { EventDoc } from '../src/models/event.js'
import type { MessageDoc } from '../src/models/message.js'
import { newestOf } from '../src/services/tracking/events/status-fields.js'
import { workerEventDoc } from '../src/services/tracking/events/worker-events.js'
import { serveCommands } from './commands.js'

/*
 * The floor: the least that sending and recording test-mode messages can cost. Writes the same two events of each message
 * and closes its row, 500 messages at a time, and does nothing else: no hints, no claims, no numbers, no transactions.
 */

const BATCH = 500

type Message = Pick<MessageDoc, '_id' | 'account_id' | 'test_mode'>

const config = readConfig(process.env)
const { models, newId } = await openLedger({ ...config, mongodbUri: config.mongodbUri! }, { clock: systemClock })

function eventsOf(message: Message): EventDoc[] {
  const occurredAt = new Date()
  const provider_message_id = `simulated-${message._id}`
  const rows = [
    workerEventDoc(newId, message, { type: 'sent', payload: { provider_message_id }, occurredAt }),
    workerEventDoc(newId, message, {
      type: 'delivered',
      payload: { detail: 'Simulated delivery: no mail was sent.' },
      occurredAt,
    }),
  ]
  return rows.map(({ fanout_at: _due, enqueued_at: _mark, ...row }) => ({ ...row, seq: 1 }))
}

async function write(messages: Message[]): Promise<void> {
  const events = messages.map(eventsOf)
  await models.events.collection.insertMany(events.flat(), { ordered: false })
  const ids = messages.map(({ _id }) => _id)
  const changes = events.map((own, index) => {
    const { rank, status } = newestOf(own)
    return {
      ...{ status, status_rank: rank, provider_message_id: `simulated-${ids[index]}` },
      ...{ updated_at: new Date(), crashes: 0 },
    }
  })
  const own = { $arrayElemAt: [{ $literal: changes }, { $indexOfArray: [{ $literal: ids }, '$_id'] }] }
  await models.messages.collection.updateMany({ _id: { $in: ids } }, [
    { $replaceWith: { $mergeObjects: ['$$ROOT', own] } },
    { $unset: ['dispatch_at', 'enqueued_at'] },
  ])
}

await serveCommands({
  async drain() {
    const projection = { account_id: 1, test_mode: 1 }
    const messages = await models.messages.collection.find<Message>({}, { projection }).toArray()
    const startedAt = performance.now()
    for (let from = 0; from < messages.length; from += BATCH) await write(messages.slice(from, from + BATCH))
    return { perSecond: (messages.length * 1_000) / (performance.now() - startedAt) }
  },
})
