import type { ClientSession } from 'mongoose'
import type { AccountVerification, SendingPause } from '../../contract/account.js'
import { ApiError, fieldError } from '../../errors.js'
import { idTime } from '../../ids.js'
import { parseAddress } from '../../lib/mail/addresses.js'
import type { AccountDoc } from '../../models/account.js'
import { exists } from '../../models/exists.js'
import { reviseCounter } from '../../models/revisions.js'
import { PLANS, type Plan } from '../../plan-names.js'
import type { OperatorDeps } from '../deps.js'
import { type DomainLookUp, isSandboxed } from '../domains/domain-look-up.js'
import { TRIAL_DOMAIN } from '../domains/trial-domain.js'
import { isoTime, isoTimeOrNull } from '../platform/timestamps.js'
import { newSecret, storedFormOf } from './api-keys/api-key-secret.js'
import { newKeyDoc } from './api-keys/api-key-service.js'
import { endpointsOf } from './endpoints.js'
import { presentPause } from './present-pause.js'

/** An account as operators see it. */
export interface AccountView {
  id: string
  owner_email: string
  plan: Plan | null
  suspended_at: string | null
  sending_paused: SendingPause | null
  created_at: string
}

/** Name of the system row that makes the first account unique. */
const FIRST_ACCOUNT = 'first_account'
/** Name of the system row that makes checks of owners one follow the other. */
const LAST_OWNER = 'last_owner'

type AccountDeps = Pick<OperatorDeps, 'clock' | 'config' | 'models' | 'newId'> & {
  domainLookUp: Pick<DomainLookUp, 'ofAccount'>
}

/** Manages accounts, and reports the verification state of an account. */
export class AccountService {
  readonly #deps: AccountDeps
  #bootstrapped = false

  constructor(deps: AccountDeps) {
    this.#deps = deps
  }

