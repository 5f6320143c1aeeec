import type { MessageDoc } from '../../../src/models/message.js'
import { attachmentKey, rawKey } from '../../../src/services/receiving/blob-keys.js'
import type { MongooseModels } from '../../support/mongoose-models.js'
import type { Book } from '../book.js'
import type { MailProvider } from '../sinks/provider.js'
import type { World } from '../world.js'

type Row = Pick<MessageDoc, '_id' | 'status' | 'idempotency_key' | 'broadcast_id'>

/** What became of each message: `sent`, `failed`, `suppressed`, `canceled`, or `open`. */
export async function outcomesOf(models: MongooseModels): Promise<Map<string, string>> {
  const rows = await models.messages.find({}, { status: 1 }).lean<Row[]>()
  const events = await models.events
    .find({ type: { $in: ['sent', 'failed', 'suppressed', 'unsubscribed'] } }, { message_id: 1, type: 1 })
    .lean<{ message_id: string; type: string }[]>()
  const outcomes = new Map(rows.map(({ _id, status }) => [_id, status === 'canceled' ? 'canceled' : 'open']))
  for (const { message_id, type } of events) if (outcomes.has(message_id)) outcomes.set(message_id, type)
  return outcomes
}

/** Every accepted mail is in the ledger, once, and has an outcome that can be. */
export function outcomeProblems(
  { mails }: Book,
  { refused }: MailProvider,
  outcomes: ReadonlyMap<string, string>,
): string[] {
  const twice = mails.length - new Set(mails.map(({ id }) => id)).size
  return [
    ...(twice > 0 ? [`${twice} ids were given to two mails`] : []),
    ...mails.flatMap(({ id, kind }) => {
      const outcome = outcomes.get(id)
      if (outcome === undefined) return [`${id} (${kind}) was accepted, and is lost`]
      if (outcome === 'open') return [`${id} (${kind}) has no outcome`]
      if (outcome === 'failed' && !refused.has(id))
        return [`${id} (${kind}) has failed, and the provider did not refuse it`]
      return []
    }),
  ]
}

/** Every received mail that was acknowledged is stored once, with its parts, in a thread with what it answers. */
export async function inboundProblems({ book, ledger, accounts }: World): Promise<string[]> {
  const models = ledger.models
  const problems: string[] = []
  const rows = await models.inboundEmails.find().lean()
  const rowsOf = (rfcMessageId: string) => rows.filter((row) => row.rfc_message_id === rfcMessageId)
  const contents = new Set((await models.inboundContents.find({}, { _id: 1 }).lean()).map(({ _id }) => _id))
  const items = new Map((await models.mailItems.find({}, { thread_id: 1 }).lean()).map((item) => [item._id, item]))
  const ids = new Set(accounts.map(({ id }) => id))
  if (rows.some(({ account_id }) => !ids.has(account_id))) problems.push('a received mail is in a wrong account')
  for (const { rfcMessageId, answers, hasAttachment, by, accountId } of book.inbound) {
    const [row, ...others] = rowsOf(rfcMessageId)
    if (!row) problems.push(`${rfcMessageId} (${by}) was acknowledged, and is lost`)
    if (!row) continue
    const name = `${row._id} (${by})`
    if (others.length > 0) problems.push(`${name} is stored ${1 + others.length} times`)
    if (!contents.has(row._id)) problems.push(`${name} has no content`)
    if (!items.has(row._id)) problems.push(`${name} is in no thread`)
    const parts = [rawKey(row.raw_digest), ...(hasAttachment ? [attachmentKey(row._id, 0)] : [])]
    for (const part of parts) {
      if ((await ledger.blobStore.get(accountId, part)) === null) problems.push(`${name} lacks ${part}`)
    }
    const [answered] = answers ? rowsOf(answers) : []
    if (answered && items.get(answered._id)?.thread_id !== items.get(row._id)?.thread_id) {
      problems.push(`${name} is not in the thread of ${answered._id}, which it answers`)
    }
  }
  return problems
}

/**
 * What was sent from the mail app is in a thread: a reply in the one that it was written in, or in the one that this has
 * become a part of. What was canceled is in none.
 */
export async function threadProblems(
  { mails }: Book,
  models: MongooseModels,
  outcomes: ReadonlyMap<string, string>,
): Promise<string[]> {
  const threads = await models.mailThreads.find({}, { merged_into: 1 }).lean()
  const mergedInto = new Map(threads.map(({ _id, merged_into }) => [_id, merged_into]))
  const rootOf = (id: string): string => {
    const next = mergedInto.get(id)
    return next === undefined ? id : rootOf(next)
  }
  const items = await models.mailItems.find({ source: 'outbound' }, { thread_id: 1 }).lean()
  const threadOf = new Map(items.map(({ _id, thread_id }) => [_id, thread_id]))
  return mails.flatMap(({ id, kind, threadId }) => {
    const is = threadOf.get(id)
    if (kind !== 'reply' && kind !== 'scheduled') return []
    if (outcomes.get(id) === 'canceled') return is ? [`${id} is canceled, and still in ${is}`] : []
    if (is === undefined) return [`${id} (${kind}) is in no thread`]
    if (threadId === undefined || is === rootOf(threadId)) return []
    return [`the reply ${id} is in ${is}, not in ${rootOf(threadId)}`]
  })
}
