import type { Models } from '../../../models/index.js'

/**
 * Makes callbacks due that wait for the message of one of these mails. The ingest worker looks for the message once
 * more after it has marked a callback as waiting, so one of the two always notices the other.
 */
export async function resumeCallbacks(models: Models, providerMessageIds: string[], now: Date): Promise<void> {
  if (providerMessageIds.length === 0) return
  await models.callbacks.collection.updateMany(
    { awaits: { $in: providerMessageIds } },
    { $set: { process_at: now }, $unset: { awaits: 1, enqueued_at: 1 } },
  )
}
