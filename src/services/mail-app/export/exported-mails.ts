import type { ExportedMail } from '../../../contract/mail-export.js'
import { ApiError } from '../../../errors.js'
import type { MailItemDoc } from '../../../models/mail-item.js'
import type { ServiceDeps } from '../../deps.js'
import { isoTime } from '../../platform/timestamps.js'
import type { MessageContents } from '../../sending/messages/message-contents.js'
import { filesOfReceived, filesOfSent, shown } from '../threads/present-thread.js'

type ReadDeps = Pick<ServiceDeps, 'config' | 'models'> & { messageContents: Pick<MessageContents, 'get' | 'getMany'> }
type Body = Pick<ExportedMail, 'text_body' | 'attachments'>

const NO_BODY: Body = { text_body: null, attachments: [] }

/** Reads mails as they are exported, in their order. Of those that are no longer kept, only what lists show. */
export async function readExported(
  deps: ReadDeps,
  accountId: string,
  items: readonly MailItemDoc[],
): Promise<ExportedMail[]> {
  const idsOf = (source: MailItemDoc['source']) => items.flatMap((item) => (item.source === source ? item._id : []))
  const [received, sent] = await Promise.all([
    receivedBodies(deps, accountId, idsOf('inbound')),
    sentBodies(deps, accountId, idsOf('outbound')),
  ])
  return items.map((item) => ({
    id: item._id,
    thread_id: item.thread_id,
    source: item.source,
    from: shown(item.from)[0] ?? '',
    to: shown(item.to),
    subject: item.subject,
    occurred_at: isoTime(item.occurred_at),
    ...(received.get(item._id) ?? sent.get(item._id) ?? NO_BODY),
  }))
}

async function receivedBodies({ models, config }: ReadDeps, accountId: string, ids: string[]) {
  if (ids.length === 0) return new Map<string, Body>()
  const own = { _id: { $in: ids }, account_id: accountId }
  const [emails, contents] = await Promise.all([
    models.inboundEmails.collection.find(own, { projection: { attachments: 1 } }).toArray(),
    models.inboundContents.collection.find(own, { projection: { text: 1 } }).toArray(),
  ])
  const textOf = new Map(contents.map(({ _id, text }) => [_id, text]))
  return new Map(
    emails.map((email): [string, Body] => {
      const attachments = filesOfReceived(email, config.baseUrl)
      return [email._id, { text_body: textOf.get(email._id) ?? null, attachments }]
    }),
  )
}

async function sentBodies({ messageContents }: ReadDeps, accountId: string, ids: string[]) {
  const bodies = new Map<string, Body>()
  for (const [id, found] of await messageContents.getMany(accountId, ids)) {
    // Together they were too much to read.
    const content = found instanceof ApiError ? await messageContents.get(accountId, id) : found
    bodies.set(id, { text_body: content.body_text, attachments: filesOfSent(content) })
  }
  return bodies
}
