import { createHash } from 'node:crypto'
import type { mongo } from 'mongoose'
import type { ApprovedDraft } from '../../../contract/approvals.js'
import { APPROVAL_HOURS, type Approval, type ApprovalFilter, DECISION_KEPT_DAYS } from '../../../contract/approvals.js'
import { ApiError, type ErrorCode } from '../../../errors.js'
import { idFloor, idTime } from '../../../ids.js'
import { canonicalJson } from '../../../lib/json/canonical-json.js'
import type { ApprovalDoc } from '../../../models/approval.js'
import { isDuplicateKey } from '../../../models/duplicate-key.js'
import type { ApiKeyService } from '../../accounts/api-keys/api-key-service.js'
import { type Caller, type Principal, writableBy } from '../../caller.js'
import type { ServiceDeps } from '../../deps.js'
import { newestFirst, type Page } from '../../platform/pages.js'
import { isoTime, isoTimeOrNull } from '../../platform/timestamps.js'

const HOUR_MS = 3_600_000
/** Most mails of an account that wait for a person. */
export const MAX_PENDING = 100
/** Longest mail that can wait, in bytes of JSON: a row of MongoDB has at most 16 MiB. */
const MAX_INPUT_BYTES = 12 * 1024 * 1024

/** Sends approved mail. */
export interface ApprovedMails {
  /** Sends a mail with this idempotency key, or this draft. */
  send(mail: {
    caller: Caller
    operation: string
    input: object
    idempotencyKey: string
    draft: ApprovedDraft | null
  }): Promise<{ id: string }>
  /** The message that a draft was sent as, exactly like this, and not taken back before the decision; null if it was not. */
  sentDraft(accountId: string, draft: ApprovedDraft, decidedAt: Date): Promise<string | null>
}

type ApprovalDeps = Pick<ServiceDeps, 'clock' | 'models' | 'newId'> & {
  apiKeys: Pick<ApiKeyService, 'callerOf'>
}

/**
 * Mails that a model wants to send and a person decides on.
 *
 * A row has the exact mail, which nothing changes. Of all decisions about it the first one counts: it moves the row from
 * `pending`. An approved mail is sent with the id of its row as idempotency key, so it is sent once, however many approve it
 * at a time, and whoever repeats the approval after a crash.
 */
export class ApprovalService {
  readonly #deps: ApprovalDeps

  constructor(deps: ApprovalDeps) {
    this.#deps = deps
  }

