import type { ApiKey, ApiKeyWithSecret, NewApiKey, RotatedApiKey } from '../../contract/api-keys.js'
import type { PageRequest } from '../../contract/fields.js'
import { ApiError, fieldError } from '../../errors.js'
import { idTime } from '../../ids.js'
import { withTimeout } from '../../lib/time-limit.js'
import { WeightedCache } from '../../lib/weighted-cache.js'
import type { AccountDoc } from '../../models/account.js'
import { type ApiKeyDoc, validKeys } from '../../models/api-key.js'
import { LOOK_UP_TIMEOUT_MS } from '../../models/ledger-away.js'
import { type LookUp, lookUp } from '../../models/look-up.js'
import { assertReachesLive, type Caller, type Reach } from '../caller.js'
import type { OperatorDeps } from '../deps.js'
import { manyOf } from '../many.js'
import { orOverloaded } from '../overload.js'
import { newestFirst, type Page } from '../pages.js'
import type { Quotas } from '../quotas.js'
import { isoTime, isoTimeOrNull } from '../timestamps.js'
import { bearerSecret, keptOfSecret, newSecret } from './api-key-secret.js'
import type { KeyUses } from './key-uses.js'

/**
 * Most requests of a kind, reading or writing, that wait for authentication; more are refused. Fewer than other look-ups
 * may have, because a request in memory is larger than a question, and asks several of them later.
 */
export const MAX_WAITING_REQUESTS = 5_000
const MAX_KNOWN_ACCOUNTS = 10_000

type ApiKeyDeps = OperatorDeps & { keyUses: Pick<KeyUses, 'note'>; quotas: Pick<Quotas, 'create'> }

/** Manages API keys and authenticates callers with them. */
export class ApiKeyService {
  readonly #deps: ApiKeyDeps
  readonly #byHash: LookUp<string, Caller | null>
  readonly #byId: LookUp<string, Caller | null>
  /**
   * Account ids by key hash or key id, so that a key and its account can be read at the same time. A key never moves to
   * another account.
   */
  readonly #accountIds = new WeightedCache<string>({ maxWeight: MAX_KNOWN_ACCOUNTS })

