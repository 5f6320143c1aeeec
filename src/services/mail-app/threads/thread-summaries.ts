import type { MailThreadSummary } from '../../../contract/mail-threads.js'
import type { Models } from '../../../models/index.js'
import type { MailThreadDoc } from '../../../models/mail-thread.js'
import { labelNames } from '../labels/label-names.js'
import { presentThread } from './present-thread.js'

/** Threads of an account as lists show them, with the names of their labels. */
export async function threadSummaries(
  models: Models,
  accountId: string,
  rows: readonly MailThreadDoc[],
): Promise<MailThreadSummary[]> {
  const ids = rows.flatMap(({ labels }) => labels)
  const names = await labelNames(models, accountId, ids)
  return rows.map((row) => presentThread(row, names))
}
