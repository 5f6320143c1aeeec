import type { Models } from '../../../models/index.js'
import { reviseThread } from '../revise-thread.js'

/** Takes the mail of a message out of its thread; a thread without other mail is gone. Repeatable. */
export async function removeMail(models: Models, accountId: string, id: string): Promise<void> {
  const { mailItems, mailTexts } = models
  const own = { _id: id, account_id: accountId }
  // Somebody may move it to another thread meanwhile.
  for (;;) {
    const item = await mailItems.collection.findOne(own, { projection: { thread_id: 1 } })
    if (!item) break
    await reviseThread(models, item.thread_id, (each) => (each._id === id ? null : each))
  }
  await mailTexts.collection.deleteOne(own)
}