  constructor(deps: ApiKeyDeps) {
    this.#deps = deps
    // No row is cached, so a revoked key stops working at once everywhere. Keys that arrive together share a query.
    const by = (field: 'hash' | '_id') =>
      lookUp((values: string[]) => this.#findCallers(field, values), { maxWaiting: MAX_WAITING_REQUESTS })
    this.#byHash = by('hash')
    this.#byId = by('_id')
  }

  /**
   * Identifies the caller by the Authorization header.
   * @throws ApiError `unauthorized` if the key is missing, malformed, unknown, revoked or expired; `overloaded` if the
   *   ledger does not answer.
   */
  async authenticate(authorization: string | undefined): Promise<Caller> {
    const secret = bearerSecret(authorization)
    const caller = secret && (await orOverloaded(this.#byHash(keptOfSecret(secret).hash)))
    if (!caller) throw new ApiError('unauthorized')
    this.#deps.keyUses.note(caller.keyId)
    return caller
  }

  /**
   * The caller with this key id; null if the key is unknown, revoked or expired.
   * @throws ApiError `overloaded` if the ledger does not answer.
   */
  callerOf(keyId: string): Promise<Caller | null> {
    return orOverloaded(this.#byId(keyId))
  }

  /**
   * The key that an Authorization header contains, even if it is revoked or has expired; null if there was never such a
   * key. For the audit log only: it lets nobody in.
   * @throws ApiError `overloaded` if the ledger does not answer.
   */
  async everIssued(authorization: string): Promise<{ id: string; accountId: string } | null> {
    const secret = bearerSecret(authorization)
    if (!secret) return null
    const finding = this.#deps.models.apiKeys
      .findOne({ hash: keptOfSecret(secret).hash })
      .lean()
      .exec()
    const key = await orOverloaded(withTimeout(LOOK_UP_TIMEOUT_MS, finding))
    return key && { id: key._id, accountId: key.account_id }
  }

  /**
   * Creates a key. Only this result contains the secret.
   * @throws ApiError `forbidden` if a test key would create a live one; `invalid_request`;
   *   `too_many_api_keys`.
   */
  async create(by: Reach, { name, scope, test_mode = false, expires_at }: NewApiKey): Promise<ApiKeyWithSecret> {
    if (!test_mode) assertReachesLive(by, 'create a live key', 'Set test_mode to true, or use a live key.')
    if (expires_at && expires_at <= this.#deps.clock.now()) {
      const message = 'must be in the future'
      throw fieldError('invalid_request', 'expires_at', message)
    }
    const secret = newSecret(test_mode)
    const key = newKeyDoc(this.#deps.newId('apiKey'), by.accountId, secret, { name, scope, test_mode, expires_at })
    await this.#insert(key)
    return { ...present(key), key: secret }
  }

  /** The keys that are not revoked, newest first. */
  list(accountId: string, page: PageRequest): Promise<Page<ApiKey>> {
    return newestFirst(this.#notRevoked(accountId), 'apiKey', page, present)
  }

  /** Those of these keys that are not revoked, by id. */
  getMany(accountId: string, ids: readonly string[]): Promise<Map<string, ApiKey>> {
    return manyOf(this.#notRevoked(accountId), ids, present)
  }

  /** @throws ApiError `not_found`, also for a revoked key. */
  async get(by: Reach, id: string): Promise<ApiKey> {
    return present(await this.#find(by, id))
  }

  /**
   * Gives a key a new secret; the old one stops working at once.
   * @throws ApiError `not_found`, or `forbidden` if a test key would rotate a live one.
   */
  async rotate(by: Reach, id: string): Promise<RotatedApiKey> {
    const found = await this.#find(by, id)
    if (!found.test_mode) assertReachesLive(by, 'rotate a live key')
    const secret = newSecret(found.test_mode)
    const kept = keptOfSecret(secret)
    // The filter includes the old hash: of two concurrent rotations one wins, and the other rotates again, so nobody
    // gets a dead secret.
    const { modifiedCount } = await this.#deps.models.apiKeys.updateOne(
      { _id: id, hash: found.hash, revoked_at: null },
      { $set: kept },
    )
    if (modifiedCount === 0) return this.rotate(by, id)
    return { id, key: secret, key_prefix: kept.key_prefix }
  }

  /**
   * Revokes a key; it gets 401 from now on.
   * @throws ApiError `not_found`, or `forbidden` if a test key would revoke a live one.
   */
  async revoke(by: Reach, id: string): Promise<void> {
    const found = await this.#find(by, id)
    if (!found.test_mode) assertReachesLive(by, 'revoke a live key')
    const { matchedCount } = await this.#deps.models.apiKeys.updateOne(
      { _id: id, revoked_at: null },
      { $set: { revoked_at: this.#deps.clock.now() } },
    )
    if (matchedCount === 0) throw new ApiError('not_found')
  }

  /**
   * Revokes a key of any account, for operators.
   * @returns the key with its account.
   * @throws ApiError `not_found`.
   */
  async revokeOfAnyAccount(id: string): Promise<{ id: string; account_id: string; revoked_at: string }> {
    const revokedAt = this.#deps.clock.now()
    const key = await this.#deps.models.apiKeys
      .findOneAndUpdate({ _id: id, revoked_at: null }, { $set: { revoked_at: revokedAt } })
      .lean()
    if (!key) throw new ApiError('not_found', `There is no key ${id}, or it is revoked already.`)
    return { id, account_id: key.account_id, revoked_at: isoTime(revokedAt) }
  }

  /** Inserts a key, if the account has room for one more active one. */
  #insert(key: ApiKeyDoc): Promise<void> {
    const { models, clock, quotas } = this.#deps
    const { collection } = models.apiKeys
    const active = { account_id: key.account_id, ...validKeys(clock.now()) }
    return quotas.create('api_keys', key.account_id, {
      count: (session) => collection.countDocuments(active, session && { session }),
      insert: (session) => collection.insertOne(key, { session }),
    })
  }

  #notRevoked(accountId: string) {
    return this.#deps.models.apiKeys.find({ account_id: accountId, revoked_at: null })
  }

  async #find({ accountId }: Reach, id: string): Promise<ApiKeyDoc> {
    const found = await this.#deps.models.apiKeys.findOne({ _id: id, account_id: accountId, revoked_at: null }).lean()
    if (!found) throw new ApiError('not_found')
    return found
  }

  async #findCallers(field: 'hash' | '_id', values: string[]): Promise<(Caller | null)[]> {
    const { models, clock } = this.#deps
    const known = values.flatMap((value) => this.#accountIds.get(value) ?? [])
    const [keys, accounts] = await Promise.all([
      models.apiKeys.collection.find({ [field]: { $in: [...new Set(values)] }, ...validKeys(clock.now()) }).toArray(),
      this.#findAccounts(known),
    ])
    const others = keys.filter((key) => !accounts.has(key.account_id))
    for (const key of others) this.#accountIds.set(key[field], key.account_id)
    const accountById = new Map([...accounts, ...(await this.#findAccounts(others.map((key) => key.account_id)))])
    const callerByValue = new Map(
      keys.flatMap((key) => {
        const account = accountById.get(key.account_id)
        return account ? [[key[field], toCaller(key, account)] as const] : []
      }),
    )
    return values.map((value) => callerByValue.get(value) ?? null)
  }

  async #findAccounts(ids: string[]): Promise<Map<string, AccountDoc>> {
    if (ids.length === 0) return new Map()
    const rows = await this.#deps.models.accounts.collection.find({ _id: { $in: [...new Set(ids)] } }).toArray()
    return new Map(rows.map((row) => [row._id, row]))
  }
}

/** The row of a new key. */
export function newKeyDoc(
  id: string,
  accountId: string,
  secret: string,
  { name, scope, test_mode = false, expires_at }: NewApiKey,
): ApiKeyDoc {
  return {
    _id: id,
    account_id: accountId,
    ...keptOfSecret(secret),
    ...(name !== undefined && { name }),
    scope,
    test_mode,
    expires_at: expires_at ?? null,
    revoked_at: null,
    created_at: idTime(id),
  }
}

function toCaller(key: ApiKeyDoc, account: AccountDoc): Caller {
  return {
    accountId: account._id,
    ownerEmail: account.owner_email,
    plan: account.plan,
    suspended: account.suspended_at !== null,
    sendingPause: account.sending_pause ?? null,
    keyId: key._id,
    sessionId: null,
    keyHash: key.hash,
    scope: key.scope,
    testMode: key.test_mode,
    client: null,
  }
}

function present(key: ApiKeyDoc): ApiKey {
  return {
    id: key._id,
    name: key.name ?? null,
    key_prefix: key.key_prefix,
    scope: key.scope,
    test_mode: key.test_mode,
    expires_at: isoTimeOrNull(key.expires_at),
    last_used_at: isoTimeOrNull(key.last_used_at ?? null),
    created_at: isoTime(key.created_at),
  }
}
