import type { EventDoc } from '../../../src/models/event.js'
import { isWebhookEvent } from '../../../src/streams/fan-out/webhook-event.js'
import type { MongooseModels } from '../../support/mongoose-models.js'
import type { Book } from '../book.js'
import type { World } from '../world.js'

/** The events that callbacks of each type cause. */
const EVENT_TYPES: Record<string, string> = {
  Delivery: 'delivered',
  Open: 'opened',
  Click: 'clicked',
  Bounce: 'bounced',
}

/** Every callback that was acknowledged is on the timeline of its mail. */
export async function callbackProblems({ callbacks }: Book, models: MongooseModels): Promise<string[]> {
  const rows = await models.events.find({ source: 'ses' }, { message_id: 1, type: 1 }).lean()
  const recorded = new Set(rows.map(({ message_id, type }) => `${message_id} ${type}`))
  return callbacks.flatMap(({ messageId, type }) =>
    recorded.has(`${messageId} ${EVENT_TYPES[type]}`)
      ? []
      : [`the callback ${type} about ${messageId} is not recorded`],
  )
}

/** Every import that was accepted has imported its file. */
export async function importProblems({ imports }: Book, models: MongooseModels): Promise<string[]> {
  const problems: string[] = []
  for (const { id, accountId, emails } of imports) {
    const row = await models.contactImports.findById(id).lean()
    if (!row) problems.push(`the import ${id} is lost`)
    if (!row) continue
    if (row.status !== 'done') problems.push(`the import ${id} is ${row.status}: ${row.failure}`)
    const seen = row.imported + row.skipped + (row.updated ?? 0)
    if (seen !== emails.length) problems.push(`the import ${id} counts ${seen} of ${emails.length} rows`)
    const contacts = await models.contacts.countDocuments({ account_id: accountId, email: { $in: emails } })
    if (contacts !== emails.length) problems.push(`the import ${id} has made ${contacts} of ${emails.length} contacts`)
  }
  return problems
}

/** Every broadcast that was sent has one message for each member of its list. */
export async function broadcastProblems({ broadcasts }: Book, models: MongooseModels): Promise<string[]> {
  const problems: string[] = []
  for (const { id, accountId, emails } of broadcasts) {
    const row = await models.broadcasts.findById(id).lean()
    if (row?.status !== 'sent') problems.push(`the broadcast ${id} is ${row?.status ?? 'lost'}`)
    const rows = await models.messages.find({ account_id: accountId, broadcast_id: id }, { content: 1 }).lean()
    const reached = rows.map(({ content }) => content!.to[0]!.email).sort()
    if (reached.join() !== [...emails].sort().join()) {
      problems.push(`the broadcast ${id} has ${reached.length} messages for ${emails.length} members`)
    }
  }
  return problems
}

/** Every event that webhooks report has reached every endpoint of its account. */
export async function webhookProblems({ accounts, ledger }: World): Promise<string[]> {
  const models = ledger.models
  const problems: string[] = accounts.flatMap(({ endpoints }) => endpoints.flatMap((endpoint) => endpoint.problems))
  for (const { id: account_id, endpoints } of accounts) {
    const subscriptions = await models.subscriptions.find({ account_id }).lean()
    const events = (await models.events.find({ account_id }).lean<EventDoc[]>()).filter(isWebhookEvent)
    for (const endpoint of endpoints) {
      const { _id: subscription_id } = subscriptions.find(({ endpoint_url }) => endpoint_url === endpoint.url)!
      const deliveries = await models.deliveries
        .find({ account_id, subscription_id }, { event_id: 1, status: 1 })
        .lean()
      const states = new Map(deliveries.map(({ event_id, status }) => [event_id, status]))
      for (const { _id, type } of events) {
        const state = states.get(_id) ?? 'not made'
        if (state !== 'succeeded') problems.push(`the delivery of ${type} ${_id} to ${endpoint.url} is ${state}`)
        else if (!endpoint.received.get(_id)?.confirmed) problems.push(`${type} ${_id} has not reached ${endpoint.url}`)
      }
    }
  }
  return problems
}
