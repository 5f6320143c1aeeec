import type { mongo } from 'mongoose'
import {
  type DraftChanges,
  type DraftFilter,
  MAX_FILES,
  type MailDraft,
  type MailDraftSummary,
  type NewDraft,
} from '../../../contract/mail-drafts.js'
import type { Attachment } from '../../../contract/messages.js'
import { ApiError, fieldError } from '../../../errors.js'
import type { DraftContent, MailDraftDoc } from '../../../models/mail-draft.js'
import {
  ADDRESS_DRAFTS_INDEX,
  DRAFTS_INDEX,
  INBOX_DRAFTS_INDEX,
  THREAD_DRAFTS_INDEX,
} from '../../../models/mail-draft.js'
import type { ServiceDeps } from '../../deps.js'
import { type MailViewer, reachOf } from '../../platform/mail-reach.js'
import { type List, listById, newestFirst, type Page } from '../../platform/pages.js'
import type { Quotas } from '../../platform/quotas.js'
import { prepareAttachments } from '../../sending/messages/rules/attachments.js'
import { findThreadWithin } from '../reach/find-within.js'
import { findThread, nextSeq } from '../threads/thread-writes.js'
import { type AddressedDraft, addressOf, mayChangeAddress, withinReach } from './draft-address.js'
import {
  draftsWithin,
  findDraft,
  presentDraft,
  presentSummary,
  recordDraft,
  revised,
  SUMMARY,
  type SummaryRow,
  writeDraft,
} from './draft-rows.js'
import type { DraftSender } from './draft-sender.js'
import { assertRoom, assertSize, sizeOf } from './draft-size.js'

type DraftDeps = Pick<ServiceDeps, 'models' | 'newId' | 'clock' | 'conveyor'> & {
  quotas: Pick<Quotas, 'change' | 'create' | 'factorOf'>
  draftSender: Pick<DraftSender, 'settled'>
}

/** What is given of a draft: all of it may be left out. */
type DraftFields = NewDraft & Pick<DraftChanges, 'keep_attachments'>

const DRAFTS: List = listById('mailDraft')
const EMPTY: DraftContent = {
  ...{ kind: 'new', thread_id: null, inbox_id: null, from: null, to: [], cc: [], bcc: [] },
  ...{ subject: null, body_text: null, body_html: null, attachments: [] },
}

/** Keeps mails that are being written. They may be incomplete: what a mail needs is checked when it is sent. */
export class DraftService {
  readonly #deps: DraftDeps

  constructor(deps: DraftDeps) {
    this.#deps = deps
  }

