import type { BroadcastChanges, NewBroadcast } from '../../../contract/broadcast-requests.js'
import type { Broadcast, BroadcastProgress, BroadcastStatus, BroadcastSummary } from '../../../contract/broadcasts.js'
import type { PageRequest } from '../../../contract/fields.js'
import { ApiError } from '../../../errors.js'
import { idTime } from '../../../ids.js'
import type { BroadcastDoc } from '../../../models/broadcast.js'
import type { Audience } from '../../audience/contacts/audience.js'
import { type Caller, modeOf, type Principal, writableBy } from '../../caller.js'
import type { ServiceDeps } from '../../deps.js'
import { newestFirst, type Page } from '../../platform/pages.js'
import { broadcastCounts } from '../../tracking/counts/broadcast-counts.js'
import { assertReadableTogether } from '../templates/template-service.js'
import { assertList, assertReady, assertSchedulable, assertSource, type CheckDeps } from './broadcast-checks.js'
import { changeDraft, type Decided, sizeOf, trackingOf } from './broadcast-edits.js'
import { audienceOf } from './broadcast-list.js'
import { findBroadcast, sentBy, wrongStatus } from './find-broadcast.js'
import {
  type BroadcastRow,
  NOT_STARTED,
  presentBroadcast,
  presentProgress,
  presentSummary,
} from './present-broadcast.js'

const SUMMARY = { body_html: 0, body_text: 0, failures: 0 }
/** Broadcasts that can be deleted: the others have work to do. */
const DELETABLE: readonly BroadcastStatus[] = [...NOT_STARTED, 'sent', 'canceled']

export type BroadcastDeps = CheckDeps &
  Pick<ServiceDeps, 'newId' | 'conveyor'> & {
    audience: Pick<Audience, 'count'>
  }

/** Manages broadcasts: mails to everybody in a list. A worker sends them. */
export class BroadcastService {
  readonly #deps: BroadcastDeps

  constructor(deps: BroadcastDeps) {
    this.#deps = deps
  }

