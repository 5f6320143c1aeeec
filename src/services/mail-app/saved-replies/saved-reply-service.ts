import type { PageRequest } from '../../../contract/fields.js'
import {
  type NewSavedReply,
  NO_BODY,
  type RenderedReply,
  type RenderSavedReply,
  type SavedReply,
  type SavedReplyChanges,
} from '../../../contract/mail-saved-replies.js'
import { ApiError, fieldError } from '../../../errors.js'
import { idTime } from '../../../ids.js'
import { isDuplicateKey } from '../../../models/duplicate-key.js'
import type { SavedReplyDoc } from '../../../models/saved-reply.js'
import type { ServiceDeps } from '../../deps.js'
import type { MailViewer } from '../../platform/mail-reach.js'
import { manyOf } from '../../platform/many.js'
import { COUNT_OPTIONS, decodeCursor, type Page, toPageBy } from '../../platform/pages.js'
import type { Quotas } from '../../platform/quotas.js'
import { isoTime } from '../../platform/timestamps.js'
import type { TemplateRendering } from '../../sending/templates/template-rendering.js'
import { labelKey } from '../labels/label-names.js'
import type { Signatures } from '../signatures/signatures.js'
import { SAVED_REPLIES } from '../threads/positions.js'
import type { ThreadMails } from '../threads/thread-mails.js'
import { replyVariables } from './reply-variables.js'

export type SavedReplyDeps = Pick<ServiceDeps, 'clock' | 'models' | 'newId'> & {
  quotas: Pick<Quotas, 'create'>
  templateRendering: Pick<TemplateRendering, 'assertReadable' | 'renderForSend'>
  signatures: Pick<Signatures, 'addTo'>
  threadMails: Pick<ThreadMails, 'read'>
}

type Content = Pick<SavedReplyDoc, 'subject' | 'body_html' | 'body_text'>

/** Answers that an account keeps, in the language of templates. */
export class SavedReplyService {
  readonly #deps: SavedReplyDeps

  constructor(deps: SavedReplyDeps) {
    this.#deps = deps
  }

  /** @throws ApiError `saved_reply_exists`, `too_many_saved_replies`, `invalid_template` naming field and line. */
  async create(accountId: string, { name, ...given }: NewSavedReply): Promise<SavedReply> {
    const { models, newId, quotas, templateRendering } = this.#deps
    const { collection } = models.savedReplies
    const _id = newId('savedReply')
    const content = {
      subject: given.subject ?? null,
      body_html: given.body_html ?? null,
      body_text: given.body_text ?? null,
    }
    const reply: SavedReplyDoc = {
      ...{ _id, account_id: accountId, name, name_key: labelKey(name), ...content },
      ...{ version: 1, updated_at: idTime(_id) },
    }
    await templateRendering.assertReadable(accountId, sourceOf(content))
    if (await collection.findOne({ account_id: accountId, name_key: reply.name_key })) throw nameTaken()
    try {
      await quotas.create('saved_replies', accountId, {
        count: (session) => collection.countDocuments({ account_id: accountId }, session && { session }),
        insert: (session) => collection.insertOne(reply, { session }),
      })
    } catch (error) {
      throw isDuplicateKey(error) ? nameTaken() : error
    }
    return present(reply)
  }

  /** The saved replies of an account by name. */
  async list(accountId: string, { limit, cursor }: PageRequest): Promise<Page<SavedReply>> {
    const { collection } = this.#deps.models.savedReplies
    const after = cursor === undefined ? undefined : decodeCursor(SAVED_REPLIES, cursor)
    const rows = await collection
      .find({ account_id: accountId, ...(after !== undefined && { name_key: { $gt: after } }) })
      .sort({ name_key: 1 })
      .limit(limit + 1)
      .toArray()
    const page = toPageBy(({ name_key }) => name_key, SAVED_REPLIES, rows, limit, present)
    return { ...page, count: () => collection.countDocuments({ account_id: accountId }, COUNT_OPTIONS) }
  }

