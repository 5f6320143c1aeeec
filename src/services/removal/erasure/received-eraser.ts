import { isDeepStrictEqual } from 'node:util'
import { mapInSlices } from '../../../lib/concurrency/time-slices.js'
import { normalizeAddress } from '../../../lib/text/addresses.js'
import type { InboundEmailDoc } from '../../../models/inbound-email.js'
import type { Models } from '../../../models/index.js'
import type { BlobStore } from '../../platform/blobs/blob-store.js'
import { attachmentFolder, rawKey } from '../../receiving/blob-keys.js'
import type { ReceivedRemoval } from '../received-removal.js'
import type { AddressTraces } from './address-traces.js'
import { rewriteBodies } from './erase-chain.js'
import { filenameWithout } from './erased-row.js'
import type { Erased, Erasing } from './message-eraser.js'
import { isInBlob } from './search-blobs.js'

export interface ReceivedEraserDeps {
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
    const busy: string[] = []
    for (const row of rows) {
      const mention = theirs.includes(row) ? null : await this.#mentionIn(row, erasing)
      if (!mention) continue
      if (row.parse_at || row.lease) busy.push(row._id)
      else {
        await this.#eraseMention(row, mention, erasing)
        count += 1
      }
    }
    return { count, busy }
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

  async #eraseMention(row: InboundEmailDoc, { row: fields, content, files }: Mention, erasing: Erasing): Promise<void> {
    const { models, blobStore, receivedRemoval } = this.#deps
    const { _id, account_id, raw_digest } = row
    // Nobody will read it any more: it is parked, or its account is suspended.
    if (row.parsed_at === undefined) return receivedRemoval.removeAll([row])
    await this.#eraseNews(_id, erasing)
    // The raw mail has the address too, perhaps encoded so that no search finds it.
    await blobStore.delete(account_id, [...files, rawKey(raw_digest)])
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
    const payloads = await mapInSlices(bodies, async ({ _id, body }): Promise<[string, Record<string, unknown>]> => {
      const { payload } = JSON.parse(body) as { payload: Record<string, unknown> }
      return [_id, await withoutAddress(payload, traces)]
    })
    await rewriteBodies(models, new Map(payloads), traces)
  }
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
