import { isDeepStrictEqual } from 'node:util'
import type { Clock } from '../../../clock.js'
import { mapInSlices } from '../../../lib/concurrency/time-slices.js'
import { normalizeAddress } from '../../../lib/mail/addresses.js'
import type { InboundEmailDoc } from '../../../models/inbound-email.js'
import type { Models } from '../../../models/index.js'
import type { BlobStore } from '../../platform/blobs/blob-store.js'
import { attachmentFolder, rawKey } from '../../receiving/blob-keys.js'
import type { ReceivedRemoval, RemovableEmail } from '../received-removal.js'
import type { AddressTraces } from './address-traces.js'
import { filenameWithout } from './erased-row.js'
import type { Erased, Erasing } from './message-eraser.js'
import { isInBlob } from './search-blobs.js'

export interface ReceivedEraserDeps {
  clock: Clock
  models: Models
  blobStore: Pick<BlobStore, 'delete' | 'keysIn' | 'open'>
  receivedRemoval: Pick<ReceivedRemoval, 'removeAll'>
}

/** Where a mail of others mentions the address. */
interface Mention {
  row: Partial<InboundEmailDoc> | null
  content: Record<string, unknown> | null
  /** Keys of the files. */
  files: string[]
  isInRaw: boolean
}

/** A mail, and how far it is. */
type Progress = RemovableEmail & Pick<InboundEmailDoc, 'parse_at' | 'parsed_at' | 'lease'>
const PROGRESS = { account_id: 1, raw_digest: 1, parse_at: 1, parsed_at: 1, lease: 1 }

/**
 * Erases an address from received mail. Mail from or to it is deleted, with everything that belongs to it. In other mail
 * that mentions it, texts get a mark in its place, and files with it are deleted, as is the raw mail, which cannot be
 * changed. Repeatable: what finds a mail goes last.
 */
export class ReceivedEraser {
  readonly #deps: ReceivedEraserDeps

  constructor(deps: ReceivedEraserDeps) {
    this.#deps = deps
  }

  /** Erases the address from mails that may have it. Those that are being parsed are busy: what is read comes back. */
  async erase(ids: readonly string[], erasing: Erasing): Promise<Erased> {
    const { models, receivedRemoval } = this.#deps
    const rows = await models.inboundEmails.collection.find({ _id: { $in: [...ids] } }).toArray()
    const theirs = rows.filter((row) => isOf(row, erasing))
    if (theirs.length > 0) await receivedRemoval.removeAll(theirs)
    let count = theirs.length
    const busy = new Set<string>()
    for (const row of rows) {
      const mention = theirs.includes(row) ? null : await this.#mentionIn(row, erasing)
      if (!mention) continue
      const erased = await this.#eraseMention(row, mention, erasing)
      count += erased.count
      for (const id of erased.busy) busy.add(id)
    }
    return { count, busy: [...busy] }
  }

