import { createHash, timingSafeEqual } from 'node:crypto'
import { errors, jwtVerify, SignJWT } from 'jose'
import { ApiError } from '../../errors.js'
import { remember } from '../../lib/remember.js'
import type { ApiKeyService } from '../api-keys/api-key-service.js'
import type { Caller } from '../caller.js'
import type { OperatorDeps } from '../deps.js'
import { keptSecret } from '../kept-secret.js'
import { orOverloaded } from '../overload.js'

/** How long a session lasts, in seconds. It is not renewed: users sign in again. */
export const SESSION_SECONDS = 12 * 60 * 60

const ALGORITHM = 'HS256'
const AUDIENCE = 'session'
const SECRET_ROW = 'session_secret'

type SessionDeps = Pick<OperatorDeps, 'config' | 'clock' | 'models'> & { apiKeys: ApiKeyService }

/**
 * Browser sessions. A browser must not store a key, so it gets a signed token (RFC 7519) with the id of the key and the
 * version of its secret, but no secret. The session has the rights of the key and ends with it: the key is looked up
 * for every request, and after a rotation the token's version no longer matches.
 */
export class SessionService {
  readonly #deps: SessionDeps
  readonly #signingSecret = remember(() => this.#findSecret())

  constructor(deps: SessionDeps) {
    this.#deps = deps
  }

  /**
   * Opens a session for a caller who sent a key, and returns its token.
   * @throws ApiError `account_suspended`, or `overloaded` if the ledger does not answer.
   */
  async open(caller: Caller): Promise<string> {
    if (caller.suspended) throw new ApiError('account_suspended')
    const now = Math.floor(this.#deps.clock.now().getTime() / 1_000)
    return new SignJWT({ key_version: versionOf(caller) })
      .setProtectedHeader({ alg: ALGORITHM })
      .setSubject(caller.keyId)
      .setAudience(AUDIENCE)
      .setIssuedAt(now)
      .setExpirationTime(now + SESSION_SECONDS)
      .sign(await this.#signingSecret())
  }

  /**
   * Identifies the caller by a session token.
   * @throws ApiError `unauthorized` if the token is invalid, expired, or its key has ended; `overloaded` if the ledger
   *   does not answer.
   */
  async authenticate(token: string): Promise<Caller> {
    const { sub = '', key_version: version } = await this.#read(token)
    const caller = await this.#deps.apiKeys.callerOf(sub)
    if (!caller || typeof version !== 'string' || !isEqual(version, versionOf(caller))) throw noSession()
    return { ...caller, viaSession: true }
  }

  async #read(token: string) {
    const secret = await this.#signingSecret()
    try {
      const currentDate = this.#deps.clock.now()
      const { payload } = await jwtVerify(token, secret, { algorithms: [ALGORITHM], audience: AUDIENCE, currentDate })
      return payload
    } catch (error) {
      if (error instanceof errors.JOSEError) throw noSession()
      throw error
    }
  }

  async #findSecret(): Promise<Uint8Array> {
    const { config, models } = this.#deps
    return new TextEncoder().encode(config.sessionSecret ?? (await orOverloaded(keptSecret(models, SECRET_ROW))))
  }
}

const noSession = () =>
  new ApiError('unauthorized', 'The session has ended. Sign in again, or send an API key as `Authorization: Bearer`.')

/** A value that changes with the secret of a key and reveals nothing about it. */
const versionOf = ({ keyHash }: Caller): string =>
  createHash('sha256').update(`session:${keyHash}`).digest('base64url').slice(0, 22)

const isEqual = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))
