import type { mongo } from 'mongoose'
import type { ApiKey, ApiKeyWithSecret, NewApiKey } from '../../../contract/api-keys.js'
import type { PageRequest } from '../../../contract/fields.js'
import { ApiError, fieldError } from '../../../errors.js'
import { idTime } from '../../../ids.js'
import { VersionedCache } from '../../../lib/collections/versioned-cache.js'
import { WeightedCache } from '../../../lib/collections/weighted-cache.js'
import { withTimeout } from '../../../lib/concurrency/time-limit.js'
import type { AccountDoc } from '../../../models/account.js'
import { type ApiKeyDoc, validKeys } from '../../../models/api-key.js'
import { LOOK_UP_TIMEOUT_MS } from '../../../models/database-unavailable.js'
import { type LookUp, lookUp } from '../../../models/look-up.js'
import { CACHE_TTL_MS, inRevision, type Revisions, revise, revisionsOf } from '../../../models/revisions.js'
import { assertLiveKey, type Caller, type Principal } from '../../caller.js'
import type { OperatorDeps } from '../../deps.js'
import { manyOf } from '../../platform/many.js'
import { orOverloaded } from '../../platform/overload.js'
import { newestFirst, type Page } from '../../platform/pages.js'
import type { Quotas } from '../../platform/quotas.js'
import type { ReadBarrier } from '../../platform/read-barrier.js'
import { isoTime, isoTimeOrNull } from '../../platform/timestamps.js'
import { bearerSecret, newSecret, storedFormOf } from './api-key-secret.js'
import type { KeyUses } from './key-uses.js'

/**
 * Most requests of a kind, reading or writing, that wait for authentication; more are refused. Fewer than other look-ups
 * may have, because a request in memory is larger than a question, and asks several of them later.
 */
export const MAX_WAITING_REQUESTS = 5_000
const MAX_KNOWN_ACCOUNTS = 10_000
const MAX_KEPT_KEYS = 10_000

type ApiKeyDeps = Pick<OperatorDeps, 'clock' | 'models' | 'newId'> & {
  keyUses: Pick<KeyUses, 'note'>
  quotas: Pick<Quotas, 'create'>
  readBarrier: Pick<ReadBarrier, 'find'>
}

/** Manages API keys and authenticates callers with them. */
export class ApiKeyService {
  readonly #deps: ApiKeyDeps
  readonly #byHash: LookUp<string, Caller | null>
  readonly #byId: LookUp<string, Caller | null>
  /**
   * Accounts by key hash or key id, so that a key and its account can be read at the same time. A key never moves to
   * another account.
   */
  readonly #accounts = new WeightedCache<KnownAccount>({ maxWeight: MAX_KNOWN_ACCOUNTS })
  /** Valid keys by hash or id, under the revision of their account. */
  readonly #kept = new VersionedCache<ApiKeyDoc>({ maxWeight: MAX_KEPT_KEYS, maxAgeMs: CACHE_TTL_MS })

