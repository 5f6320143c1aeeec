import { randomUUID } from 'node:crypto'
import type {
  Broadcast,
  BroadcastProgress,
  BroadcastStatus,
  BroadcastSummary,
  BroadcastTest,
  NewBroadcast,
} from '../../contract/broadcasts.js'
import type { PageRequest } from '../../contract/fields.js'
import { BROADCAST_KEYS, type SendResponse } from '../../contract/messages.js'
import { ApiError, fieldError } from '../../errors.js'
import { idTime } from '../../ids.js'
import { normalizeAddress, parseAddress } from '../../lib/addresses.js'
import type { BroadcastDoc } from '../../models/broadcast.js'
import { type Caller, modeOf, type Reach, within } from '../caller.js'
import type { Audience } from '../contacts/audience.js'
import { broadcastCounts } from '../counts/broadcast-counts.js'
import type { ServiceDeps } from '../deps.js'
import type { DomainLookUp } from '../domains/domain-look-up.js'
import type { MessageSender } from '../messages/message-sender.js'
import { checkSchedule } from '../messages/rules/schedule.js'
import { checkSender } from '../messages/rules/sender.js'
import { checkSendingPause } from '../messages/rules/sending-pause.js'
import { newestFirst, type Page } from '../pages.js'
import type { TemplateRendering } from '../templates/template-rendering.js'
import { assertReadableTogether } from '../templates/template-service.js'
import { audienceOf, listOf } from './broadcast-list.js'
import { type Addressee, asTest, mailTo, renderableOf } from './broadcast-mail.js'
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

