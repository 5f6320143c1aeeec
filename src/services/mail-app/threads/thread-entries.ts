import type { MailEntry } from '../../../contract/mail-threads.js'
import { ApiError } from '../../../errors.js'
import { groupBy } from '../../../lib/collections/group-by.js'
import { mapInSlices, shouldYield, yieldToEventLoop } from '../../../lib/concurrency/time-slices.js'
import type { InboundContentDoc } from '../../../models/inbound-email.js'
import type { Models } from '../../../models/index.js'
import type { MailItemDoc } from '../../../models/mail-item.js'
import { statusAfter } from '../../../models/message.js'
import type { ServiceDeps } from '../../deps.js'
import type { MailReach } from '../../platform/mail-reach.js'
import type { MessageContents } from '../../sending/messages/message-contents.js'
import type { MessageService } from '../../sending/messages/message-service.js'
import { addedText } from '../filing/added-text.js'
import { itemsWithin, itemWithin } from '../reach/within-reach.js'
import { presentReceived, presentSent } from './present-thread.js'

/** Most mails that are read for one response. */
const MAX_MAILS = 2_000
/** Most text of received mail in one response, in characters. The one that exceeds it is the last. */
const MAX_CHARS = 8 * 1024 * 1024

const WITHOUT_TERMS = { projection: { terms: 0 } } as const

export type EntryDeps = Pick<ServiceDeps, 'config' | 'models'> & {
  messages: Pick<MessageService, 'getMany' | 'timelines'>
  messageContents: Pick<MessageContents, 'getMany'>
}

/**
 * The mails of threads, oldest first, with a fixed number of queries for any number of threads. Threads beyond the limit
 * of mails are errors; of a single one, only the oldest mails beyond it are left out.
 */
export async function threadEntries(
  deps: EntryDeps,
  reach: MailReach,
  threadIds: readonly string[],
): Promise<Map<string, MailEntry[] | ApiError>> {
  const ids = [...new Set(threadIds)]
  const items = ids.length === 1 ? await newestOf(deps.models, reach, ids[0]!) : await mailsOf(deps.models, reach, ids)
  // Read in the order of the threads, so this one and those after it are not whole.
  const firstCut = items.length > MAX_MAILS ? items.at(-1)!.thread_id : null
  const isCut = (id: string) => firstCut !== null && id >= firstCut
  const read = items.filter((item) => !isCut(item.thread_id)).map((item) => itemWithin(reach, item))
  const entries = await entriesOf(deps, reach.accountId, read)
  const byThread = groupBy(read, (item) => item.thread_id)
  return new Map<string, MailEntry[] | ApiError>([
    ...[...byThread].map(([id, own]) => [id, own.map(({ _id }) => entries.get(_id)!)] as const),
    ...ids.filter(isCut).map((id) => [id, tooMany()] as const),
  ])
}

/** The newest mails of a thread, oldest first. */
async function newestOf(models: Models, reach: MailReach, threadId: string): Promise<MailItemDoc[]> {
  const filter = { ...itemsWithin(reach), thread_id: threadId }
  const options = { ...WITHOUT_TERMS, sort: { position: -1 }, limit: MAX_MAILS } as const
  return (await models.mailItems.collection.find(filter, options).toArray()).reverse()
}

/**
 * The mails of threads, oldest first, thread by thread. One more than a response holds shows that there are too many.
 */
function mailsOf(models: Models, reach: MailReach, threadIds: readonly string[]): Promise<MailItemDoc[]> {
  const filter = { ...itemsWithin(reach), thread_id: { $in: [...threadIds] } }
  const options = { ...WITHOUT_TERMS, sort: { thread_id: 1, position: 1 }, limit: MAX_MAILS + 1 } as const
  return models.mailItems.collection.find(filter, options).toArray()
}

const tooMany = () =>
  new ApiError(
    'invalid_request',
    `The threads of this response have more than ${MAX_MAILS.toLocaleString('en')} mails. Ask for fewer threads at a time: with a smaller \`first\`, or one by one.`,
  )

async function entriesOf(deps: EntryDeps, accountId: string, items: MailItemDoc[]): Promise<Map<string, MailEntry>> {
  const [received, sent] = await Promise.all([
    receivedEntries(
      deps,
      accountId,
      items.filter(({ source }) => source === 'inbound'),
    ),
    sentEntries(
      deps,
      accountId,
      items.filter(({ source }) => source === 'outbound'),
    ),
  ])
  return new Map([...received, ...sent].map((entry) => [entry.id, entry]))
}

async function receivedEntries({ models, config }: EntryDeps, accountId: string, items: MailItemDoc[]) {
  if (items.length === 0) return []
  const own = { _id: { $in: items.map(({ _id }) => _id) }, account_id: accountId }
  const [emails, { contents, unread }] = await Promise.all([
    models.inboundEmails.collection.find(own, { projection: { verdicts: 1, attachments: 1 } }).toArray(),
    readContents(models.inboundContents.collection.find(own, { sort: { _id: -1 }, batchSize: 20 }), items),
  ])
  const byId = new Map(emails.map((email) => [email._id, email]))
  return items.map((item) => {
    const { _id } = item
    const known = { email: byId.get(_id), content: contents.get(_id), truncated: unread.has(_id) }
    return presentReceived(item, known, config.baseUrl)
  })
}

/** Reads contents one after the other, newest first, until the limit of text. */
async function readContents(rows: AsyncIterable<InboundContentDoc>, items: readonly MailItemDoc[]) {
  const contents = new Map<string, InboundContentDoc>()
  let left = MAX_CHARS
  for await (const row of rows) {
    contents.set(row._id, row)
    left -= (row.text?.length ?? 0) + (row.html?.length ?? 0) + (row.html_safe?.length ?? 0)
    if (left < 0) break
    if (shouldYield()) await yieldToEventLoop()
  }
  const unread = left < 0 ? items.filter(({ _id }) => !contents.has(_id)) : []
  return { contents, unread: new Set(unread.map(({ _id }) => _id)) }
}

async function sentEntries({ messages, messageContents }: EntryDeps, accountId: string, items: MailItemDoc[]) {
  if (items.length === 0) return []
  const ids = items.map(({ _id }) => _id)
  const [rows, timelines, contents] = await Promise.all([
    messages.getMany(accountId, ids),
    messages.timelines(accountId, ids),
    messageContents.getMany(accountId, ids),
  ])
  const rowOf = new Map(rows.map((row) => [row.id, row]))
  return mapInSlices(items, (item) => {
    const events = timelines.get(item._id) ?? []
    const newest = events.at(-1)
    const found = contents.get(item._id)
    const content = found instanceof ApiError ? null : (found ?? null)
    const text = content?.body_text ?? null
    return presentSent(item, {
      // Events are written before the row, so they decide.
      status: newest ? statusAfter(newest.type) : (rowOf.get(item._id)?.status ?? 'queued'),
      scheduledAt: rowOf.get(item._id)?.scheduled_at ?? null,
      truncated: found instanceof ApiError,
      replyText: text === null ? null : addedText(text),
      ...{ content, events },
    })
  })
}
