import { postSigned } from '../../support/post-callback.js'
import { sesNotification } from '../../support/ses-notifications.js'
import type { World } from '../world.js'

/** What happens to mail, more or less as often as it does. */
const TYPES = [...Array<string>(6).fill('Delivery'), ...['Open', 'Open', 'Click', 'Bounce']]
/** The newest mails, of which something is told. */
const RECENT = 500

const told = new Set<string>()

/** Tells what became of a mail that the provider has taken, each thing once. */
export async function callback({ book, client, provider, random }: World): Promise<void> {
  const recent = provider.receipts.slice(-RECENT)
  if (recent.length === 0) return
  const { messageId, recipients } = random.oneOf(recent)
  const type = random.oneOf(TYPES)
  const name = `${messageId} ${type}`
  if (told.has(name)) return
  told.add(name)
  const notification = sesNotification(type, 'publishing', {
    providerMessageId: `ses-${messageId}`,
    messageId,
    recipients,
    at: new Date(),
  })
  const taken = await client.repeat(async () => client.orRetry(await postSigned(client.api(), notification)))
  if (taken && taken.result.status !== 200) {
    book.problems.push(`a callback was answered with ${JSON.stringify(taken.result)}`)
  } else if (taken) book.callbacks.push({ messageId, type })
}
