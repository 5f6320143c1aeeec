import type { AccountVerification } from '../../contract/account.js'
import { ApiError, fieldError } from '../../errors.js'
import { idTime } from '../../ids.js'
import { parseAddress } from '../../lib/addresses.js'
import type { AccountDoc } from '../../models/account.js'
import { newSecret } from '../api-keys/api-key-secret.js'
import { newKeyDoc } from '../api-keys/api-key-service.js'
import type { OperatorDeps } from '../deps.js'
import { type DomainLookUp, isSandboxed } from '../domains/domain-look-up.js'
import { isoTime, isoTimeOrNull } from '../timestamps.js'

/** An account as operators see it. */
export interface AccountView {
  id: string
  owner_email: string
  suspended_at: string | null
  created_at: string
}

/** Name of the system row that makes the first account unique. */
const FIRST_ACCOUNT = 'first_account'

type AccountDeps = OperatorDeps & { domainLookUp: Pick<DomainLookUp, 'ofAccount'> }

/** Manages accounts, and tells an account its verification state. */
export class AccountService {
  readonly #deps: AccountDeps

  constructor(deps: AccountDeps) {
    this.#deps = deps
  }

  /**
   * Creates an account with an admin key. Only this result contains the secret.
   * @throws ApiError `invalid_request` for a bad address.
   */
  async create(ownerEmail: string, secret = newSecret(false)): Promise<{ account_id: string; key: string }> {
    const { models, newId } = this.#deps
    const address = parseAddress(ownerEmail)
    if (!address) {
      const message = 'must be an email address, like owner@example.com'
      throw fieldError('invalid_request', 'email', message)
    }
    const accountId = newId('account')
    await models.accounts.create({ _id: accountId, owner_email: address.email, created_at: idTime(accountId) })
    await models.apiKeys.create(newKeyDoc(newId('apiKey'), accountId, secret, { scope: 'admin' }))
    return { account_id: accountId, key: secret }
  }

  /**
   * Creates the first account of a deployment. If several processes start together, one of them creates it.
   * @returns null if it already exists.
   */
  async bootstrap(): Promise<{ account_id: string; key: string } | null> {
    const { models, config, newId } = this.#deps
    if (await models.system.exists({ _id: FIRST_ACCOUNT })) return null
    const secret = config.bootstrapAdminKey ?? newSecret(false)
    const accountId = newId('account')
    // In one transaction, so a crash cannot leave an account without a key. Concurrent transactions conflict on the
    // system row.
    return models.connection
      .transaction(async (session) => {
        await models.system.create([{ _id: FIRST_ACCOUNT, value: accountId }], { session })
        const account = { _id: accountId, owner_email: config.bootstrapOwnerEmail, created_at: idTime(accountId) }
        await models.accounts.create([account], { session })
        const key = newKeyDoc(newId('apiKey'), accountId, secret, { scope: 'admin' })
        await models.apiKeys.create([key], { session })
        return { account_id: accountId, key: secret }
      })
      .catch(async (error: unknown) => {
        if (await models.system.exists({ _id: FIRST_ACCOUNT })) return null
        throw error
      })
  }

  /** All accounts, oldest first. */
  async list(): Promise<AccountView[]> {
    const rows = await this.#deps.models.accounts.find().sort({ _id: 1 }).lean()
    return rows.map(present)
  }

  /**
   * One account.
   * @throws ApiError `not_found`.
   */
  async get(id: string): Promise<AccountView> {
    const account = await this.#deps.models.accounts.findById(id).lean()
    if (!account) throw noAccount(id)
    return present(account)
  }

  /**
   * Suspends an account: its requests get 403, and its mail and webhooks wait.
   * @throws ApiError `not_found`.
   */
  suspend(id: string): Promise<AccountView> {
    return this.#set(id, this.#deps.clock.now())
  }

  /**
   * Ends a suspension: waiting mail and webhooks are sent.
   * @throws ApiError `not_found`.
   */
  resume(id: string): Promise<AccountView> {
    return this.#set(id, null)
  }

  /** What an account may send, and from which sender. */
  async verification(accountId: string): Promise<AccountVerification> {
    const { config, models, domainLookUp } = this.#deps
    const [hasWebhook, domains] = await Promise.all([
      models.subscriptions.exists({ account_id: accountId, is_active: true }),
      domainLookUp.ofAccount(accountId),
    ])
    const sandboxed = isSandboxed(domains)
    const unverified = domains.length > 0 ? 'pending' : 'sandbox'
    return {
      account_id: accountId,
      sandbox_mode: sandboxed,
      shared_email_sender: config.sharedEmailSender,
      channels: [
        { channel: 'email', status: sandboxed ? unverified : 'verified', verified: !sandboxed },
        { channel: 'sms', status: 'not_configured', verified: false },
        { channel: 'push', status: 'not_configured', verified: false },
        { channel: 'voice', status: 'not_configured', verified: false },
        { channel: 'webhook', status: hasWebhook ? 'ready' : 'not_configured', verified: false },
      ],
    }
  }

  async #set(id: string, suspendedAt: Date | null): Promise<AccountView> {
    // A second suspension keeps the time of the first.
    const since = suspendedAt && { $ifNull: ['$suspended_at', suspendedAt] }
    const account = await this.#deps.models.accounts.collection.findOneAndUpdate(
      { _id: id },
      [{ $set: { suspended_at: since } }],
      { returnDocument: 'after' },
    )
    if (!account) throw noAccount(id)
    return present(account)
  }
}

const noAccount = (id: string) => new ApiError('not_found', `There is no account ${id}.`)

function present(account: AccountDoc): AccountView {
  return {
    id: account._id,
    owner_email: account.owner_email,
    suspended_at: isoTimeOrNull(account.suspended_at),
    created_at: isoTime(account.created_at),
  }
}
