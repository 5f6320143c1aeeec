import { hash, randomBytes } from 'node:crypto'
import { ApiError } from '../../../errors.js'
import { withTimeout } from '../../../lib/concurrency/time-limit.js'
import { STORE_TIMEOUT_MS } from '../../../models/database-unavailable.js'
import type { Caller } from '../../caller.js'
import type { OperatorDeps } from '../../deps.js'
import { orOverloaded } from '../../platform/overload.js'
import type { ApiKeyService } from '../api-keys/api-key-service.js'

/** How long a link can be used, in ms. */
export const LINK_LIFE_MS = 60 * 60 * 1_000

const TOKEN_BYTES = 32

type SignInLinkDeps = Pick<OperatorDeps, 'clock' | 'models'> & {
  apiKeys: Pick<ApiKeyService, 'authenticate' | 'callerOf'>
}

/**
 * Links that sign a browser in once, in place of typing a key. The ledger has only the hash of a token, so whoever reads
 * it cannot sign in.
 */
export class SignInLinks {
  readonly #deps: SignInLinkDeps

  constructor(deps: SignInLinkDeps) {
    this.#deps = deps
  }

  /**
   * Makes the token of a link with the rights of a key. It can be used once, for an hour, unless the key ends first.
   * @throws ApiError `unauthorized` for an invalid key.
   */
  async create(key: string): Promise<string> {
    const { clock, models, apiKeys } = this.#deps
    const caller = await apiKeys.authenticate(`Bearer ${key}`)
    const token = randomBytes(TOKEN_BYTES).toString('base64url')
    const now = clock.now()
    await models.signInLinks.collection.insertOne({
      _id: hash('sha256', token),
      account_id: caller.accountId,
      key_id: caller.keyId,
      key_hash: caller.keyHash,
      created_at: now,
      expires_at: new Date(now.getTime() + LINK_LIFE_MS),
    })
    return token
  }

  /**
   * Uses up a link: of concurrent calls, one succeeds.
   * @returns the caller whom the key of the link identifies.
   * @throws ApiError `invalid_token` if it is unknown, used or expired, or its key has ended; `overloaded` if the ledger
   *   does not answer.
   */
  async use(token: string): Promise<Caller> {
    const { clock, models, apiKeys } = this.#deps
    const filter = { _id: hash('sha256', token), expires_at: { $gt: clock.now() } }
    const deleting = models.signInLinks.collection.findOneAndDelete(filter)
    const link = await orOverloaded(withTimeout(STORE_TIMEOUT_MS, deleting))
    const caller = link && (await apiKeys.callerOf(link.key_id))
    if (!caller || caller.keyHash !== link.key_hash) throw new ApiError('invalid_token')
    return caller
  }
}

/** The only stored form of a token. */
