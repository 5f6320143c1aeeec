import { hash, randomBytes } from 'node:crypto'
import type { PageRequest } from '../../../contract/fields.js'
import type { TestRecipient } from '../../../contract/test-recipients.js'
import { ApiError, fieldError } from '../../../errors.js'
import { idTime } from '../../../ids.js'
import { normalizeAddress, parseAddress } from '../../../lib/mail/addresses.js'
import { isDuplicateKey } from '../../../models/duplicate-key.js'
import { MAX_TEST_RECIPIENTS, type TestRecipientDoc } from '../../../models/test-recipient.js'
import type { SuppressionLookUp } from '../../audience/suppressions/suppression-look-up.js'
import type { Caller } from '../../caller.js'
import type { ServiceDeps } from '../../deps.js'
import type { DailyQuotas } from '../../platform/daily-quotas.js'
import { manyOf } from '../../platform/many.js'
import { orOverloaded } from '../../platform/overload.js'
import { newestFirst, type Page } from '../../platform/pages.js'
import { isoTime, isoTimeOrNull } from '../../platform/timestamps.js'
import type { SystemMail } from '../system-mail/system-mail.js'
import { linkMail } from './link-mail.js'

/** A pending recipient and their link expire after this, in ms. */
const LINK_LIFE_MS = 24 * 3_600_000
/** Within this time after a link, in ms, a repeated request sends no new one. */
const RESEND_AFTER_MS = 60_000
/** Most links to one address a day for an account, so that nobody's mailbox is flooded. */
const MAX_LINKS_AN_ADDRESS = 5
/** Most links a day for an account, however often it replaces its test recipients. */
const MAX_LINKS_AN_ACCOUNT = 50

type TestRecipientDeps = Pick<ServiceDeps, 'config' | 'clock' | 'models' | 'newId'> & {
  systemMail: Pick<SystemMail, 'send'>
  dailyQuotas: Pick<DailyQuotas, 'count' | 'secondsLeft'>
  suppressionLookUp: Pick<SuppressionLookUp, 'find'>
}

/** Manages test recipients: addresses whose owners agreed to receive an account's test mail. */
export class TestRecipientService {
  readonly #deps: TestRecipientDeps

  constructor(deps: TestRecipientDeps) {
    this.#deps = deps
  }

  /**
   * Registers an address and mails it a one-time link. An existing one is returned as it is; if it has been pending for
   * more than a minute, it gets a new link and the old one stops working. The account's own address is verified from
   * the start.
   * @throws ApiError `invalid_request` for an invalid address, `recipient_suppressed`, `too_many_test_recipients`,
   *   `rate_limit_exceeded` if too many links were mailed today.
   */
  async create(caller: Caller, email: string): Promise<TestRecipient> {
    const { models, suppressionLookUp } = this.#deps
    const parsed = parseAddress(email)
    if (!parsed) {
      const message = 'must be an email address, like user@example.com'
      throw fieldError('invalid_request', 'email', message)
    }
    const address = normalizeAddress(parsed.email)
    const entry = (await orOverloaded(suppressionLookUp.find(caller.accountId, [address]))).get(address)
    if (entry?.state === 'suppressed') throw new ApiError('recipient_suppressed')
    for (;;) {
      await this.#forgetExpired(caller.accountId)
      const known = await models.testRecipients.collection.findOne({ account_id: caller.accountId, address })
      const row = known ? await this.#renew(caller, known) : await this.#insert(caller, parsed.email, address)
      if (row) return present(row)
      // A concurrent request changed the same address: look again.
    }
  }

  /** The test recipients, newest first. */
  list(accountId: string, page: PageRequest): Promise<Page<TestRecipient>> {
    const query = {
      collection: this.#deps.models.testRecipients.collection,
      filter: { account_id: accountId, ...this.#stillThere() },
    }
    return newestFirst(query, 'testRecipient', page, present)
  }

  /** Test recipients by id. Unknown ids are left out. */
  getMany(accountId: string, ids: readonly string[]): Promise<Map<string, TestRecipient>> {
    const query = {
      collection: this.#deps.models.testRecipients.collection,
      filter: { account_id: accountId, ...this.#stillThere() },
    }
    return manyOf(query, ids, present)
  }

  /**
   * Removes a test recipient. Its link stops working, and it gets no more mail that needs its consent, not even mail
   * that is already scheduled.
   * @throws ApiError `not_found`.
   */
  async delete(accountId: string, id: string): Promise<void> {
    const { deletedCount } = await this.#deps.models.testRecipients.collection.deleteOne({
      _id: id,
      account_id: accountId,
      ...this.#stillThere(),
    })
    if (deletedCount === 0) throw new ApiError('not_found')
  }

