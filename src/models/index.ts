import mongoose, { type Connection, type Model, type mongo } from 'mongoose'
import { accountModel } from './account.js'
import { apiKeyModel } from './api-key.js'
import { auditEntryModel } from './audit-entry.js'
import { callbackModel } from './callback.js'
import { dailyPlacesModel } from './daily-places.js'
import { deadLetterModel } from './dead-letter.js'
import { domainModel } from './domain.js'
import { domainLogoModel } from './domain-logo.js'
import { eventModel, eventSequenceModel } from './event.js'
import { messageContentModel, messageModel } from './message.js'
import { outboxMailModel } from './outbox-mail.js'
import { spendCapModel } from './spend-cap.js'
import { suppressionModel } from './suppression.js'
import { systemRowModel } from './system-row.js'
import { templateModel, templateVersionModel } from './template.js'
import { testRecipientModel } from './test-recipient.js'
import { uploadChunkModel, uploadModel } from './upload.js'
import { usageModel } from './usage.js'
import { webhookDeliveryModel, webhookPayloadModel, webhookSubscriptionModel } from './webhook.js'

/** No command of the service takes nearly as long, on a server that is well. */
const SILENCE_MS = 20_000

/**
 * Opens the ledger. Every write is acknowledged by a majority and journaled: nothing the service
 * acknowledges to anybody is less durable than that.
 *
 * @param patienceMs how long a primary is looked for before a command, or the opening, fails.
 * @param silenceMs how long a server may leave a command unanswered. Then its connection is given up, and what can be
 *   repeated is, on a new one. 0 waits without end.
 */
export async function connectLedger(
  uri: string,
  { patienceMs = 10_000, silenceMs = SILENCE_MS }: { patienceMs?: number | undefined; silenceMs?: number } = {},
): Promise<Connection> {
  const connection = mongoose.createConnection(uri, {
    writeConcern: { w: 'majority', journal: true },
    readConcern: { level: 'majority' },
    serverSelectionTimeoutMS: patienceMs,
    // A server that hangs is noticed when its heartbeat takes this long; what waits for it fails then.
    connectTimeoutMS: 10_000,
    socketTimeoutMS: silenceMs,
    maxPoolSize: 50,
    autoIndex: false,
    autoCreate: false,
    bufferCommands: false,
  })
  return connection.asPromise()
}

/** The models of one connection. */
export function createModels(connection: Connection) {
  return {
    connection,
    accounts: accountModel(connection),
    domains: domainModel(connection),
    domainLogos: domainLogoModel(connection),
    apiKeys: apiKeyModel(connection),
    auditEntries: auditEntryModel(connection),
    templates: templateModel(connection),
    templateVersions: templateVersionModel(connection),
    callbacks: callbackModel(connection),
    messages: messageModel(connection),
    messageContents: messageContentModel(connection),
    events: eventModel(connection),
    eventSequences: eventSequenceModel(connection),
    subscriptions: webhookSubscriptionModel(connection),
    deliveries: webhookDeliveryModel(connection),
    payloads: webhookPayloadModel(connection),
    deadLetters: deadLetterModel(connection),
    outbox: outboxMailModel(connection),
    suppressions: suppressionModel(connection),
    spendCaps: spendCapModel(connection),
    system: systemRowModel(connection),
    dailyPlaces: dailyPlacesModel(connection),
    testRecipients: testRecipientModel(connection),
    usage: usageModel(connection),
    uploads: uploadModel(connection),
    uploadChunks: uploadChunkModel(connection),
  }
}

export type Models = ReturnType<typeof createModels>

/**
 * Creates the collections and indexes that do not exist yet: all indexes of a collection in one command, which reads
 * the collection once. Harmless when several processes do it at once.
 */
export async function ensureIndexes(connection: Connection): Promise<void> {
  await Promise.all(Object.values(connection.models).map(ensureCollection))
}

async function ensureCollection(model: Model<unknown>): Promise<void> {
  const indexes = model.schema.indexes().map(([key, options]) => ({ key, ...options }) as mongo.IndexDescription)
  // Creating an index creates its collection.
  if (indexes.length > 0) await model.collection.createIndexes(indexes)
  else await model.createCollection()
}