  /**
   * Creates a draft or, with a time, a scheduled broadcast.
   * @throws ApiError `not_found` for the list; `template_not_found`; `invalid_template` naming field, line and column;
   *   `invalid_schedule`; for a scheduled one also what {@link send} throws.
   */
  async create(caller: Caller, given: NewBroadcast): Promise<Broadcast> {
    const { accountId } = caller
    await assertList(this.#deps, { account_id: accountId, list_id: given.list_id })
    const template_id = await assertSource(this.#deps, accountId, given)
    const decided = { ...this.#decided(given), template_id }
    const { scheduled_at } = decided
    if (scheduled_at) await assertSchedulable(this.#deps, caller, { ...decided, scheduled_at })
    const row = await this.#newRow(caller, decided)
    await this.#deps.models.broadcasts.collection.insertOne(row)
    return this.#present(row)
  }

  /**
   * Changes the given fields of a draft, or schedules it: see {@link changeDraft}.
   * @throws ApiError as {@link changeDraft}.
   */
  async update(caller: Caller, changes: BroadcastChanges): Promise<Broadcast> {
    return this.#present(await changeDraft(this.#deps, caller, changes))
  }

  /** The broadcasts of an account, newest first. */
  async list(accountId: string, page: PageRequest): Promise<Page<BroadcastSummary>> {
    const query = {
      collection: this.#deps.models.broadcasts.collection,
      filter: { account_id: accountId },
      options: { projection: SUMMARY },
    }
    const { items, ...rest } = await newestFirst(query, 'broadcast', page, (row: BroadcastRow) => row)
    const ids = items.map(({ _id }) => _id)
    const counts = await broadcastCounts(this.#deps.models, accountId, ids)
    return { ...rest, items: items.map((row) => presentSummary(row, counts.get(row._id)!)) }
  }

  /** @throws ApiError `not_found`. */
  async get(accountId: string, id: string): Promise<Broadcast> {
    const row = await findBroadcast(this.#deps.models, { account_id: accountId }, id)
    if (!NOT_STARTED.includes(row.status)) return this.#present(row)
    return this.#present({ ...row, audience: await audienceOf(this.#deps, row, row.audience) })
  }

  /**
   * Broadcasts by id, with their contents. Unknown ids are left out.
   * @throws ApiError `invalid_request` if they are too large for one response.
   */
  async getMany(accountId: string, ids: readonly string[]): Promise<Broadcast[]> {
    const filter = { _id: { $in: [...ids] }, account_id: accountId }
    const { collection } = this.#deps.models.broadcasts
    assertReadableTogether(await collection.find(filter, { projection: { size: 1 } }).toArray())
    const rows = await collection.find(filter).toArray()
    const counts = await broadcastCounts(this.#deps.models, accountId, ids)
    return rows.map((row) => presentBroadcast(row, counts.get(row._id)!, this.#deps.config))
  }

  /** @throws ApiError `not_found`. */
  async progress(accountId: string, id: string): Promise<BroadcastProgress> {
    const { models } = this.#deps
    const [row, counts] = await Promise.all([
      models.broadcasts.collection.findOne({ _id: id, account_id: accountId }, { projection: SUMMARY }),
      broadcastCounts(models, accountId, [id]),
    ])
    if (!row) throw new ApiError('not_found')
    return presentProgress(row, counts.get(id)!)
  }

  /**
   * Deletes a broadcast that has no work to do. Its messages stay.
   * @throws ApiError `not_found`; `wrong_status` while it is sent or paused.
   */
  async delete(principal: Principal, id: string): Promise<void> {
    const { collection } = this.#deps.models.broadcasts
    const filter = { _id: id, ...writableBy(principal), status: { $in: [...DELETABLE] } }
    const { deletedCount } = await collection.deleteOne(filter)
    if (deletedCount === 0) throw await this.#refusal(principal, id, 'be deleted. Cancel it first')
  }

  /**
   * Starts a draft, or a scheduled broadcast before its time. What a test key made is simulated; the rest is sent.
   * @throws ApiError `not_found`; `wrong_status`; `account_suspended` if the account is paused for sending;
   *   `template_not_found`; as a send for a sender that the account cannot use.
   */
  async send(caller: Caller, id: string): Promise<Broadcast> {
    for (;;) {
      const row = await this.#findOwn(caller, id)
      if (!NOT_STARTED.includes(row.status)) throw wrongStatus(row, 'be sent')
      await assertReady(this.#deps, caller, row)
      const now = this.#deps.clock.now()
      const started = await this.#move(caller, row, NOT_STARTED, {
        status: 'sending',
        sent_by: sentBy(caller, row),
        started_at: now,
        paced_at: now,
        audience: await audienceOf(this.#deps, row, row.audience),
      })
      // Otherwise somebody has changed it, so what was checked is not what would be sent.
      if (started) return started
    }
  }

  /**
   * Stops taking members, until {@link resume}. Messages that were accepted are sent.
   * @throws ApiError `not_found`; `wrong_status` unless it is being sent.
   */
  pause(principal: Principal, id: string): Promise<Broadcast> {
    return this.#moveAny(principal, id, ['sending'], 'be paused', { status: 'paused', paused_reason: 'requested' })
  }

  /**
   * Continues a paused broadcast where it was, with the caller's key from now on.
   * @throws ApiError `not_found`; `wrong_status`; `account_suspended` if the account is paused for sending;
   *   `template_not_found`; as a send for a sender that the account cannot use.
   */
  async resume(caller: Caller, id: string): Promise<Broadcast> {
    const row = await this.#findOwn(caller, id)
    await assertReady(this.#deps, caller, row)
    return this.#moveAny(caller, id, ['paused'], 'be resumed', {
      status: 'sending',
      paused_reason: null,
      sent_by: sentBy(caller, row),
      paced_at: this.#deps.clock.now(),
    })
  }

  /**
   * Ends a broadcast for good. Messages that were accepted are sent.
   * @throws ApiError `not_found`; `wrong_status` for a draft, and once it was sent or canceled.
   */
  cancel(principal: Principal, id: string): Promise<Broadcast> {
    return this.#moveAny(principal, id, ['scheduled', 'sending', 'paused'], 'be canceled', {
      status: 'canceled',
      paused_reason: null,
      finished_at: this.#deps.clock.now(),
    })
  }

  #decided(given: NewBroadcast): Decided {
    return {
      name: given.name,
      list_id: given.list_id,
      from_email: given.from_email ?? null,
      reply_to: given.reply_to ?? [],
      subject: given.subject ?? null,
      body_html: given.body_html ?? null,
      body_text: given.body_text ?? null,
      template_id: given.template_id ?? null,
      tracking: trackingOf(this.#deps, given.tracking),
      throttle_per_minute: given.throttle_per_minute ?? null,
      scheduled_at: given.scheduled_at ?? null,
    }
  }

  async #newRow(caller: Caller, decided: Decided): Promise<BroadcastDoc> {
    const { list_id, scheduled_at } = decided
    const id = this.#deps.newId('broadcast')
    const ofList = { account_id: caller.accountId, list_id }
    return {
      _id: id,
      ...ofList,
      ...decided,
      size: sizeOf(decided),
      status: scheduled_at ? 'scheduled' : 'draft',
      paused_reason: null,
      ...modeOf(caller),
      sent_by: scheduled_at ? sentBy(caller) : null,
      started_at: null,
      finished_at: null,
      cursor: null,
      all_taken: false,
      audience: await audienceOf(this.#deps, ofList),
      taken: 0,
      refused: 0,
      failures: [],
      paced_at: null,
      updated_at: idTime(id),
      crashes: 0,
      ...(scheduled_at && { expand_at: scheduled_at }),
    }
  }

  /** Changes the status, whatever else has changed. */
  async #moveAny(
    principal: Principal,
    id: string,
    from: readonly BroadcastStatus[],
    action: string,
    set: Partial<BroadcastDoc>,
  ): Promise<Broadcast> {
    const moved = await this.#move(principal, { _id: id }, from, set)
    if (!moved) throw await this.#refusal(principal, id, action)
    return moved
  }

  /**
   * Changes the status of a broadcast, and wakes a worker. A worker that has it continues with its portion, and finds the
   * new status afterwards.
   * @param row whole, if its content must be as it was read.
   * @returns null if it has none of the statuses, or another content.
   */
  async #move(
    principal: Principal,
    row: Pick<BroadcastDoc, '_id'> | BroadcastDoc,
    from: readonly BroadcastStatus[],
    set: Partial<BroadcastDoc>,
  ): Promise<Broadcast | null> {
    const { models, clock, conveyor } = this.#deps
    const now = clock.now()
    const literal = Object.fromEntries(Object.entries(set).map(([name, value]) => [name, { $literal: value }]))
    const asRead = 'status' in row && { revision: row.revision ?? { $exists: false } }
    const moved = await models.broadcasts.collection.findOneAndUpdate(
      { _id: row._id, ...writableBy(principal), status: { $in: [...from] }, ...asRead },
      [{ $set: { ...literal, updated_at: now, ...waking(now) } }, { $unset: 'enqueued_at' }],
      { returnDocument: 'after' },
    )
    if (!moved) return null
    const { accountId } = principal
    conveyor.hint('broadcasts', [{ id: row._id, accountId }])
    conveyor.announce(accountId)
    return this.#present(moved)
  }

  async #refusal(principal: Principal, id: string, action: string): Promise<ApiError> {
    return wrongStatus(await this.#findOwn(principal, id), action)
  }

  /** One that the caller may change. */
  #findOwn(principal: Principal, id: string): Promise<BroadcastDoc> {
    return findBroadcast(this.#deps.models, writableBy(principal), id)
  }

  async #present(row: BroadcastDoc): Promise<Broadcast> {
    const counts = await broadcastCounts(this.#deps.models, row.account_id, [row._id])
    return presentBroadcast(row, counts.get(row._id)!, this.#deps.config)
  }
}

/** Makes a row due that no worker has. One that was parked because of its crashes gets another chance. */
const waking = (now: Date) => ({
  expand_at: { $cond: ['$lease.token', '$expand_at', now] },
  crashes: { $cond: ['$lease.token', '$crashes', 0] },
})