  /**
   * Creates an account with an admin key. Only this result contains the secret.
   *
   * @param another whether the owner may have an account already.
   * @throws ApiError `invalid_request` for a bad address, or for an owner who may have no other account.
   */
  async create(ownerEmail: string, { another = true } = {}): Promise<{ account_id: string; key: string }> {
    const address = parseAddress(ownerEmail)
    if (!address) {
      const message = 'must be an email address, like owner@example.com'
      throw fieldError('invalid_request', 'email', message)
    }
    return this.#deps.models.connection.transaction(async (session) => {
      if (!another) await this.#assertOwnsNone(address.email, session)
      return this.#insert(address.email, newSecret(false), session)
    })
  }

  /**
   * Creates the first account of a deployment. If several processes start together, one of them creates it.
   * @param tasks ids of system rows with the id of the account, for what is to be done with it then: they are written with it, so
   *   that nothing is forgotten if the process dies.
   * @returns null if it already exists.
   */
  async bootstrap(tasks: readonly string[] = []): Promise<{ account_id: string; key: string } | null> {
    const { models, config } = this.#deps
    if (await exists(models.system.collection, { _id: FIRST_ACCOUNT })) return null
    // In one transaction, so a crash cannot leave the row without the account. Concurrent transactions conflict on the
    // system row.
    return models.connection
      .transaction(async (session) => {
        const secret = config.bootstrapAdminKey ?? newSecret(false)
        const made = await this.#insert(config.bootstrapOwnerEmail, secret, session)
        const rows = [FIRST_ACCOUNT, ...tasks].map((_id) => ({ _id, value: made.account_id }))
        await models.system.collection.insertMany(rows, { session })
        return made
      })
      .catch(async (error: unknown) => {
        if (await exists(models.system.collection, { _id: FIRST_ACCOUNT })) return null
        throw error
      })
  }

  /** Whether the first account exists, so that its key works. */
  async isBootstrapped(): Promise<boolean> {
    this.#bootstrapped ||= await exists(this.#deps.models.system.collection, { _id: FIRST_ACCOUNT })
    return this.#bootstrapped
  }

  /**
   * The id of the first account if BOOTSTRAP_ADMIN_KEY is set but is not one of its keys: it was changed after the
   * account had been created, or that key was rotated or revoked. Otherwise null.
   */
  async ignoringBootstrapKey(): Promise<string | null> {
    const { models, config } = this.#deps
    if (!config.bootstrapAdminKey) return null
    const first = await models.system.collection.findOne({ _id: FIRST_ACCOUNT })
    if (!first) return null
    const { hash } = storedFormOf(config.bootstrapAdminKey)
    const isKey = await exists(models.apiKeys.collection, { hash, account_id: first.value, revoked_at: null })
    return isKey ? null : first.value
  }

  /** All accounts, oldest first. */
  async list(): Promise<AccountView[]> {
    const rows = await this.#deps.models.accounts.collection.find({}).sort({ _id: 1 }).toArray()
    return rows.map(present)
  }

  /**
   * One account.
   * @throws ApiError `not_found`.
   */
  async get(id: string): Promise<AccountView> {
    const account = await this.#deps.models.accounts.collection.findOne({ _id: id })
    if (!account) throw noAccount(id)
    return present(account)
  }

  /**
   * Suspends an account: its requests get 403, and its mail and webhooks wait.
   * @throws ApiError `not_found`.
   */
  suspend(id: string): Promise<AccountView> {
    // A second suspension keeps the time of the first.
    const at = this.#deps.clock.now()
    return this.#setSuspension(id, { suspended_at: { $ifNull: ['$suspended_at', at] } })
  }

  /**
   * Ends a suspension and a pause for sending: waiting mail and webhooks are sent. Only mail that is sent from now on
   * counts towards another pause.
   * @throws ApiError `not_found`.
   */
  resume(id: string): Promise<AccountView> {
    const sending_counted_from = this.#deps.clock.now()
    return this.#setSuspension(id, {
      suspended_at: null,
      sending_pause: null,
      sending_warned: { $literal: {} },
      sending_counted_from,
    })
  }

  /**
   * Gives an account a plan, which counts from the next request on.
   * @param name of a plan, in any case, or `none`.
   * @throws ApiError `invalid_request` for another name, or `not_found`.
   */
  async setPlan(id: string, name: string): Promise<AccountView> {
    return this.#set(id, { plan: planOf(name) })
  }

  /** What an account may send, and from which sender. */
  async verification(accountId: string): Promise<AccountVerification> {
    const { config, models, domainLookUp } = this.#deps
    const [hasWebhook, domains, account] = await Promise.all([
      exists(models.subscriptions.collection, { account_id: accountId, is_active: true }),
      domainLookUp.ofAccount(accountId),
      models.accounts.collection.findOne({ _id: accountId }, { projection: { owner_email: 1, sending_pause: 1 } }),
    ])
    const sandboxed = isSandboxed(domains)
    const unverified = domains.some(({ name }) => name !== TRIAL_DOMAIN) ? 'pending' : 'sandbox'
    return {
      account_id: accountId,
      owner_email: account?.owner_email ?? '',
      sandbox_mode: sandboxed,
      shared_email_sender: config.sharedEmailSender,
      channels: [
        { channel: 'email', status: sandboxed ? unverified : 'verified', verified: !sandboxed },
        { channel: 'sms', status: 'not_configured', verified: false },
        { channel: 'push', status: 'not_configured', verified: false },
        { channel: 'voice', status: 'not_configured', verified: false },
        { channel: 'webhook', status: hasWebhook ? 'ready' : 'not_configured', verified: false },
      ],
      sending_paused: presentPause(account?.sending_pause),
      endpoints: endpointsOf(config),
    }
  }

  /** Of two transactions that both check, one conflicts and starts again, because both write the same row. */
  async #assertOwnsNone(email: string, session: ClientSession): Promise<void> {
    const { models } = this.#deps
    await models.system.collection.updateOne({ _id: LAST_OWNER }, { $set: { value: email } }, { session, upsert: true })
    const owned = await models.accounts.collection.findOne({ owner_email: email }, { projection: { _id: 1 }, session })
    if (owned)
      throw fieldError(
        'invalid_request',
        'email',
        `already owns the account ${owned._id}. To create another one, add --another`,
      )
  }

  /** An account with its first key. */
  async #insert(ownerEmail: string, secret: string, session: ClientSession) {
    const { models, newId } = this.#deps
    const accountId = newId('account')
    const account: AccountDoc = {
      _id: accountId,
      owner_email: ownerEmail,
      plan: null,
      suspended_at: null,
      sending_pause: null,
      sending_counted_from: null,
      sending_warned: {},
      sending_news: [],
      created_at: idTime(accountId),
    }
    await models.accounts.collection.insertOne(account, { session })
    await models.apiKeys.collection.insertOne(newKeyDoc(newId('apiKey'), accountId, secret, { scope: 'admin' }), {
      session,
    })
    return { account_id: accountId, key: secret }
  }

  /** The fan-out keeps whether an account is suspended, beside its subscriptions. */
  async #setSuspension(id: string, fields: Record<string, unknown>): Promise<AccountView> {
    const account = await this.#set(id, fields)
    await reviseCounter(this.#deps.models, id)
    return account
  }

  async #set(id: string, fields: Record<string, unknown>): Promise<AccountView> {
    const account = await this.#deps.models.accounts.collection.findOneAndUpdate({ _id: id }, [{ $set: fields }], {
      returnDocument: 'after',
    })
    if (!account) throw noAccount(id)
    return present(account)
  }
}

const noAccount = (id: string) => new ApiError('not_found', `There is no account ${id}.`)

function planOf(name: string): Plan | null {
  const wanted = name.toLowerCase()
  const plan = PLANS.find((each) => each === wanted)
  if (plan || wanted === 'none') return plan ?? null
  throw fieldError('invalid_request', 'plan', `must be ${PLANS.join(', ')} or none`)
}

function present(account: AccountDoc): AccountView {
  return {
    id: account._id,
    owner_email: account.owner_email,
    plan: account.plan ?? null,
    suspended_at: isoTimeOrNull(account.suspended_at),
    sending_paused: presentPause(account.sending_pause),
    created_at: isoTime(account.created_at),
  }
}