  /** @throws ApiError `not_found`. */
  async get(accountId: string, id: string): Promise<SavedReply> {
    return present(await this.#find(accountId, id))
  }

  /** Saved replies by id. Unknown ids are left out. */
  getMany(accountId: string, ids: readonly string[]): Promise<Map<string, SavedReply>> {
    const { collection } = this.#deps.models.savedReplies
    return manyOf({ collection, filter: { account_id: accountId } }, ids, present)
  }

  /**
   * Changes what is given of a saved reply.
   * @throws ApiError `not_found`, `saved_reply_exists`, `invalid_template`, and `invalid_request` if it would have no body.
   */
  async update(accountId: string, { id, name, ...given }: SavedReplyChanges): Promise<SavedReply> {
    const { models, clock, templateRendering } = this.#deps
    const content: Partial<Content> = Object.fromEntries(
      Object.entries(given).filter(([, value]) => value !== undefined),
    )
    await templateRendering.assertReadable(accountId, sourceOf(content))
    const isLeft = bodyLeftBy(content)
    const $set = { ...content, ...(name !== undefined && { name, name_key: labelKey(name) }), updated_at: clock.now() }
    try {
      const updated = await models.savedReplies.collection.findOneAndUpdate(
        { _id: id, account_id: accountId, ...isLeft },
        { $set, $inc: { version: 1 } },
        { returnDocument: 'after' },
      )
      if (updated) return present(updated)
    } catch (error) {
      throw isDuplicateKey(error) ? nameTaken() : error
    }
    await this.#find(accountId, id)
    throw fieldError('invalid_request', ...NO_BODY)
  }

  /** @throws ApiError `not_found`. */
  async delete(accountId: string, id: string): Promise<void> {
    const own = { _id: id, account_id: accountId }
    const { deletedCount } = await this.#deps.models.savedReplies.collection.deleteOne(own)
    if (deletedCount === 0) throw new ApiError('not_found')
  }

  /**
   * What a saved reply says in answer to a thread. Variables that nothing is known of are empty, as in templates.
   * @throws ApiError `not_found` for the saved reply or the thread; `template_error`, `overloaded`.
   */
  async render(viewer: MailViewer, { id, thread_id, signature }: RenderSavedReply): Promise<RenderedReply> {
    const { models, signatures, templateRendering, threadMails } = this.#deps
    const { accountId } = viewer
    const reply = await this.#find(accountId, id)
    const conversation = await threadMails.read(viewer, thread_id)
    const vars = await replyVariables(models, accountId, conversation)
    const version = `${reply._id}:${reply.version}`
    const source = { id: reply._id, accountId, isActive: true, version, source: sourceOf(reply), variables: [] }
    const rendered = await templateRendering.renderForSend(source, vars, { use: 'preview', mayBeEmpty: true })
    const shown = {
      subject: reply.subject === null ? null : rendered.subject,
      body_html: reply.body_html === null ? null : rendered.body_html,
      body_text: reply.body_text === null ? null : rendered.body_text,
    }
    return signature ? signatures.addTo(accountId, conversation.ownAddress, shown) : shown
  }

  async #find(accountId: string, id: string): Promise<SavedReplyDoc> {
    const found = await this.#deps.models.savedReplies.collection.findOne({ _id: id, account_id: accountId })
    if (!found) throw new ApiError('not_found')
    return found
  }
}

/** As templates have it. */
const sourceOf = ({ subject, body_html, body_text }: Partial<Content>) => ({
  subject: subject ?? '',
  body_html: body_html ?? '',
  body_text: body_text ?? null,
})

/** What a saved reply must have so that a body is left after a change. */
function bodyLeftBy({ body_html: html, body_text: text }: Partial<Content>) {
  if (html === null && text === undefined) return { body_text: { $ne: null } }
  if (text === null && html === undefined) return { body_html: { $ne: null } }
  if (html === null && text === null) throw fieldError('invalid_request', ...NO_BODY)
  return {}
}

const nameTaken = () => new ApiError('saved_reply_exists')

const present = ({ _id, name, subject, body_html, body_text, updated_at }: SavedReplyDoc): SavedReply => ({
  ...{ id: _id, name, subject, body_html, body_text },
  created_at: isoTime(idTime(_id)),
  updated_at: isoTime(updated_at),
})
