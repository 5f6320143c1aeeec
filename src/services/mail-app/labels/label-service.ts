import type { mongo } from 'mongoose'
import type { PageRequest } from '../../../contract/fields.js'
import { type LabelChanges, MAX_COUNTED_UNREAD, type MailLabel, type NewLabel } from '../../../contract/mail-labels.js'
import { ApiError } from '../../../errors.js'
import { idTime } from '../../../ids.js'
import { allInParallel } from '../../../lib/concurrency/in-parallel.js'
import { isDuplicateKey } from '../../../models/duplicate-key.js'
import type { LabelDoc } from '../../../models/label.js'
import { type LabelDeletion, THREAD_UNREAD_INDEX } from '../../../models/mail-thread.js'
import type { ServiceDeps } from '../../deps.js'
import { type MailViewer, reachOf, viewerOf } from '../../platform/mail-reach.js'
import { COUNT_OPTIONS, decodeCursor, type Page, toPageBy } from '../../platform/pages.js'
import type { Quotas } from '../../platform/quotas.js'
import { isoTime } from '../../platform/timestamps.js'
import { tagsWithin } from '../reach/within-reach.js'
import { detachLabel } from '../threads/detach.js'
import { LABELS } from '../threads/positions.js'
import { countThreadsWithTags } from '../threads/thread-filter.js'
import { TAGS } from '../threads/thread-state.js'
import { isUpToDate, nextSeq, OutdatedError, recordChanges } from '../threads/thread-writes.js'
import { labelKey } from './label-names.js'
import { deleteLabelRow, findLeftDeletions, forgetDeletion } from './label-rows.js'

/** Counts of a page that run at a time: a page of many labels leaves connections to other requests. */
const COUNTED_AT_A_TIME = 8

/** A deletion that has not ended after this, in ms, was probably cut off. It does no harm if it was not. */
const CUT_OFF_MS = 60_000

type LabelDeps = Pick<ServiceDeps, 'clock' | 'models' | 'newId' | 'conveyor'> & { quotas: Pick<Quotas, 'create'> }

/** Manages the labels of an account. */
export class LabelService {
  readonly #deps: LabelDeps

  constructor(deps: LabelDeps) {
    this.#deps = deps
  }

  /** @throws ApiError `label_exists`, `too_many_labels`. */
  async create(accountId: string, { name, color }: NewLabel): Promise<MailLabel> {
    const { models, newId, quotas } = this.#deps
    const label: LabelDoc = {
      ...{ _id: newId('label'), account_id: accountId, name, name_key: labelKey(name), color: color ?? null },
    }
    const same = { account_id: accountId, name_key: label.name_key }
    if (await models.labels.collection.findOne(same)) throw new ApiError('label_exists')
    try {
      await quotas.create('labels', accountId, {
        count: (session) => models.labels.collection.countDocuments({ account_id: accountId }, session && { session }),
        insert: (session) => models.labels.collection.insertOne(label, { session }),
      })
    } catch (error) {
      if (isDuplicateKey(error)) throw new ApiError('label_exists')
      throw error
    }
    return present(label, 0)
  }

