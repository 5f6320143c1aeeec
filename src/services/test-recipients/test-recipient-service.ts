import { createHash, randomBytes } from 'node:crypto'
import { ApiError, fieldError } from '../../errors.js'
import { idTime } from '../../ids.js'
import { normalizeAddress, parseAddress } from '../../lib/addresses.js'
import type { AccountDoc } from '../../models/account.js'
import { isDuplicateKey } from '../../models/duplicate-key.js'
import { MAX_TEST_RECIPIENTS, type TestRecipientDoc } from '../../models/test-recipient.js'
import type { Caller } from '../caller.js'
import type { DailyPlaces } from '../daily-places.js'
import type { ServiceDeps } from '../deps.js'
import { orOverloaded } from '../overload.js'
import { newestFirst, type Page, type PageRequest } from '../pages.js'
import type { SuppressionLookUp } from '../suppressions/suppression-look-up.js'
import type { SystemMail } from '../system-mail/system-mail.js'
import { isoTime, isoTimeOrNull } from '../timestamps.js'
import { linkMail } from './link-mail.js'

/** A test recipient as its account sees it. */
export interface TestRecipientView {
  id: string
  email: string
  status: 'pending' | 'verified'
  created_at: string
  verified_at: string | null
}

/** A link and its place are given up after this, in ms. */
const LINK_LIFE_MS = 24 * 3_600_000
/** Within this a repeated request is answered by the link that is on its way already, in ms. */
const RESEND_AFTER_MS = 60_000
/** Links that an account may have mailed to one address a day: nobody's mailbox is to be filled with them. */
const MAX_LINKS_AN_ADDRESS = 5
/** Links that an account may have mailed a day in all, however often it exchanges its test recipients. */
const MAX_LINKS_AN_ACCOUNT = 50

type TestRecipientDeps = Pick<ServiceDeps, 'config' | 'clock' | 'models' | 'newId'> & {
  systemMail: Pick<SystemMail, 'send'>
  dailyPlaces: Pick<DailyPlaces, 'take' | 'secondsLeft'>
  suppressionLookUp: Pick<SuppressionLookUp, 'find'>
}

/** Addresses whose owners agreed to get test mail of an account. */
export class TestRecipientService {
  readonly #deps: TestRecipientDeps

  constructor(deps: TestRecipientDeps) {
    this.#deps = deps
  }

  /**
   * Registers an address and mails a one-time link to it. One that is there already is answered as it is; if it is
   * pending for longer than a minute it gets a new link, and the old one stops. The account's own address is verified
   * from the start.
   * @throws ApiError `invalid_request` for a bad address, `recipient_suppressed`, `too_many_test_recipients`,
   *   `rate_limit_exceeded` when too many links were mailed today.
   */
  async create(caller: Caller, email: string): Promise<TestRecipientView> {
    const { models, suppressionLookUp } = this.#deps
    const parsed = parseAddress(email)
    if (!parsed) {
      const message = 'must be a mail address, like user@example.com'
      throw fieldError('invalid_request', 'email', message)
    }
    const address = normalizeAddress(parsed.email)
    const entry = (await orOverloaded(suppressionLookUp.find(caller.accountId, [address]))).get(address)
    if (entry?.state === 'suppressed') throw new ApiError('recipient_suppressed')
    for (;;) {
      await this.#forgetExpired(caller.accountId)
      const known = await models.testRecipients
        .findOne({ account_id: caller.accountId, address })
        .lean<TestRecipientDoc>()
      const row = known ? await this.#renew(caller, known) : await this.#insert(caller, parsed.email, address)
      if (row) return present(row)
      // Somebody was at the same address at the same moment: look again at what came of it.
    }
  }

  /** The test recipients, newest first. */
  list(accountId: string, page: PageRequest): Promise<Page<TestRecipientView>> {
    const query = this.#deps.models.testRecipients.find({ account_id: accountId, ...this.#stillThere() })
    return newestFirst(query, 'testRecipient', page, present)
  }