  constructor(deps: ApiKeyDeps) {
    this.#deps = deps
    // Accounts are read each time. A key counts only under the revision just read, so a revoked one stops working at once
    // everywhere. Requests that arrive together share queries.
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
    const caller = secret && (await this.#lookUp(this.#byHash, storedFormOf(secret).hash))
    if (!caller) throw new ApiError('unauthorized')
    this.#deps.keyUses.note(caller.keyId)
    return caller
  }

  /**
   * The caller with this key id; null if the key is unknown, revoked or expired.
   * @throws ApiError `overloaded` if the ledger does not answer.
   */
  callerOf(keyId: string): Promise<Caller | null> {
    return this.#lookUp(this.#byId, keyId)
  }

  /**
   * The key that an Authorization header contains, even if it is revoked or has expired; null if there was never such a
   * key. For the audit log only: it lets nobody in.
   * @throws ApiError `overloaded` if the ledger does not answer.
   */
  async everIssued(authorization: string): Promise<{ id: string; accountId: string } | null> {
    const secret = bearerSecret(authorization)
    if (!secret) return null
    const finding = this.#deps.models.apiKeys.collection.findOne({ hash: storedFormOf(secret).hash })
    const key = await orOverloaded(withTimeout(LOOK_UP_TIMEOUT_MS, finding))
    return key && { id: key._id, accountId: key.account_id }
  }

  /**
   * Creates a key. Only this result contains the secret.
   * @throws ApiError `forbidden` if a test key would create a live one; `invalid_request`;
   *   `too_many_api_keys`.
   */
  async create(by: Principal, given: NewApiKey): Promise<ApiKeyWithSecret> {
    const { test_mode = false, inbox_ids = [], expires_at } = given
    if (!test_mode) assertLiveKey(by, 'create a live key', 'Set test_mode to true, or use a live key.')
    if (expires_at && expires_at <= this.#deps.clock.now()) {
      const message = 'must be in the future'
      throw fieldError('invalid_request', 'expires_at', message)
    }
    await this.#assertInboxes(by.accountId, inbox_ids)
    const secret = newSecret(test_mode)
    const key = newKeyDoc(this.#deps.newId('apiKey'), by.accountId, secret, given)
    await this.#insert(key)
    return { ...present(key), key: secret }
  }

  /** @throws ApiError `invalid_request`, naming the first id of no inbox. */
  async #assertInboxes(accountId: string, ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return
    const own = { _id: { $in: [...ids] }, account_id: accountId, deleted_at: { $exists: false } }
    const found = await this.#deps.models.inboxes.collection.find(own, { projection: { _id: 1 } }).toArray()
    const known = new Set(found.map(({ _id }) => _id))
    const unknown = ids.findIndex((id) => !known.has(id))
    if (unknown >= 0) throw fieldError('invalid_request', `inbox_ids.${unknown}`, 'is not the id of an inbox')
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
  async get(by: Principal, id: string): Promise<ApiKey> {
    return present(await this.#find(by, id))
  }

  /**
   * Gives a key a new secret; the old one stops working at once. Only this result contains the new one.
   * @throws ApiError `not_found`, or `forbidden` if a test key would rotate a live one.
   */
  async rotate(by: Principal, id: string): Promise<ApiKeyWithSecret> {
    const found = await this.#find(by, id)
    if (!found.test_mode) assertLiveKey(by, 'rotate a live key')
    const secret = newSecret(found.test_mode)
    const kept = storedFormOf(secret)
    // The filter includes the old hash: of two concurrent rotations one wins, and the other rotates again, so nobody
    // gets a dead secret.
    const { models } = this.#deps
    const { modifiedCount } = await inRevision(models, by.accountId, (session) =>
      models.apiKeys.collection.updateOne({ _id: id, hash: found.hash, revoked_at: null }, { $set: kept }, { session }),
    )
    if (modifiedCount === 0) return this.rotate(by, id)
    return { ...present({ ...found, ...kept }), key: secret }
  }

  /**
   * Revokes a key; it gets 401 from now on.
   * @throws ApiError `not_found`, `forbidden` if a test key would revoke a live one, or `last_admin_key` if nobody could
   *   manage the account any more.
   */
  async revoke(by: Principal, id: string): Promise<void> {
    const found = await this.#find(by, id)
    if (!found.test_mode) assertLiveKey(by, 'revoke a live key')
    const { models, clock } = this.#deps
    const { matchedCount } = await inRevision(models, by.accountId, async (session) => {
      // In the transaction: of two admin keys that revoke each other at once, one stays.
      if (this.#isLiveAdmin(found)) await this.#assertAnotherAdmin(found, session)
      const revoked = { $set: { revoked_at: clock.now() } }
      return models.apiKeys.collection.updateOne({ _id: id, revoked_at: null }, revoked, { session })
    })
    if (matchedCount === 0) throw new ApiError('not_found')
  }

  #isLiveAdmin(key: ApiKeyDoc): boolean {
    return key.scope === 'admin' && !key.test_mode && !key.inbox_ids && !key.send_to && this.#isValid(key)
  }

  /** @throws ApiError `last_admin_key` if the account has no other live admin key that is valid. */
  async #assertAnotherAdmin({ _id, account_id }: ApiKeyDoc, session: mongo.ClientSession): Promise<void> {
    const { models, clock } = this.#deps
    const others = {
      account_id,
      _id: { $ne: _id },
      scope: 'admin' as const,
      test_mode: false,
      // A limited key makes no other keys.
      inbox_ids: { $exists: false },
      send_to: { $exists: false },
      ...validKeys(clock.now()),
    }
    if (!(await models.apiKeys.collection.findOne(others, { session, projection: { _id: 1 } })))
      throw new ApiError('last_admin_key')
  }

  /**
   * Revokes a key of any account, for operators.
   * @returns the key with its account.
   * @throws ApiError `not_found`.
   */
  async revokeOfAnyAccount(id: string): Promise<{ id: string; account_id: string; revoked_at: string }> {
    const { models, clock } = this.#deps
    const revokedAt = clock.now()
    const { collection } = models.apiKeys
    const gone = () => new ApiError('not_found', `There is no key ${id}, or it is revoked already.`)
    const notRevoked = { _id: id, revoked_at: null }
    const key = await collection.findOne(notRevoked)
    if (!key) throw gone()
    const { account_id } = key
    const { matchedCount } = await inRevision(models, account_id, (session) =>
      collection.updateOne(notRevoked, { $set: { revoked_at: revokedAt } }, { session }),
    )
    if (matchedCount === 0) throw gone()
    return { id, account_id, revoked_at: isoTime(revokedAt) }
  }

  /** Inserts a key, if the account has room for one more active one. */
  #insert(key: ApiKeyDoc): Promise<void> {
    const { models, clock, quotas } = this.#deps
    const { collection } = models.apiKeys
    const active = { account_id: key.account_id, ...validKeys(clock.now()) }
    return quotas.create('api_keys', key.account_id, {
      count: (session) => collection.countDocuments(active, session && { session }),
      first: (session) => revise(models, key.account_id, session),
      insert: (session) => collection.insertOne(key, { session }),
    })
  }

  #notRevoked(accountId: string) {
    return { collection: this.#deps.models.apiKeys.collection, filter: { account_id: accountId, revoked_at: null } }
  }

  async #find({ accountId }: Principal, id: string): Promise<ApiKeyDoc> {
    const found = await this.#deps.models.apiKeys.collection.findOne({
      _id: id,
      account_id: accountId,
      revoked_at: null,
    })
    if (!found) throw new ApiError('not_found')
    return found
  }

  #lookUp(by: LookUp<string, Caller | null>, value: string): Promise<Caller | null> {
    return orOverloaded(this.#deps.readBarrier.find(() => by(value)))
  }

  /**
   * In two steps at most. First the accounts of known keys are read, and the keys that are not kept. Then the keys that are
   * kept under another revision than their account has now, and the accounts of unknown keys.
   */
  async #findCallers(field: KeyField, values: string[]): Promise<(Caller | null)[]> {
    const known = new Map(values.flatMap((value) => entryOf(value, this.#accounts.get(value))))
    const kept = new Map([...known].flatMap(([value, { revision }]) => entryOf(value, this.#kept.get(value, revision))))
    const [accounts, read] = await Promise.all([
      this.#findAccounts([...known.values()].map(({ id }) => id)),
      this.#findKeys(
        field,
        values.filter((value) => !kept.has(value)),
        known,
      ),
    ])
    const seen = new Map([...known].map(([value, { id }]) => [value, knownOf(id, accounts)] as const))
    for (const [value, account] of seen) this.#accounts.set(value, account)
    const changed = [...kept.keys()].filter((value) => seen.get(value)!.revision !== known.get(value)!.revision)
    const unknown = [...read].filter(([value]) => !known.has(value)).map(([, key]) => key.account_id)
    const [readAgain, more] = await Promise.all([this.#findKeys(field, changed, seen), this.#findAccounts(unknown)])
    for (const value of changed) kept.delete(value)
    const keys = new Map([...kept, ...read, ...readAgain])
    const all = new Map([...accounts, ...more])
    for (const [value, { account_id: id }] of read) if (!known.has(value)) this.#accounts.set(value, knownOf(id, all))
    return values.map((value) => {
      const key = keys.get(value)
      const account = key && all.get(key.account_id)
      return account && this.#isValid(key) ? toCaller(key, account) : null
    })
  }

  /** The valid keys with these hashes or ids. Those of a known account are kept under the revision seen before. */
  async #findKeys(
    field: KeyField,
    values: readonly string[],
    known: ReadonlyMap<string, KnownAccount>,
  ): Promise<Map<string, ApiKeyDoc>> {
    if (values.length === 0) return new Map()
    const { models, clock } = this.#deps
    const at = performance.now()
    const filter = { [field]: { $in: [...new Set(values)] }, ...validKeys(clock.now()) }
    const keys = await models.apiKeys.collection.find(filter).toArray()
    for (const key of keys) {
      const account = known.get(key[field])
      if (account) this.#kept.set(key[field], { version: account.revision, value: key, at })
    }
    return new Map(keys.map((key) => [key[field], key]))
  }

  async #findAccounts(ids: readonly string[]): Promise<Map<string, ReadAccount>> {
    if (ids.length === 0) return new Map()
    const at = performance.now()
    const rows = await this.#deps.models.accounts.collection.find({ _id: { $in: [...new Set(ids)] } }).toArray()
    return new Map(rows.map((row) => [row._id, { row, revisions: revisionsOf(row, at) }]))
  }

  /** Whether a key that was valid when it was read is still so: time changes no row. */
  #isValid({ expires_at }: ApiKeyDoc): boolean {
    return expires_at === null || expires_at > this.#deps.clock.now()
  }
}

type KeyField = 'hash' | '_id'

/** The account of a key, and its revision when it was last read. */
type KnownAccount = { id: string; revision: number }
type ReadAccount = { row: AccountDoc; revisions: Revisions }

const knownOf = (id: string, accounts: ReadonlyMap<string, ReadAccount>): KnownAccount => ({
  id,
  revision: accounts.get(id)?.revisions.settings ?? 0,
})

const entryOf = <V>(value: string, found: V | undefined): [string, V][] => (found === undefined ? [] : [[value, found]])

/** The row of a new key. */
export function newKeyDoc(
  id: string,
  accountId: string,
  secret: string,
  { name, scope, test_mode = false, inbox_ids, send_to, expires_at }: NewApiKey,
): ApiKeyDoc {
  return {
    _id: id,
    account_id: accountId,
    ...storedFormOf(secret),
    ...(name !== undefined && { name }),
    scope,
    test_mode,
    ...(inbox_ids && { inbox_ids }),
    ...(send_to && { send_to }),
    expires_at: expires_at ?? null,
    revoked_at: null,
    created_at: idTime(id),
  }
}

function toCaller(key: ApiKeyDoc, { row: account, revisions }: ReadAccount): Caller {
  return {
    accountId: account._id,
    ownerEmail: account.owner_email,
    plan: account.plan,
    suspended: account.suspended_at !== null,
    sendingPause: account.sending_pause ?? null,
    revisions,
    keyId: key._id,
    sessionId: null,
    keyHash: key.hash,
    scope: key.scope,
    testMode: key.test_mode,
    inboxIds: key.inbox_ids ?? null,
    sendTo: key.send_to ?? null,
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
    inbox_ids: key.inbox_ids ?? null,
    send_to: key.send_to ?? null,
    expires_at: isoTimeOrNull(key.expires_at),
    last_used_at: isoTimeOrNull(key.last_used_at ?? null),
    created_at: isoTime(key.created_at),
  }
}
