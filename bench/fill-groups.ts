import mongoose from 'mongoose'
import { createIds } from '../src/ids.js'
import { createModels } from '../src/models/index.js'
import { type Countable, countEvents } from '../src/services/tracking/counts/count-events.js'
import { knownGroups, MAX_GROUPS } from '../src/services/tracking/counts/count-groups.js'
import { hourCountsOf } from '../src/services/tracking/counts/hour-counts.js'
import { say } from './ground.js'

const DAY_MS = 86_400_000

/**
 * Counts clicks on each of some days as the fan-out does: as many as a day has groups, each with a tag, a template, a link
 * and a broadcast of its own, which are the same on every day.
 */
export async function fillGroups(mongodbUri: string, accountId: string, days: number): Promise<void> {
  const connection = await mongoose.createConnection(mongodbUri).asPromise()
  const models = createModels(connection)
  const newId = createIds({ now: () => new Date(), random: Math.random })
  const named = Array.from({ length: MAX_GROUPS }, (_none, index) => ({
    ...{ account_id: accountId, type: 'clicked', tags: [`campaign:${index}`] },
    ...{ template_id: newId('template'), broadcast_id: newId('broadcast') },
    payload: { link: `https://shop.example/articles/${index}` },
  })) satisfies Partial<Countable>[]
  const known = knownGroups()
  try {
    for (let day = 0; day < days; day += 1) {
      const created_at = new Date(Date.now() - day * DAY_MS)
      const events = named.map((event) => ({ ...event, message_id: newId('message'), created_at }))
      await connection.transaction((session) =>
        countEvents(models, events, session, { hours: hourCountsOf(events), groups: known }),
      )
    }
    say(`groups filled: ${MAX_GROUPS} of each kind on ${days} days`)
  } finally {
    await connection.close()
  }
}
