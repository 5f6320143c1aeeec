import { errors, jwtVerify, SignJWT } from 'jose'
import { ApiError } from '../../../errors.js'
import { lazyAsync } from '../../../lib/concurrency/lazy-async.js'
import { withTimeout } from '../../../lib/concurrency/time-limit.js'
import { STORE_TIMEOUT_MS } from '../../../models/database-unavailable.js'
import { type LookUp, lookUpRow } from '../../../models/look-up.js'
import { type SessionDoc, validSessions } from '../../../models/session.js'
import type { Caller, Client } from '../../caller.js'
import type { OperatorDeps } from '../../deps.js'
import { deploymentSecret } from '../../platform/encryption/deployment-secret.js'
import { orOverloaded } from '../../platform/overload.js'
import type { ReadBarrier } from '../../platform/read-barrier.js'
import { type ApiKeyService, MAX_WAITING_REQUESTS } from '../api-keys/api-key-service.js'
import type { KeyUses } from '../api-keys/key-uses.js'
import type { AuditLog } from '../audit/audit-log.js'

/** How long a session lasts, in seconds. It is not renewed: users sign in again. */
export const SESSION_SECONDS = 12 * 60 * 60

const ALGORITHM = 'HS256'
const AUDIENCE = 'session'
const SECRET_ROW = 'session_secret'

type SessionDeps = Pick<OperatorDeps, 'config' | 'clock' | 'models' | 'newId' | 'sealer'> & {
  apiKeys: Pick<ApiKeyService, 'callerOf' | 'everIssued'>
  keyUses: Pick<KeyUses, 'note'>
  auditLog: Pick<AuditLog, 'record' | 'recordRefusal'>
  readBarrier: Pick<ReadBarrier, 'find'>
}

/** What a session token says. */
interface Claims {
  sessionId: string
  keyId: string
}

/**
 * Browser sessions. A browser must not store a key, so it gets a signed token (RFC 7519) that names a session and its
 * key. The session is a row of the ledger with the rights of its key. Both are looked up for every request, so the
 * session ends everywhere when somebody signs out, and when its key is revoked or rotated or expires.
 */
export class SessionService {
  readonly #deps: SessionDeps
  readonly #secrets = lazyAsync(() => this.#findSecrets())
  readonly #find: LookUp<string, SessionDoc | null>

  constructor(deps: SessionDeps) {
    this.#deps = deps
    const { models, clock } = deps
    this.#find = lookUpRow(
      (ids) => models.sessions.collection.find({ _id: { $in: ids }, ...validSessions(clock.now()) }).toArray(),
      (session) => session._id,
      { maxWaiting: MAX_WAITING_REQUESTS },
    )
  }

  /**
   * Opens a session for a caller who sent a key, and returns its token.
   * @throws ApiError `account_suspended`, or `overloaded` if the ledger does not answer.
   */
  async open(caller: Caller): Promise<string> {
    const { accountId, keyId, client } = caller
    const action = { accountId, actor: { type: 'key' as const, id: keyId }, target: keyId, client }
    if (caller.suspended) {
      await this.#deps.auditLog.recordRefusal({ ...action, operation: 'session' })
      throw new ApiError('account_suspended')
    }
    const now = this.#deps.clock.now()
    const session: SessionDoc = {
      _id: this.#deps.newId('session'),
      account_id: accountId,
      key_id: keyId,
      key_hash: caller.keyHash,
      created_at: now,
      expires_at: new Date(now.getTime() + SESSION_SECONDS * 1_000),
    }
    const writing = this.#deps.models.sessions.collection.insertOne(session)
    await orOverloaded(withTimeout(STORE_TIMEOUT_MS, writing))
    await this.#deps.auditLog.record({ ...action, operation: 'session.create' })
    return this.#sign(session)
  }

  /**
   * Records that a sign-in was refused because its key is revoked or has expired. Other texts than keys leave no trace.
   * @throws ApiError `overloaded` if the ledger does not answer.
   */
  async noteRefused(authorization: string, client: Client): Promise<void> {
    const key = await this.#deps.apiKeys.everIssued(authorization)
    if (!key) return
    const { id: target, accountId } = key
    const actor = { type: 'key' as const, id: target }
    await this.#deps.auditLog.recordRefusal({ accountId, actor, operation: 'session', target, client })
  }

  /**
   * Identifies the caller by a session token.
   * @throws ApiError `unauthorized` if the token is invalid, its session or its key has ended; `overloaded` if the
   *   ledger does not answer.
   */
  async authenticate(token: string): Promise<Caller> {
    const claims = await this.#read(token)
    if (!claims) throw noSession()
    const { apiKeys } = this.#deps
    const [session, caller] = await Promise.all([
      orOverloaded(this.#deps.readBarrier.find(() => this.#find(claims.sessionId))),
      apiKeys.callerOf(claims.keyId),
    ])
    if (!session || !caller || session.key_id !== caller.keyId || session.key_hash !== caller.keyHash) throw noSession()
    this.#deps.keyUses.note(caller.keyId)
    return { ...caller, sessionId: session._id }
  }

  /**
   * Ends a session for good, in every process. A token without a session is ignored.
   * @throws ApiError `overloaded` if the ledger does not answer; the session may then go on.
   */
  async close(token: string, client: Client): Promise<void> {
    const claims = await this.#read(token)
    if (!claims) return
    const deleting = this.#deps.models.sessions.collection.findOneAndDelete({ _id: claims.sessionId })
    const ended = await orOverloaded(withTimeout(STORE_TIMEOUT_MS, deleting))
    if (!ended) return
    const { account_id: accountId, key_id: target } = ended
    const actor = { type: 'session' as const, id: target }
    await this.#deps.auditLog.record({ accountId, actor, operation: 'session.delete', target, client })
  }

  async #sign({ _id, key_id, created_at, expires_at }: SessionDoc): Promise<string> {
    return new SignJWT()
      .setProtectedHeader({ alg: ALGORITHM })
      .setJti(_id)
      .setSubject(key_id)
      .setAudience(AUDIENCE)
      .setIssuedAt(created_at)
      .setExpirationTime(expires_at)
      .sign((await this.#secrets())[0]!)
  }

  /** What a token of ours says; null for any other text. */
  async #read(token: string): Promise<Claims | null> {
    const options = { algorithms: [ALGORITHM], audience: AUDIENCE, currentDate: this.#deps.clock.now() }
    for (const secret of await this.#secrets()) {
      try {
        const { payload } = await jwtVerify(token, secret, options)
        const { jti: sessionId, sub: keyId } = payload
        return sessionId && keyId ? { sessionId, keyId } : null
      } catch (error) {
        if (!(error instanceof errors.JOSEError)) throw error
      }
    }
    return null
  }

  /** The secrets that tokens may be signed with. The first one signs new ones. */
  async #findSecrets(): Promise<Uint8Array[]> {
    const kept = () => orOverloaded(deploymentSecret(this.#deps, SECRET_ROW))
    const secrets = this.#deps.config.sessionSecret ?? [await kept()]
    return secrets.map((secret) => new TextEncoder().encode(secret))
  }
}

const noSession = () =>
  new ApiError('unauthorized', 'The session has ended. Sign in again, or send an API key as `Authorization: Bearer`.')
