import { pino } from 'pino'
import { type AppConfig, compose } from '../src/compose.js'
import { readConfig } from '../src/config.js'
import { operatorOf } from '../src/services/caller.js'
import { recordEvents } from '../src/services/tracking/events/record-events.js'
import { workerEventDoc } from '../src/services/tracking/events/worker-events.js'

const BATCH = 1_000

/**
 * Makes an account with a subscription for each endpoint, and records events for them in turns, as a dispatch does.
 * Returns the ids of the subscriptions.
 */
export async function fillEvents(
  settings: Record<string, string>,
  urls: readonly string[],
  events: number,
): Promise<string[]> {
  const config = readConfig(settings) as AppConfig
  const parts = await compose(config, { log: pino({ level: 'warn' }), hintConnectionMode: 'wait' })
  const { models, conveyor, newId, services } = parts
  try {
    const accounts = urls.map(() => newId('account'))
    const subscriptions: string[] = []
    for (const [index, endpoint_url] of urls.entries()) {
      subscriptions.push((await services.webhooks.create(operatorOf(accounts[index]!), { endpoint_url })).id)
    }
    const makeEvent = (index: number) => {
      const message = { _id: newId('message'), account_id: accounts[index % accounts.length]! }
      const payload = { detail: 'Simulated delivery: no mail was sent.' }
      return workerEventDoc(newId, message, { type: 'delivered', payload, occurredAt: new Date() })
    }
    for (let from = 0; from < events; from += BATCH) {
      const indexes = Array.from({ length: Math.min(BATCH, events - from) }, (_none, at) => from + at)
      await recordEvents(models, conveyor, indexes.map(makeEvent))
    }
    return subscriptions
  } finally {
    await parts.close()
  }
}