  /**
   * Verifies the address that was mailed a link. This uses up the token: of concurrent calls, one succeeds.
   * @throws ApiError `invalid_token` if it is unknown, used or expired.
   */
  async verify(token: string): Promise<TestRecipient> {
    const row = await this.#deps.models.testRecipients.collection.findOneAndUpdate(
      this.#byToken(token),
      { $set: { status: 'verified', verified_at: this.#deps.clock.now() }, $unset: { token_hash: 1, expires_at: 1 } },
      { returnDocument: 'after' },
    )
    if (!row) throw new ApiError('invalid_token')
    return present(row)
  }

  /**
   * The address that a link asks, and the account owner who asks; null if it is unknown, used or expired. Changes
   * nothing.
   */
  async askedBy(token: string): Promise<{ email: string; askedBy: string } | null> {
    const { models } = this.#deps
    const row = await models.testRecipients.collection.findOne(this.#byToken(token))
    const account = row && (await models.accounts.collection.findOne({ _id: row.account_id }))
    return account ? { email: row.email, askedBy: account.owner_email } : null
  }

  #byToken(token: string) {
    return {
      token_hash: hash('sha256', token),
      status: 'pending',
      expires_at: { $gt: this.#deps.clock.now() },
    } as const
  }

  #stillThere() {
    return { $or: [{ status: 'verified' as const }, { expires_at: { $gt: this.#deps.clock.now() } }] }
  }

  async #forgetExpired(accountId: string): Promise<void> {
    const expired = { account_id: accountId, status: 'pending', expires_at: { $lte: this.#deps.clock.now() } } as const
    await this.#deps.models.testRecipients.collection.deleteMany(expired)
  }

  /** Takes a free seat. Null if the address exists by now. */
  async #insert(caller: Caller, email: string, address: string): Promise<TestRecipientDoc | null> {
    const { models, newId } = this.#deps
    const id = newId('testRecipient')
    const createdAt = idTime(id)
    const base = { _id: id, account_id: caller.accountId, email, address, created_at: createdAt }
    if (address === normalizeAddress(caller.ownerEmail)) {
      return this.#take({ ...base, status: 'verified', verified_at: createdAt, link_sent_at: null })
    }
    const token = newToken()
    const row = await this.#take({ ...base, status: 'pending', verified_at: null, ...this.#linkFields(token) })
    if (!row) return null
    try {
      await this.#countLink(caller, address, hash('sha256', token))
      await this.#mailLink(caller, row, token)
      return row
    } catch (error) {
      // No link was sent, so free the seat.
      await models.testRecipients.collection
        .deleteOne({ _id: id, token_hash: hash('sha256', token) })
        .catch(() => undefined)
      throw error
    }
  }

  /** Inserts at the first free seat. The unique index decides between concurrent inserts. */
  async #take(row: Omit<TestRecipientDoc, 'place'>): Promise<TestRecipientDoc | null> {
    for (let seat = 0; seat < MAX_TEST_RECIPIENTS; seat += 1) {
      try {
        await this.#deps.models.testRecipients.collection.insertOne({ ...row, place: seat })
        return { ...row, place: seat }
      } catch (error) {
        if (!isDuplicateKey(error)) throw error
        const { keyPattern } = error as { keyPattern?: object }
        if (keyPattern && 'address' in keyPattern) return null
      }
    }
    throw new ApiError('too_many_test_recipients')
  }

  /** Sends a pending recipient a new link if the last one is old enough. Null if a concurrent request just did. */
  async #renew(caller: Caller, row: TestRecipientDoc): Promise<TestRecipientDoc | null> {
    const { models, clock } = this.#deps
    if (row.status === 'verified') return row
    if (row.link_sent_at && clock.now().getTime() - row.link_sent_at.getTime() < RESEND_AFTER_MS) return row
    const token = newToken()
    // Concurrent renewals of the same link count once, because only one wins.
    await this.#countLink(caller, row.address, `renew:${row.token_hash}`)
    const renewed = await models.testRecipients.collection.findOneAndUpdate(
      { _id: row._id, token_hash: row.token_hash },
      { $set: this.#linkFields(token) },
      { returnDocument: 'after' },
    )
    if (!renewed) return null
    try {
      await this.#mailLink(caller, renewed, token)
      return renewed
    } catch (error) {
      // No link was sent, so the next request may try again at once.
      await models.testRecipients.collection
        .updateOne({ _id: row._id }, { $set: { link_sent_at: null } })
        .catch(() => undefined)
      throw error
    }
  }

  #linkFields(token: string) {
    const now = this.#deps.clock.now()
    return { token_hash: hash('sha256', token), link_sent_at: now, expires_at: new Date(now.getTime() + LINK_LIFE_MS) }
  }

  async #countLink({ accountId }: Caller, address: string, key: string): Promise<void> {
    const { dailyQuotas } = this.#deps
    const free =
      (await dailyQuotas.count(`link|${accountId}|${address}`, key, MAX_LINKS_AN_ADDRESS)) &&
      (await dailyQuotas.count(`link|${accountId}`, key, MAX_LINKS_AN_ACCOUNT))
    if (free) return
    throw new ApiError('rate_limit_exceeded', 'Too many links were mailed today. Try again after midnight UTC.', {
      retryAfterSeconds: dailyQuotas.secondsLeft(),
    })
  }

  async #mailLink(caller: Caller, row: TestRecipientDoc, token: string): Promise<void> {
    const link = `${this.#deps.config.baseUrl}/verify/${token}`
    await this.#deps.systemMail.send({
      key: `test-recipient:${row._id}:${hash('sha256', token)}`,
      onBehalfOf: caller.accountId,
      ...linkMail({ to: row.email, askedBy: caller.ownerEmail, link }),
    })
  }
}

const newToken = () => randomBytes(32).toString('base64url')
/** The only stored form of a token. */

function present(row: TestRecipientDoc): TestRecipient {
  return {
    id: row._id,
    email: row.email,
    status: row.status,
    created_at: isoTime(row.created_at),
    verified_at: isoTimeOrNull(row.verified_at),
  }
}