  /**
   * Changes what is given of a label.
   * @throws ApiError `not_found`, `label_exists`.
   */
  async update(accountId: string, id: string, { name, color }: Omit<LabelChanges, 'id'>): Promise<MailLabel> {
    const { labels } = this.#deps.models
    const own = { _id: id, account_id: accountId }
    const changes = {
      ...(name !== undefined && { name, name_key: labelKey(name) }),
      ...(color !== undefined && { color }),
    }
    if (Object.keys(changes).length > 0) {
      await this.#write(own, changes).catch((error: unknown) => {
        throw isDuplicateKey(error) ? new ApiError('label_exists') : error
      })
    }
    const label = await labels.collection.findOne<LabelDoc>(own)
    if (!label) throw new ApiError('not_found')
    return present(label, await this.#countUnread(label))
  }

  /** A new name is a change of all threads with the label, because they are shown with it. */
  async #write(own: Pick<LabelDoc, '_id' | 'account_id'>, changes: Partial<LabelDoc>): Promise<void> {
    const { models, conveyor } = this.#deps
    const { name } = changes
    const { account_id: accountId } = own
    const rename = async (session: mongo.ClientSession) => {
      const seq = await nextSeq(models, accountId, session)
      const other = { ...own, name: { $ne: name } }
      const before = await models.labels.collection.findOneAndUpdate(other, { $set: changes }, { session })
      // It has this name already, or is gone.
      if (!before || name === undefined) throw new OutdatedError()
      const label = { name, previous_name: before.name }
      await recordChanges(models, { accountId, seq }, [{ type: 'label_renamed', label }], session)
    }
    if (name !== undefined && (await isUpToDate(models.connection.transaction(rename)))) conveyor.announce(accountId)
    else await models.labels.collection.updateOne(own, { $set: changes })
  }

  /** The labels of an account by name, with the unread threads that the viewer sees. */
  async list(viewer: MailViewer, { limit, cursor }: PageRequest): Promise<Page<MailLabel>> {
    const { accountId } = viewer
    const after = cursor === undefined ? undefined : decodeCursor(LABELS, cursor)
    const rows = await this.#deps.models.labels.collection
      .find({ account_id: accountId, ...(after !== undefined && { name_key: { $gt: after } }) })
      .sort({ name_key: 1 })
      .limit(limit + 1)
      .toArray()
    const page = toPageBy(
      ({ name_key }) => name_key,
      LABELS,
      rows,
      limit,
      (label) => label,
    )
    const items = await this.#present(viewer, page.items)
    const count = () => this.#deps.models.labels.collection.countDocuments({ account_id: accountId }, COUNT_OPTIONS)
    return { ...page, items, count }
  }

  /** Labels by id. Unknown ids are left out. */
  async getMany(
    accountId: string,
    ids: readonly string[],
    viewer: MailViewer = viewerOf(accountId),
  ): Promise<Map<string, MailLabel>> {
    const filter = { _id: { $in: [...ids] }, account_id: accountId }
    const labels = await this.#present(viewer, await this.#deps.models.labels.collection.find(filter).toArray())
    return new Map(labels.map((label) => [label.id, label]))
  }

  /**
   * Deletes a label, and takes it off every thread.
   * @throws ApiError `not_found`.
   */
  async delete(accountId: string, id: string): Promise<void> {
    const { models, clock } = this.#deps
    const deletion: LabelDeletion = { id, at: clock.now() }
    if (!(await deleteLabelRow(models, accountId, deletion))) throw new ApiError('not_found')
    await this.#finish(accountId, deletion)
  }

  /** Takes labels off their threads whose deletion was cut off. Repeatable. */
  async finishDeletions(): Promise<void> {
    const before = new Date(this.#deps.clock.now().getTime() - CUT_OFF_MS)
    for (const { accountId, deletion } of await findLeftDeletions(this.#deps.models, before))
      await this.#finish(accountId, deletion)
  }

  async #finish(accountId: string, { id }: LabelDeletion): Promise<void> {
    const { models, conveyor } = this.#deps
    await detachLabel(models, accountId, id)
    await forgetDeletion(models, accountId, id)
    conveyor.announce(accountId)
  }

  async #present(viewer: MailViewer, labels: readonly LabelDoc[]): Promise<MailLabel[]> {
    const within = tagsWithin(await reachOf(this.#deps.models, viewer))
    return allInParallel(labels, COUNTED_AT_A_TIME, async (label) =>
      present(label, within ? await this.#countWithin(label, within) : await this.#countUnread(label)),
    )
  }

  /** Of the unread threads with one of some tags. */
  async #countWithin({ _id, account_id }: LabelDoc, within: readonly string[]): Promise<number> {
    if (within.length === 0) return 0
    const tags = [[TAGS.label(_id)], [TAGS.unread(true)], within]
    return Math.min(MAX_COUNTED_UNREAD, await countThreadsWithTags(this.#deps.models, account_id, tags))
  }

  /** Counted in the index alone: no thread is read. */
  #countUnread({ _id, account_id }: LabelDoc): Promise<number> {
    return this.#deps.models.mailThreads.collection.countDocuments(
      // Threads that became a part of another have no position.
      { account_id, labels: _id, unread: true, position: { $gt: '' } },
      { hint: THREAD_UNREAD_INDEX, limit: MAX_COUNTED_UNREAD },
    )
  }
}

function present({ _id, name, color }: LabelDoc, unread: number): MailLabel {
  return { id: _id, name, color, unread, created_at: isoTime(idTime(_id)) }
}
