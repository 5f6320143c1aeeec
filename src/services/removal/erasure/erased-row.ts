import { parse as parsePath } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { mongo } from 'mongoose'
import { mapInSlices } from '../../../lib/concurrency/time-slices.js'
import type { AttachmentDoc, ContentSummary, MailContent, MessageDoc } from '../../../models/message.js'
import { recipientTerm, words } from '../../platform/search/message-terms.js'
import type { AddressTraces } from './address-traces.js'

type Row = Pick<MessageDoc, '_id' | 'idempotency_key' | 'tags' | 'metadata' | 'search' | 'stopped' | 'last_error'> & {
  content?: MailContent | null
  content_summary?: MessageDoc['content_summary']
}

/** Whether the address is a recipient, of any kind, in what a row shows of it. */
export function hasRecipient(
  { content, content_summary, search }: Row,
  address: string,
  traces: AddressTraces,
): boolean {
  const shown = content ?? content_summary
  const named = [...(shown?.to ?? []), ...(shown?.cc ?? []), ...(content?.bcc ?? [])]
  return search.includes(recipientTerm(address)) || named.some((mailbox) => traces.isOf(mailbox))
}

/**
 * What a message keeps of which a recipient is erased: sender, other recipients, tags and its place in lists. Its
 * subject, its metadata and its content are about that recipient. The term of the recipient stays until everything else is erased,
 * because it is how the message is found.
 */
export async function erasedFields(row: Row, address: string, traces: AddressTraces) {
  return {
    content: null,
    content_summary: await summaryOf(row.content ?? row.content_summary, traces),
    search: [...row.search.filter((term) => isKept(term, traces)), recipientTerm(address)],
    erased: true as const,
    ...(await mentionsOf(row, traces, (text) => traces.removeAnywhereFrom(text))),
    ...(row.metadata !== undefined && { metadata: '{}' }),
  }
}

/** The texts of a row itself without the address. What the sender chose, the key and the tags, is cleaned by `remove`. */
export async function mentionsOf(row: Row, traces: AddressTraces, remove = (text: string) => traces.removeFrom(text)) {
  const { _id, idempotency_key: key, tags, metadata, stopped, last_error } = row
  return {
    // Unique in the account, like the key.
    idempotency_key: remove(key) === key ? key : `erased:${_id}`,
    tags: tags && Object.fromEntries(Object.entries(tags).map(([name, value]) => [remove(name), remove(value)])),
    // Parsed: in its JSON, the end of an escape could be taken for the beginning of the address.
    ...(metadata !== undefined && { metadata: JSON.stringify(await traces.removeFromAll(JSON.parse(metadata))) }),
    ...(stopped && { stopped: await traces.removeFromAll(stopped) }),
    ...(last_error !== undefined && { last_error: traces.removeFrom(last_error) }),
  }
}

/** The content of a mail to others without the address, or the same content. Files that contain it become empty. */
export async function withoutMention(
  content: MailContent,
  hasLeft: boolean,
  traces: AddressTraces,
): Promise<MailContent> {
  const { from, to, cc, bcc, reply_to, attachments, ...texts } = content
  const clean = await traces.removeFromAll(texts)
  const shown = {
    // Mail that waits keeps its sender: it could not be sent without.
    from: hasLeft ? await traces.removeFromAll(from) : from,
    ...{ to: withoutNames(to, traces), cc: withoutNames(cc, traces), bcc: withoutNames(bcc, traces) },
    reply_to: reply_to.filter((mailbox) => !traces.isOf(mailbox)),
  }
  const files = await mapInSlices(attachments, (file) => withoutMentionIn(file, traces))
  const isSame =
    files.every((file, index) => file === attachments[index]) &&
    isDeepStrictEqual(clean, texts) &&
    JSON.stringify(shown) === JSON.stringify({ from, to, cc, bcc, reply_to })
  return isSame ? content : { ...clean, ...shown, attachments: files }
}

async function withoutMentionIn(file: AttachmentDoc, traces: AddressTraces): Promise<AttachmentDoc> {
  const filename = filenameWithout(file.filename, traces)
  if (await traces.isIn(file.content.buffer)) return { ...file, filename, content: new mongo.Binary(Buffer.alloc(0)) }
  return filename === file.filename ? file : { ...file, filename }
}

/** A file name without the address. Its extension is left out, because it could be the end of a longer domain. */
export function filenameWithout(filename: string, traces: AddressTraces): string {
  const { name, ext } = parsePath(filename)
  return traces.removeFrom(name) === name ? filename : traces.removeFrom(name) + ext
}

/** Other recipients keep their addresses. */
const withoutNames = (mailboxes: MailContent['to'], traces: AddressTraces) =>
  mailboxes.map(({ name, email }) => ({ name: name && traces.removeFrom(name), email }))

/** The fields of the row of a mail to others that mention the address, without it; empty if there are none. */
export async function fieldsWithoutMention(
  row: MessageDoc,
  address: string,
  traces: AddressTraces,
): Promise<Partial<MessageDoc>> {
  const { content, content_summary: summary, search, idempotency_key, tags, metadata, stopped, last_error } = row
  const hasLeft = !row.dispatch_at && !row.held
  const clean = {
    ...(content && { content: await withoutMention(content, hasLeft, traces) }),
    ...(summary && { content_summary: await traces.removeFromAll(summary) }),
    ...(await mentionsOf(row, traces)),
  }
  const given = {
    ...{ idempotency_key, tags },
    ...(metadata !== undefined && { metadata }),
    ...(stopped && { stopped }),
    ...(last_error !== undefined && { last_error }),
  }
  const isSame =
    clean.content === (content ?? undefined) &&
    JSON.stringify({ ...clean, content: null }) ===
      JSON.stringify({ ...clean, ...(summary && { content_summary: summary }), ...given, content: null })
  if (isSame) return {}
  const parts = new Set(words(address))
  return { ...clean, search: search.filter((term) => !parts.has(term) && traces.removeFrom(term) === term) }
}

/** Terms of tags and of other recipients. Words of the subject, and parts of addresses, go with them. */
const isKept = (term: string, traces: AddressTraces) =>
  term.startsWith(' ')
    ? traces.removeAnywhereFrom(term) === term
    : term.includes('@') && traces.removeFrom(term) === term

async function summaryOf(shown: Row['content_summary'] | ContentSummary | null, traces: AddressTraces) {
  const others = (mailboxes: ContentSummary['to']) => mailboxes.filter((mailbox) => !traces.isOf(mailbox))
  if (!shown) return undefined
  const { from, to, cc } = shown
  return { from: await traces.removeFromAll(from), to: others(to), cc: others(cc), subject: null }
}