  /**
   * Asks for the approval of a mail. Whoever asks again for the same one while it waits gets the same approval; also once it
   * is approved, on the same day (UTC) or with the same idempotency key, so that a lost answer makes no second mail.
   * @param input of the operation, valid.
   * @param draft what it sends, unless that is the input.
   * @throws ApiError `too_many_approvals` or `payload_too_large`.
   */
  async request(
    { accountId, keyId, testMode }: Caller,
    operation: string,
    input: object,
    draft: ApprovedDraft | null = null,
  ): Promise<Approval> {
    const { models, clock, newId } = this.#deps
    const { collection } = models.approvals
    const json = JSON.stringify(input)
    const draftJson = draft && JSON.stringify(draft)
    if (Buffer.byteLength(json) + Buffer.byteLength(draftJson ?? '') > MAX_INPUT_BYTES) {
      throw new ApiError('payload_too_large', 'A mail that waits for a person can have at most 12 MiB as JSON.')
    }
    const digest = digestOf(operation, input, draft)
    const asked = { account_id: accountId, key_id: keyId, digest }
    const earlier = draft ? null : await this.#approvedBefore(asked, input)
    if (earlier) return present(earlier)
    const same = { ...asked, status: 'pending' } as const
    const waiting = await collection.findOne({ ...same, ...this.#notExpired() })
    if (waiting) return present(waiting)
    // One whose time is over may be there for another minute.
    await collection.deleteOne({ ...same, expires_at: { $lte: clock.now() } })
    // Those that come at the same moment may exceed it by a few.
    const pending = { account_id: accountId, status: 'pending' } as const
    if ((await collection.countDocuments(pending, { limit: MAX_PENDING })) >= MAX_PENDING) {
      throw new ApiError('too_many_approvals')
    }
    const row: ApprovalDoc = {
      _id: newId('approval'),
      ...same,
      test_mode: testMode,
      operation,
      input: json,
      draft: draftJson,
      ...{ decided_by: null, decided_at: null, message_id: null, error: null },
      expires_at: new Date(clock.now().getTime() + APPROVAL_HOURS * HOUR_MS),
    }
    try {
      await collection.insertOne(row)
      return present(row)
    } catch (error) {
      const other = isDuplicateKey(error) ? await collection.findOne(same) : null
      if (!other) throw error
      return present(other)
    }
  }

  /** The approval of the same mail that a person has given already. A draft says by itself that it is sent. */
  #approvedBefore(asked: mongo.Filter<ApprovalDoc>, input: object): Promise<ApprovalDoc | null> {
    const { models, clock } = this.#deps
    const today = new Date(isoTime(clock.now()).slice(0, 10))
    const since = 'idempotency_key' in input ? {} : { _id: { $gte: idFloor('approval', today) } }
    const approved = { ...asked, ...since, status: { $in: ['approved' as const, 'sent' as const] } }
    return models.approvals.collection.findOne({ ...approved, ...this.#notExpired() }, { sort: { _id: -1 } })
  }

  /** The approvals of an account, newest first, without the mails: a page of these could be a gigabyte. */
  list(accountId: string, { status, ...page }: ApprovalFilter): Promise<Page<Approval>> {
    const found = { ...this.#of(accountId, status && { status }), options: { projection: { input: 0, draft: 0 } } }
    return newestFirst<ApprovalDoc, Approval, Omit<ApprovalDoc, 'input' | 'draft'>>(found, 'approval', page, (row) =>
      present({ ...row, input: null, draft: null }),
    )
  }

  /**
   * One approval. A key that can only send, or is bound to inboxes, sees those that it has asked for.
   * @throws ApiError `not_found`.
   */
  async get({ accountId, keyId, scope, inboxIds }: Caller, id: string): Promise<Approval> {
    const own = scope === 'send' || inboxIds ? { key_id: keyId } : {}
    const { collection } = this.#deps.models.approvals
    const row = await collection.findOne({ _id: id, account_id: accountId, ...own, ...this.#notExpired() })
    if (!row) throw new ApiError('not_found')
    return present(row)
  }

  /**
   * Approves a mail and sends it. Repeatable: the mail is sent once.
   * @throws ApiError `not_found`; `approval_decided` if it was refused or has failed; and what says that trying again helps,
   *   or that the account may not send now: the approval stays.
   */
  async approve(by: Caller, id: string, mails: ApprovedMails): Promise<Approval> {
    const row = (await this.#decide(by, id, { status: 'approved' })) ?? (await this.#decided(by, id))
    if (row.status === 'refused' || row.status === 'failed') throw new ApiError('approval_decided')
    if (row.input === null) return present(row)
    return this.#finish(row, await this.#outcomeOf(row, row.input, mails))
  }

  /**
   * Refuses a mail, which is deleted. Repeatable.
   * @throws ApiError `not_found`; `approval_decided` if it was approved.
   */
  async refuse(by: Caller, id: string): Promise<Approval> {
    const row =
      (await this.#decide(by, id, { status: 'refused', input: null, draft: null })) ?? (await this.#decided(by, id))
    if (row.status !== 'refused') throw new ApiError('approval_decided')
    return present(row)
  }

  /** The decision, if nobody was faster; otherwise null. */
  #decide(by: Caller, id: string, change: Partial<ApprovalDoc>): Promise<ApprovalDoc | null> {
    const now = this.#deps.clock.now()
    const expires_at = new Date(now.getTime() + DECISION_KEPT_DAYS * 24 * HOUR_MS)
    return this.#deps.models.approvals.collection.findOneAndUpdate(
      { _id: id, ...ofCaller(by), status: 'pending', ...this.#notExpired() },
      { $set: { ...change, decided_by: by.keyId, decided_at: now, expires_at } },
      { returnDocument: 'after' },
    )
  }

  /** @throws ApiError `not_found`. */
  async #decided(by: Caller, id: string): Promise<ApprovalDoc> {
    const filter = { _id: id, ...ofCaller(by), status: { $ne: 'pending' as const } }
    const row = await this.#deps.models.approvals.collection.findOne(filter)
    if (!row) throw new ApiError('not_found')
    return row
  }

  /** Sends an approved mail, and says what became of it. A failure that may pass is thrown: the approval stays. */
  async #outcomeOf(row: ApprovalDoc, json: string, mails: ApprovedMails): Promise<Partial<ApprovalDoc>> {
    const { _id, operation, key_id } = row
    try {
      const [input, draft] = [parseInput(json), draftIn(row)]
      // By whoever approved it before, and died: then its key may be revoked by now.
      const sent = draft
        ? await mails.sentDraft(row.account_id, draft, row.decided_at ?? idTime(_id))
        : await this.#sentWith(row)
      if (sent !== null) return { status: 'sent', message_id: sent }
      if (digestOf(operation, input, draft) !== row.digest)
        throw new Error(`the mail of ${_id} is not the one that was shown`)
      const caller = await this.#deps.apiKeys.callerOf(key_id)
      if (!caller) throw new ApiError('unauthorized', 'The key that asked is revoked or has expired.')
      const { id } = await mails.send({ caller, operation, input, idempotencyKey: _id, draft })
      return { status: 'sent', message_id: id }
    } catch (error) {
      if (!(error instanceof ApiError) || error.status === 429 || error.status >= 500) throw error
      if (PASSING.includes(error.code))
        throw new ApiError(
          error.code,
          `${error.message} The mail is not sent, and still approved: approve it again then.`,
        )
      return { status: 'failed', error: { code: error.code, message: error.message } }
    }
  }

  /** The message with the idempotency key of an approval; null if there is none. */
  async #sentWith({ _id, account_id }: ApprovalDoc): Promise<string | null> {
    const own = { account_id, idempotency_key: _id, accepted_status: { $ne: 'suppressed' as const } }
    const sent = await this.#deps.models.messages.collection.findOne(own, { projection: { _id: 1 } })
    return sent?._id ?? null
  }

  /** Of several who send it at a time, all have the same outcome: the first one stays. */
  async #finish({ _id, account_id }: ApprovalDoc, outcome: Partial<ApprovalDoc>): Promise<Approval> {
    const { collection } = this.#deps.models.approvals
    const own = { _id, account_id }
    await collection.updateOne({ ...own, status: 'approved' }, { $set: { ...outcome, input: null, draft: null } })
    const row = await collection.findOne(own)
    if (!row) throw new ApiError('not_found')
    return present(row)
  }

  #of(accountId: string, more: mongo.Filter<ApprovalDoc> = {}) {
    return {
      collection: this.#deps.models.approvals.collection,
      filter: { account_id: accountId, ...more, ...this.#notExpired() },
    }
  }

  /** MongoDB deletes rows up to a minute after their time. */
  #notExpired() {
    return { expires_at: { $gt: this.#deps.clock.now() } }
  }
}

/** Those that a key may decide on: to a test key, those of live keys are missing. */
function ofCaller(principal: Principal): mongo.Filter<ApprovalDoc> {
  return writableBy(principal)
}

const parseInput = (json: string): object => JSON.parse(json)

/** Why the account may not send now, although the mail is sound. */
const PASSING: readonly ErrorCode[] = ['spend_cap_exceeded', 'account_suspended']

const draftIn = ({ draft }: Pick<ApprovalDoc, 'draft'>): ApprovedDraft | null =>
  draft ? (JSON.parse(draft) as ApprovedDraft) : null

/** Identifies a mail: what a person approves is what is sent. */
const digestOf = (operation: string, input: object, draft: ApprovedDraft | null): string =>
  createHash('sha256')
    .update(canonicalJson(draft ? [operation, input, draft.content_digest] : [operation, input]))
    .digest('hex')

function present(row: ApprovalDoc): Approval {
  const { _id, status, operation, input, digest, key_id, test_mode, message_id, error, decided_by } = row
  return {
    id: _id,
    status,
    operation,
    input: input === null ? null : (parseInput(input) as Record<string, unknown>),
    draft: draftIn(row)?.shown ?? null,
    ...{ digest, key_id, test_mode, message_id, error, decided_by },
    decided_at: isoTimeOrNull(row.decided_at),
    created_at: isoTime(idTime(_id)),
    expires_at: isoTime(row.expires_at),
  }
}