  /** @throws ApiError `too_many_drafts`; `invalid_request` for an unknown thread or inbox; `payload_too_large`. */
  async create(viewer: MailViewer, given: NewDraft): Promise<MailDraft> {
    const { models, newId, clock, quotas, conveyor } = this.#deps
    const { accountId } = viewer
    const placed = await this.#merged(viewer, { ...EMPTY, own_address: null }, given)
    const row: MailDraftDoc = {
      ...{ _id: newId('mailDraft'), account_id: accountId, ...placed },
      ...{
        status: 'draft',
        open: true,
        revision: 1,
        reopened: 0,
        updated_at: clock.now(),
        size_bytes: sizeOf(placed),
      },
    }
    const open = { account_id: accountId, open: true as const }
    await quotas.create('drafts', accountId, {
      count: (session) => models.mailDrafts.collection.countDocuments(open, { ...(session && { session }) }),
      insert: async (session) => {
        await assertRoom(this.#deps, row.account_id, sizeOf(placed), session)
        const seq = await nextSeq(models, accountId, session)
        await models.mailDrafts.collection.insertOne(row, { session })
        await recordDraft(models, row, { seq, isOpen: true, before: null }, session)
      },
    })
    conveyor.announce(accountId)
    return presentDraft(row)
  }

  /** The drafts that are not sent, newest first, without bodies and files. */
  async list(viewer: MailViewer, { inbox_id, thread_id, ...page }: DraftFilter): Promise<Page<MailDraftSummary>> {
    const reach = await reachOf(this.#deps.models, viewer)
    const filter = {
      ...{ ...draftsWithin(reach), open: true as const },
      ...(inbox_id !== undefined && { inbox_id }),
      ...(thread_id !== undefined && { thread_id: { $in: await this.#idsOf(viewer.accountId, thread_id) } }),
    }
    const ofAll = reach.addresses === null ? DRAFTS_INDEX : ADDRESS_DRAFTS_INDEX
    const inOne = inbox_id === undefined ? ofAll : INBOX_DRAFTS_INDEX
    const hint = thread_id === undefined ? inOne : THREAD_DRAFTS_INDEX
    const found = {
      collection: this.#deps.models.mailDrafts.collection,
      filter,
      options: { projection: SUMMARY, hint },
    }
    return newestFirst<MailDraftDoc, MailDraftSummary, SummaryRow>(found, DRAFTS, page, presentSummary)
  }

  /** @throws ApiError `not_found`. */
  async get(viewer: MailViewer, id: string): Promise<MailDraft> {
    return presentDraft(await findDraft(this.#deps.models, viewer, id))
  }

  /**
   * Changes the given fields. Of a change and a send at the same time one comes first: either the change is refused, or
   * what is sent has it.
   * @throws ApiError `not_found`; `draft_changed` unless it has the given revision; `wrong_status` once it is sent;
   *   otherwise as {@link create}.
   */
  async update(viewer: MailViewer, { id, revision, ...given }: DraftChanges): Promise<MailDraft> {
    const { models, clock } = this.#deps
    for (;;) {
      const row = await this.#editable(viewer, id, 'be changed')
      if (revision !== undefined && revision !== row.revision) throw new ApiError('draft_changed')
      const placed = await this.#merged(viewer, row, given)
      const $set = { ...placed, ...revised(row, placed), updated_at: clock.now() }
      const next = await writeDraft(models, row, { $set }, this.#inRoom(row, sizeOf(placed)))
      if (next) return this.#announced(next)
    }
  }

  /** @throws ApiError `not_found`; `wrong_status` once it is sent. */
  async delete(viewer: MailViewer, id: string): Promise<void> {
    for (;;) {
      const row = await this.#editable(viewer, id, 'be deleted')
      if (await writeDraft(this.#deps.models, row, 'delete')) break
    }
    this.#deps.conveyor.announce(viewer.accountId)
  }

  async #editable(viewer: MailViewer, id: string, action: string): Promise<MailDraftDoc> {
    const row = await this.#deps.draftSender.settled(await findDraft(this.#deps.models, viewer, id))
    if (row.status === 'draft') return row
    throw new ApiError('wrong_status', `A draft with the status ${row.status} cannot ${action}.`)
  }

  /** How a draft is written that gets another size: if it grows, only while nobody else changes what there is. */
  #inRoom(row: MailDraftDoc, bytes: number) {
    const added = bytes - (row.size_bytes ?? 0)
    if (added <= 0) return undefined
    return (run: (session: mongo.ClientSession) => Promise<void>) =>
      this.#deps.quotas.change('drafts', row.account_id, {
        work: async (session) => {
          await assertRoom(this.#deps, row.account_id, added, session)
          await run(session)
        },
      })
  }

  #announced(row: MailDraftDoc): MailDraft {
    this.#deps.conveyor.announce(row.account_id)
    return presentDraft(row)
  }

  /** The content with what is given, and the address that it is of. Empty texts and lists clear a field. */
  async #merged(viewer: MailViewer, before: AddressedDraft, given: DraftFields): Promise<AddressedDraft> {
    const { models } = this.#deps
    const text = (name: 'from' | 'subject' | 'body_text' | 'body_html' | 'inbox_id' | 'thread_id') =>
      given[name] === undefined ? before[name] : given[name] || null
    const wanted = text('thread_id')
    const kind = given.kind ?? (wanted !== null && before.kind === 'new' ? 'reply' : before.kind)
    const content: DraftContent = {
      ...{ kind, thread_id: kind === 'new' ? null : wanted, inbox_id: text('inbox_id'), from: text('from') },
      ...{ to: given.to ?? before.to, cc: given.cc ?? before.cc, bcc: given.bcc ?? before.bcc },
      ...{ subject: text('subject'), body_text: text('body_text'), body_html: text('body_html') },
      attachments: filesAfter(before.attachments, given),
      signature: given.signature ?? before.signature ?? false,
    }
    if (kind !== 'new' && wanted === null)
      throw fieldError('invalid_request', 'thread_id', 'is required for what answers or forwards a thread')
    if (given.thread_id && !(await findThreadWithin(models, viewer, given.thread_id)))
      throw fieldError(
        'invalid_request',
        'thread_id',
        'is not a thread of this account, or not within reach of the key',
      )
    if (given.inbox_id) await this.#assertInbox(viewer, given.inbox_id)
    if (given.attachments) assertFiles(given.attachments)
    if (given.keep_attachments) assertFiles(content.attachments)
    assertSize(content)
    const own_address = mayChangeAddress(given) ? await addressOf(models, viewer, content) : before.own_address
    return withinReach(models, viewer, { ...content, own_address })
  }

  async #assertInbox({ accountId, inboxIds }: MailViewer, id: string): Promise<void> {
    const own = { _id: id, account_id: accountId, deleted_at: { $exists: false } }
    const isWithin = inboxIds === null || inboxIds.includes(id)
    if (isWithin && (await this.#deps.models.inboxes.collection.findOne(own))) return
    throw fieldError('invalid_request', 'inbox_id', 'is not an inbox of this account, or not one of the key')
  }

  /** The ids under which drafts know a thread: its own, and those of threads that became a part of it. */
  async #idsOf(accountId: string, threadId: string): Promise<string[]> {
    const { models } = this.#deps
    const thread = await findThread(models, accountId, threadId)
    const ids = [thread?._id ?? threadId]
    for (let next = ids; next.length > 0; ) {
      const parts = { account_id: accountId, merged_into: { $in: next } }
      const rows = await models.mailThreads.collection.find(parts, { projection: { _id: 1 } }).toArray()
      next = rows.map(({ _id }) => _id)
      ids.push(...next)
    }
    return ids
  }
}

/** The files of a draft after a change: those that it keeps come first. */
function filesAfter(before: Attachment[], { attachments, keep_attachments: places }: DraftFields): Attachment[] {
  if (places === undefined) return attachments ?? before
  const kept = places.map((place, index) => {
    const file = before[place]
    if (file) return file
    throw fieldError('invalid_request', `keep_attachments.${index}`, 'is not the place of a file of the draft')
  })
  const files = [...kept, ...(attachments ?? [])]
  if (files.length > MAX_FILES)
    throw fieldError('invalid_request', 'attachments', `must have at most ${MAX_FILES} files with those that are kept`)
  return files
}

/** Uploads are looked up when the draft is sent: they may be deleted in the meantime. */
function assertFiles(attachments: DraftContent['attachments']): void {
  try {
    const own = attachments.map((file) => (file.upload_id === undefined ? file : { content: '' }))
    prepareAttachments(own, new Map())
  } catch (error) {
    throw error instanceof ApiError ? error.withPaths((path) => path.replace(/^payload\./, '')) : error
  }
}