export type BroadcastDeps = Pick<ServiceDeps, 'config' | 'models' | 'newId' | 'clock' | 'conveyor'> & {
  audience: Pick<Audience, 'count'>
  domainLookUp: Pick<DomainLookUp, 'ofAccount'>
  sender: Pick<MessageSender, 'send'>
  templateRendering: Pick<TemplateRendering, 'findForSend' | 'assertReadable'>
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
    const { models, newId, clock } = this.#deps
    const { accountId } = caller
    const ofList = { account_id: accountId, list_id: given.list_id }
    await this.#assertList(ofList)
    await this.#assertSource(accountId, given)
    const scheduledAt = given.scheduled_at ?? null
    if (scheduledAt) {
      checkSchedule({ request: { scheduled_at: scheduledAt } }, clock.now())
      await this.#assertSendable(caller, given.from_email ?? null)
    }
    const id = newId('broadcast')
    const row: BroadcastDoc = {
      _id: id,
      account_id: accountId,
      name: given.name,
      list_id: given.list_id,
      from_email: given.from_email ?? null,
      reply_to: given.reply_to ?? [],
      subject: given.subject ?? null,
      body_html: given.body_html ?? null,
      body_text: given.body_text ?? null,
      template_id: given.template_id ?? null,
      size: (given.subject?.length ?? 0) + (given.body_html?.length ?? 0) + (given.body_text?.length ?? 0),
      tracking: given.tracking ? this.#tracking(given.tracking) : null,
      throttle_per_minute: given.throttle_per_minute ?? null,
      scheduled_at: scheduledAt,
      status: scheduledAt ? 'scheduled' : 'draft',
      paused_reason: null,
      ...modeOf(caller),
      sent_by: scheduledAt ? sentBy(caller) : null,
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
      ...(scheduledAt && { expand_at: scheduledAt }),
    }
    await models.broadcasts.collection.insertOne(row)
    return this.#present(row)
  }

  /** The broadcasts of an account, newest first. */
  async list(accountId: string, page: PageRequest): Promise<Page<BroadcastSummary>> {
    const query = this.#deps.models.broadcasts.find({ account_id: accountId }, SUMMARY)
    const { items, nextCursor } = await newestFirst(query, 'broadcast', page, (row: BroadcastRow) => row)
    const ids = items.map(({ _id }) => _id)
    const counts = await broadcastCounts(this.#deps.models, accountId, ids)
    return { items: items.map((row) => presentSummary(row, counts.get(row._id)!)), nextCursor }
  }

  /** @throws ApiError `not_found`. */
  async get(accountId: string, id: string): Promise<Broadcast> {
    const row = await this.#find({ account_id: accountId }, id)
    if (!NOT_STARTED.includes(row.status)) return this.#present(row)
    return this.#present({ ...row, audience: await audienceOf(this.#deps, row) })
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
    return rows.map((row) => presentBroadcast(row, counts.get(row._id)!))
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
  async delete(reach: Reach, id: string): Promise<void> {
    const { collection } = this.#deps.models.broadcasts
    const filter = { _id: id, ...within(reach), status: { $in: [...DELETABLE] } }
    const { deletedCount } = await collection.deleteOne(filter)
    if (deletedCount === 0) throw await this.#refusal(reach, id, 'be deleted. Cancel it first')
  }

  /**
   * Starts a draft, or a scheduled broadcast before its time. What a test key made is simulated; the rest is sent.
   * @throws ApiError `not_found`; `wrong_status`; `account_suspended` if the account is paused for sending;
   *   `template_not_found`; as a send for a sender that the account cannot use.
   */
  async send(caller: Caller, id: string): Promise<Broadcast> {
    const row = await this.#findOwn(caller, id)
    await this.#assertList(row)
    await renderableOf(this.#deps.templateRendering, row)
    await this.#assertSendable(caller, row.from_email)
    const now = this.#deps.clock.now()
    return this.#move(caller, id, NOT_STARTED, 'be sent', {
      status: 'sending',
      sent_by: sentBy(caller, row),
      started_at: now,
      paced_at: now,
      audience: await audienceOf(this.#deps, row),
    })
  }

  /**
   * Stops taking members, until {@link resume}. Messages that were accepted are sent.
   * @throws ApiError `not_found`; `wrong_status` unless it is being sent.
   */
  pause(reach: Reach, id: string): Promise<Broadcast> {
    return this.#move(reach, id, ['sending'], 'be paused', { status: 'paused', paused_reason: 'requested' })
  }

  /**
   * Continues a paused broadcast where it was, with the caller's key from now on.
   * @throws ApiError `not_found`; `wrong_status`; `account_suspended` if the account is paused for sending;
   *   `template_not_found`; as a send for a sender that the account cannot use.
   */
  async resume(caller: Caller, id: string): Promise<Broadcast> {
    const row = await this.#findOwn(caller, id)
    await this.#assertList(row)
    await renderableOf(this.#deps.templateRendering, row)
    await this.#assertSendable(caller, row.from_email)
    return this.#move(caller, id, ['paused'], 'be resumed', {
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
  cancel(reach: Reach, id: string): Promise<Broadcast> {
    return this.#move(reach, id, ['scheduled', 'sending', 'paused'], 'be canceled', {
      status: 'canceled',
      paused_reason: null,
      finished_at: this.#deps.clock.now(),
    })
  }

  /**
   * Sends one mail of a broadcast to an address, with the fields of the contact that has it. It does not count.
   * @throws ApiError `not_found`; `invalid_destination`; as a send.
   */
  async test(caller: Caller, { id, email }: BroadcastTest): Promise<SendResponse> {
    const { models, sender, templateRendering } = this.#deps
    const address = parseAddress(email)
    if (!address) throw fieldError('invalid_destination', 'email', 'is not a valid address, like user@example.com')
    const row = await this.#find({ account_id: caller.accountId }, id)
    const renderable = asTest(await renderableOf(templateRendering, row))
    const known = await models.contacts.collection.findOne({
      account_id: caller.accountId,
      email: normalizeAddress(address.email),
    })
    const contact: Addressee = known ?? { email: address.email, first_name: null, last_name: null, attributes: {} }
    const request = mailTo(row, contact, `${BROADCAST_KEYS}test-${randomUUID()}`)
    return sender.send(caller, request, { renderable })
  }

  /** @throws ApiError `not_found`. */
  async #assertList(ofList: Pick<BroadcastDoc, 'account_id' | 'list_id'>): Promise<void> {
    if (!(await listOf(this.#deps.models, ofList)))
      throw fieldError('not_found', 'list_id', 'is not a list of the account')
  }

  /** @throws ApiError `template_not_found`, `invalid_template`. */
  async #assertSource(accountId: string, { subject = '', body_html = '', body_text, template_id }: Source) {
    const { templateRendering } = this.#deps
    if (template_id !== undefined) await templateRendering.findForSend(accountId, template_id)
    await templateRendering.assertReadable(accountId, { subject, body_html, body_text: body_text ?? null })
  }

  /** What the deployment tracks counts for what is left out. */
  #tracking({ opens, clicks }: NonNullable<NewBroadcast['tracking']>): NonNullable<BroadcastDoc['tracking']> {
    const { trackingOpens, trackingClicks } = this.#deps.config
    return { opens: opens ?? trackingOpens, clicks: clicks ?? trackingClicks }
  }

  /** The rules of a send that concern all members alike. */
  async #assertSendable(caller: Caller, fromEmail: string | null): Promise<void> {
    checkSendingPause({ caller })
    const domains = this.#deps.domainLookUp.ofAccount(caller.accountId)
    domains.catch(() => undefined)
    await checkSender({ request: { metadata: { from_email: fromEmail ?? undefined } }, domains }, this.#deps)
  }

  /**
   * Changes the status of a broadcast, and wakes a worker. A worker that has it continues with its portion, and finds the
   * new status afterwards.
   */
  async #move(
    reach: Reach,
    id: string,
    from: readonly BroadcastStatus[],
    deed: string,
    set: Partial<BroadcastDoc>,
  ): Promise<Broadcast> {
    const { models, clock, conveyor } = this.#deps
    const now = clock.now()
    const literal = Object.fromEntries(Object.entries(set).map(([name, value]) => [name, { $literal: value }]))
    const row = await models.broadcasts.collection.findOneAndUpdate(
      { _id: id, ...within(reach), status: { $in: [...from] } },
      [{ $set: { ...literal, updated_at: now, ...waking(now) } }, { $unset: 'enqueued_at' }],
      { returnDocument: 'after' },
    )
    if (!row) throw await this.#refusal(reach, id, deed)
    const { accountId } = reach
    conveyor.hint('broadcasts', [{ id, accountId }])
    conveyor.announce(accountId)
    return this.#present(row)
  }

  async #refusal(reach: Reach, id: string, deed: string): Promise<ApiError> {
    const { status } = await this.#findOwn(reach, id)
    return new ApiError('wrong_status', `A broadcast with the status ${status} cannot ${deed}.`)
  }

  /** One that the caller may change. */
  #findOwn(reach: Reach, id: string): Promise<BroadcastDoc> {
    return this.#find(within(reach), id)
  }

  async #find(among: { account_id: string }, id: string): Promise<BroadcastDoc> {
    const row = await this.#deps.models.broadcasts.collection.findOne({ _id: id, ...among })
    if (!row) throw new ApiError('not_found')
    return row
  }

  async #present(row: BroadcastDoc): Promise<Broadcast> {
    const counts = await broadcastCounts(this.#deps.models, row.account_id, [row._id])
    return presentBroadcast(row, counts.get(row._id)!)
  }
}

/** Makes a row due that no worker has. One that was parked because of its crashes gets another chance. */
const waking = (now: Date) => ({
  expand_at: { $cond: ['$lease.token', '$expand_at', now] },
  crashes: { $cond: ['$lease.token', '$crashes', 0] },
})

type Source = Pick<NewBroadcast, 'subject' | 'body_html' | 'body_text' | 'template_id'>

/** The key that a broadcast is sent with. What a test key made stays simulated. */
const sentBy = ({ keyId, testMode }: Caller, made: { test_mode?: true } = {}) => ({
  key_id: keyId,
  test_mode: testMode || made.test_mode === true,
})
