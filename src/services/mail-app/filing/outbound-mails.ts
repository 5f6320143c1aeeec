import { bareId } from '@postline/mail-parser'
import { idTime, isId } from '../../../ids.js'
import { domainOf, normalizeAddress } from '../../../lib/mail/addresses.js'
import type { Models } from '../../../models/index.js'
import type { MailContent, MessageDoc } from '../../../models/message.js'
import type { HtmlReader } from '../../reading/html-reader.js'
import { beginningOfAdded } from './added-text.js'
import type { MailToFile } from './mail-to-file.js'
import { comparableId } from './message-ids.js'

/** What the mail app reads of a content: the bytes of files stay in the ledger. */
type ReadContent = Omit<MailContent, 'attachments' | 'headers'> & {
  headers: [string, string][]
  attachments: { filename: string; size: number }[]
}
type ReadRow = Pick<MessageDoc, '_id' | 'account_id' | 'content_summary' | 'rfc_message_id' | 'mail_thread_id'> & {
  content: ReadContent | null
}

/** A message that a mail names, by our id for it or by that of the provider. */
export interface NamedMessage {
  /** The id that was asked for. */
  asked: string
  messageId: string
  /** The Message-ID that we gave it. */
  rfcMessageId: string
}

const FILES = {
  $map: {
    input: '$content.attachments',
    as: 'file',
    in: { filename: '$$file.filename', size: { $binarySize: '$$file.content' } },
  },
}
const READ = {
  $cond: [{ $gt: ['$content', null] }, { $mergeObjects: ['$content', { attachments: FILES }] }, null],
}
const SES_DOMAIN = /\.amazonses\.com$/i

/** The Message-ID that the mail of a message has, without angle brackets: one that a client gave it, or ours. */
const rfcMessageIdOf = ({ _id, rfc_message_id }: Pick<MessageDoc, '_id' | 'rfc_message_id'>, from: string): string =>
  rfc_message_id ?? `${_id}@${domainOf(from)}`

/**
 * Messages of an account that mails name.
 * @param ids as mails write them, without angle brackets.
 */
export async function findNamedMessages(
  { messages }: Models,
  accountId: string,
  ids: readonly string[],
): Promise<NamedMessage[]> {
  const bare = ids.map(bareId).filter((id) => id !== '')
  const ourIds = new Map(bare.flatMap((id) => (ownIdIn(id) ? [[ownIdIn(id)!, id] as const] : [])))
  const theirs = new Map(
    bare.filter((id) => !ownIdIn(id)).flatMap((id) => providerIdsIn(id).map((own) => [own, id] as const)),
  )
  if (ourIds.size + theirs.size === 0) return []
  const rows = await messages.collection
    .find<Pick<MessageDoc, '_id' | 'provider_message_id' | 'rfc_message_id' | 'content' | 'content_summary'>>(
      {
        account_id: accountId,
        $or: [
          { _id: { $in: [...ourIds.keys()] } },
          ...(theirs.size > 0 ? [{ provider_message_id: { $in: [...theirs.keys()] } }] : []),
        ],
      },
      { projection: { provider_message_id: 1, rfc_message_id: 1, 'content.from': 1, 'content_summary.from': 1 } },
    )
    .toArray()
  return rows.flatMap((row) => {
    const from = (row.content ?? row.content_summary)?.from
    const asked = ourIds.get(row._id) ?? theirs.get(row.provider_message_id ?? '')
    return from && asked ? [{ asked, messageId: row._id, rfcMessageId: rfcMessageIdOf(row, from.email) }] : []
  })
}

function ownIdIn(id: string): string | null {
  const local = id.slice(0, Math.max(0, id.lastIndexOf('@'))).toLowerCase()
  return isId('message', local) ? local : null
}

/** An id of SES is the local part of the Message-ID that SES writes; other providers' are the whole Message-ID. */
function providerIdsIn(id: string): string[] {
  const at = id.lastIndexOf('@')
  if (at > 0 && SES_DOMAIN.test(id)) return [id.slice(0, at), id]
  return [id, id.toLowerCase()]
}

/** Messages as mails of the mail app, by id. Those that are gone are left out. */
export async function readOutboundMails(
  { models, htmlReader }: { models: Models; htmlReader: Pick<HtmlReader, 'beginning'> },
  accountId: string,
  ids: readonly string[],
): Promise<MailToFile[]> {
  const { messages, messageContents } = models
  if (ids.length === 0) return []
  const rows = await messages.collection
    .aggregate<ReadRow>([
      { $match: { _id: { $in: [...ids] }, account_id: accountId } },
      { $project: { account_id: 1, content_summary: 1, rfc_message_id: 1, mail_thread_id: 1, content: READ } },
    ])
    .toArray()
  const apart = rows.filter(({ content }) => !content).map(({ _id }) => _id)
  const contents =
    apart.length === 0
      ? []
      : await messageContents.collection
          .aggregate<{ _id: string; content: ReadContent }>([
            { $match: { _id: { $in: apart }, account_id: accountId } },
            { $project: { content: READ } },
          ])
          .toArray()
  const byId = new Map(contents.map(({ _id, content }) => [_id, content]))
  const mails: MailToFile[] = []
  for (const row of rows) {
    const content = row.content ?? byId.get(row._id) ?? null
    const text = content?.text ?? (await htmlReader.beginning(accountId, content?.html ?? ''))
    const mail = toMail(row, content, text)
    if (mail) mails.push(mail)
  }
  return mails
}

function toMail(row: ReadRow, content: ReadContent | null, text: string): MailToFile | null {
  const { _id, account_id, content_summary, mail_thread_id } = row
  const shown = content ?? content_summary
  if (!shown) return null
  const header = (name: string) => content?.headers.find(([key]) => key.toLowerCase() === name)?.[1] ?? ''
  return {
    accountId: account_id,
    source: 'outbound',
    id: _id,
    rfcMessageId: rfcMessageIdOf(row, shown.from.email),
    inReplyTo: idsIn(header('in-reply-to')),
    references: idsIn(header('references')),
    subject: shown.subject ?? '',
    from: [shown.from],
    to: shown.to,
    cc: shown.cc,
    bcc: content?.bcc ?? [],
    ownAddress: normalizeAddress(shown.from.email),
    inboxId: null,
    ...(mail_thread_id !== undefined && { threadId: mail_thread_id }),
    occurredAt: idTime(_id),
    text,
    replyText: beginningOfAdded(text),
    attachments: content?.attachments ?? [],
    sizeBytes: sizeOf(content),
  }
}

function sizeOf(content: ReadContent | null): number {
  const files = content?.attachments.reduce((sum, { size }) => sum + size, 0) ?? 0
  return files + (content?.text?.length ?? 0) + (content?.html?.length ?? 0)
}

const idsIn = (header: string): string[] => header.split(/\s+/).filter((id) => comparableId(id) !== null)