  /**
   * Frees the place of a test recipient; its link stops, and nothing more that needs its consent is sent to it, not even
   * what was scheduled before.
   * @throws ApiError `not_found`.
   */
  async delete(accountId: string, id: string): Promise<void> {
    const { deletedCount } = await this.#deps.models.testRecipients.deleteOne({
      _id: id,
      account_id: accountId,
      ...this.#stillThere(),
    })
    if (deletedCount === 0) throw new ApiError('not_found')
  }

  /**
   * Verifies the address that a link was mailed to. The token is used up by it: of those who come with it at once, one
   * succeeds.
   * @throws ApiError `invalid_token` when it is unknown, used or expired.
   */
  async verify(token: string): Promise<TestRecipientView> {
    const row = await this.#deps.models.testRecipients
      .findOneAndUpdate(
        this.#byToken(token),
        { $set: { status: 'verified', verified_at: this.#deps.clock.now() }, $unset: { token_hash: 1, expires_at: 1 } },
        { returnDocument: 'after' },
      )
      .lean<TestRecipientDoc>()
    if (!row) throw new ApiError('invalid_token')
    return present(row)
  }

  /** Whom a link asks for permission, and who asks; null when it is unknown, used or expired. Changes nothing. */
  async askedBy(token: string): Promise<{ email: string; askedBy: string } | null> {
    const { models } = this.#deps
    const row = await models.testRecipients.findOne(this.#byToken(token)).lean<TestRecipientDoc>()
    const account = row && (await models.accounts.findById(row.account_id).lean<AccountDoc>())
    return account ? { email: row.email, askedBy: account.owner_email } : null
  }

  #byToken(token: string) {
    return { token_hash: hashOf(token), status: 'pending', expires_at: { $gt: this.#deps.clock.now() } } as const
  }

  #stillThere() {
    return { $or: [{ status: 'verified' as const }, { expires_at: { $gt: this.#deps.clock.now() } }] }
  }

  async #forgetExpired(accountId: string): Promise<void> {
    const expired = { account_id: accountId, status: 'pending', expires_at: { $lte: this.#deps.clock.now() } } as const
    await this.#deps.models.testRecipients.deleteMany(expired)
  }

  /** Takes a free place. Null when the address is there after all. */
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
      await this.#countLink(caller, address, hashOf(token))
      await this.#mailLink(caller, row, token)
      return row
    } catch (error) {
      // Nobody got a link: the place is free again.
      await models.testRecipients.deleteOne({ _id: id, token_hash: hashOf(token) }).catch(() => undefined)
      throw error
    }
  }

  /** Inserts at the first place that is free: the unique index decides between those who come at once. */
  async #take(row: Omit<TestRecipientDoc, 'place'>): Promise<TestRecipientDoc | null> {
    for (let place = 0; place < MAX_TEST_RECIPIENTS; place += 1) {
      try {
        await this.#deps.models.testRecipients.collection.insertOne({ ...row, place } as never)
        return { ...row, place }
      } catch (error) {
        if (!isDuplicateKey(error)) throw error
        const { keyPattern } = error as { keyPattern?: object }
        if (keyPattern && 'address' in keyPattern) return null
      }
    }
    throw new ApiError('too_many_test_recipients')
  }

  /** Gives a pending one a new link where the last was mailed some time ago. Null when somebody else just did. */
  async #renew(caller: Caller, row: TestRecipientDoc): Promise<TestRecipientDoc | null> {
    const { models, clock } = this.#deps
    if (row.status === 'verified') return row
    if (row.link_sent_at && clock.now().getTime() - row.link_sent_at.getTime() < RESEND_AFTER_MS) return row
    const token = newToken()
    // Those who renew the same link at once are counted as one: one of them wins.
    await this.#countLink(caller, row.address, `renew:${row.token_hash}`)
    const renewed = await models.testRecipients
      .findOneAndUpdate(
        { _id: row._id, token_hash: row.token_hash },
        { $set: this.#linkFields(token) },
        { returnDocument: 'after' },
      )
      .lean<TestRecipientDoc>()
    if (!renewed) return null
    try {
      await this.#mailLink(caller, renewed, token)
      return renewed
    } catch (error) {
      // Nobody got a link: the next request may try again at once.
      await models.testRecipients.updateOne({ _id: row._id }, { $set: { link_sent_at: null } }).catch(() => undefined)
      throw error
    }
  }

  #linkFields(token: string) {
    const now = this.#deps.clock.now()
    return { token_hash: hashOf(token), link_sent_at: now, expires_at: new Date(now.getTime() + LINK_LIFE_MS) }
  }

  async #countLink({ accountId }: Caller, address: string, key: string): Promise<void> {
    const { dailyPlaces } = this.#deps
    const free =
      (await dailyPlaces.take(`link|${accountId}|${address}`, key, MAX_LINKS_AN_ADDRESS)) &&
      (await dailyPlaces.take(`link|${accountId}`, key, MAX_LINKS_AN_ACCOUNT))
    if (free) return
    throw new ApiError('rate_limit_exceeded', 'Enough links were mailed today. Come back after midnight UTC.', {
      retryAfterSeconds: dailyPlaces.secondsLeft(),
    })
  }

  async #mailLink(caller: Caller, row: TestRecipientDoc, token: string): Promise<void> {
    const link = `${this.#deps.config.baseUrl}/verify/${token}`
    await this.#deps.systemMail.send({
      key: `test-recipient:${row._id}:${hashOf(token)}`,
      onBehalfOf: caller.accountId,
      ...linkMail({ to: row.email, askedBy: caller.ownerEmail, link }),
    })
  }
}

const newToken = () => randomBytes(32).toString('base64url')
/** All that is kept of a token. */
const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')

function present(row: TestRecipientDoc): TestRecipientView {
  return {
    id: row._id,
    email: row.email,
    status: row.status,
    created_at: isoTime(row.created_at),
    verified_at: isoTimeOrNull(row.verified_at),
  }
}