  async #mentionIn(row: InboundEmailDoc, { traces }: Erasing): Promise<Mention | null> {
    const { models, blobStore } = this.#deps
    const { _id, account_id, raw_digest } = row
    const texts = await models.inboundContents.collection.findOne({ _id, account_id })
    const content = texts && (await traces.removeFromAll(texts))
    const shown = shownFields(row)
    const fields = await withoutAddress(shown, traces)
    const keys = await blobStore.keysIn(account_id, [attachmentFolder(_id)])
    const isInFile = await mapInSlices(keys, (key) => isInBlob(blobStore, traces, account_id, key))
    const mention: Mention = {
      row: isDeepStrictEqual(fields, shown) ? null : fields,
      content: isDeepStrictEqual(content, texts) ? null : content,
      files: keys.filter((_key, index) => isInFile[index]),
      isInRaw: await isInBlob(blobStore, traces, account_id, rawKey(raw_digest)),
    }
    return mention.row || mention.content || mention.files.length > 0 || mention.isInRaw ? mention : null
  }

  /**
   * Erases the address from a mail of others. The raw bytes go with it, so a mail with the same bytes that is being parsed makes
   * both of them busy.
   */
  async #eraseMention(row: InboundEmailDoc, mention: Mention, erasing: Erasing): Promise<Erased> {
    const { clock, receivedRemoval } = this.#deps
    const begunAt = clock.now()
    const others = await this.#othersLike(row)
    const open = [row, ...others].filter(({ parse_at, lease }) => parse_at || lease)
    if (open.length > 0) return { count: 0, busy: [row, ...open].map(({ _id }) => _id) }
    const isRead = row.parsed_at !== undefined
    // Nobody will read them any more: they are parked, or their account is suspended.
    const unread = isRead ? others.filter(({ parsed_at }) => parsed_at === undefined) : [row]
    if (unread.length > 0) await receivedRemoval.removeAll(unread)
    if (isRead) await this.#eraseParts(row, mention, erasing, begunAt)
    return { count: unread.length + Number(isRead), busy: [] }
  }

  /** Other mails with the same raw bytes. */
  #othersLike({ _id, account_id, raw_digest }: InboundEmailDoc): Promise<Progress[]> {
    const others = { account_id, raw_digest, _id: { $ne: _id } }
    return this.#deps.models.inboundEmails.collection.find<Progress>(others, { projection: PROGRESS }).toArray()
  }

  /** @param begunAt before it was looked who needs the raw bytes. Those that arrived again since then stay. */
  async #eraseParts(
    { _id, account_id, raw_digest }: InboundEmailDoc,
    { row: fields, content, files }: Mention,
    erasing: Erasing,
    begunAt: Date,
  ): Promise<void> {
    const { models, blobStore } = this.#deps
    await this.#eraseNews(_id, erasing)
    // The raw mail has the address too, perhaps encoded so that no search finds it.
    await blobStore.delete(account_id, [rawKey(raw_digest)], begunAt)
    await blobStore.delete(account_id, files)
    if (content) {
      const { _id: _same, ...texts } = content
      await models.inboundContents.collection.updateOne({ _id, account_id }, { $set: texts })
    }
    if (fields) await models.inboundEmails.collection.updateOne({ _id, account_id }, { $set: fields })
  }

  /** The bodies of its webhooks. */
  async #eraseNews(id: string, { traces }: Erasing): Promise<void> {
    const { models } = this.#deps
    const ids = [`evt_${id}`, `evt_${id}/route`]
    const bodies = await models.payloads.collection.find({ _id: { $in: ids } }).toArray()
    const writes = await mapInSlices(bodies, async ({ _id, body }) => ({
      updateOne: { filter: { _id }, update: { $set: { body: await bodyWithout(body, traces) } } },
    }))
    if (writes.length > 0) await models.payloads.collection.bulkWrite(writes, { ordered: false })
  }
}

/** The body of a webhook without the address. */
async function bodyWithout(text: string, traces: AddressTraces): Promise<string> {
  const body: { payload: Record<string, unknown>; recipient?: string | null } = JSON.parse(text)
  const isRecipient = body.recipient && traces.isOf({ email: body.recipient })
  const payload = await withoutAddress(body.payload, traces)
  return JSON.stringify({ ...body, payload, ...(isRecipient && { recipient: null }) })
}

/** Fields of a mail, which may have a list of its files, without the address. */
async function withoutAddress<T extends object>(fields: T, traces: AddressTraces): Promise<T> {
  const clean: T & { attachments?: { filename: string }[] } = await traces.removeFromAll(fields)
  if (!clean.attachments) return clean
  const attachments = clean.attachments.map((file) => ({ ...file, filename: filenameWithout(file.filename, traces) }))
  return { ...clean, attachments }
}

/** Whether the address is in the envelope or among the people in the header. Before a mail is parsed it has only the first. */
function isOf(row: InboundEmailDoc, { address, traces }: Erasing): boolean {
  if ([row.envelope_from, row.recipient].some((own) => normalizeAddress(own) === address)) return true
  const { from = [], reply_to = [], to = [], cc = [] } = row as Partial<InboundEmailDoc>
  return [...from, ...reply_to, ...to, ...cc].some((mailbox) => traces.isOf(mailbox))
}

/** The fields of a parsed mail that come from its header. */
function shownFields({
  rfc_message_id,
  in_reply_to,
  references,
  from,
  reply_to,
  to,
  cc,
  subject,
  attachments,
}: Partial<InboundEmailDoc>): Partial<InboundEmailDoc> {
  const all = { rfc_message_id, in_reply_to, references, from, reply_to, to, cc, subject, attachments }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
}
