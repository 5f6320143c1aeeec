import mongoose from 'mongoose'
import { createIds, idTime, type NewId } from '../src/ids.js'
import type { EventDoc } from '../src/models/event.js'
import type { WebhookDeliveryDoc } from '../src/models/webhook.js'
import { workerEventDoc } from '../src/services/tracking/events/worker-events.js'
import { newDelivery } from '../src/services/tracking/webhooks/delivery-row.js'
import { BULK_WRITE, YearClock } from './fill-ledger.js'
import { say } from './ground.js'

/** A webhook whose log is filled. */
export interface FilledLog {
  accountId: string
  webhookId: string
  deliveries: number
}

const BATCH = 2_000

/** Writes delivery logs over a year straight to the ledger, in turns: nearly all succeeded, one in a thousand is open. */
export async function fillDeliveries(mongodbUri: string, logs: readonly FilledLog[]): Promise<void> {
  const connection = await mongoose.createConnection(mongodbUri).asPromise()
  const clock = new YearClock()
  const newId = createIds(clock)
  const most = Math.max(...logs.map(({ deliveries }) => deliveries))
  const isIn = (log: FilledLog, index: number) =>
    Math.floor((index * log.deliveries) / most) < Math.floor(((index + 1) * log.deliveries) / most)
  try {
    for (let first = 0; first < most; first += BATCH) {
      const rows: WebhookDeliveryDoc[] = []
      const events: EventDoc[] = []
      for (let index = first; index < Math.min(first + BATCH, most); index += 1) {
        clock.set(index / most)
        for (const log of logs.filter((one) => isIn(one, index))) {
          const subscription = { _id: log.webhookId, account_id: log.accountId }
          const event = finishedEvent(newId, log.accountId)
          const row = newDelivery(newId('delivery'), subscription, { ...event, type: 'delivered' }, {})
          events.push(event)
          rows.push({ ...row, ...outcome(index, idTime(event._id)) })
        }
      }
      await Promise.all([
        connection.collection<WebhookDeliveryDoc>('webhook_deliveries').insertMany(rows, BULK_WRITE),
        connection.collection<EventDoc>('events').insertMany(events, BULK_WRITE),
      ])
      if (first % 50_000 < BATCH) say(`deliveries filled: ${first} of ${most}`)
    }
  } finally {
    await connection.close()
  }
}

function finishedEvent(newId: NewId, account_id: string): EventDoc {
  const message = { _id: newId('message'), account_id }
  const occurredAt = idTime(message._id)
  const row = workerEventDoc(newId, message, {
    ...{ type: 'delivered', occurredAt },
    payload: { recipient: 'person@example.com' },
  })
  const { fanout_at: _due, enqueued_at: _mark, ...rest } = row
  return rest
}

function outcome(index: number, at: Date): Partial<WebhookDeliveryDoc> {
  const place = index % 1_000
  if (place === 0) return { next_at: new Date(Date.now() + 86_400_000) }
  const status = place === 1 ? 'exhausted' : place < 5 ? 'failed' : 'succeeded'
  const response_status = status === 'succeeded' ? 200 : 500
  const attempt = {
    attempted_at: at,
    response_status,
    error: null,
    duration_ms: 20,
    request_headers: [],
    response_headers: [],
    response_body: 'ok',
  }
  return { status, response_status, attempt_count: 1, round_attempts: 1, round_started_at: at, attempts: [attempt] }
}
