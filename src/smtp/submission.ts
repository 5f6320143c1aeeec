import type { Config } from '../config.js'
import { ApiError } from '../errors.js'
import { sendMessage } from '../operations/messages.js'
import { assertAllowed, runAllowed } from '../operations/runner.js'
import type { Caller } from '../services/caller.js'
import type { Services } from '../services/index.js'
import type { RateLimiter } from '../services/platform/rate-limit/rate-limiter.js'
import type { SubmittedMail } from '../services/sending/submission/submitted-mails.js'
import { asText, Refusal } from './refusal.js'

export interface SubmissionDeps {
  config: Config
  services: Services
  limiter: Pick<RateLimiter, 'take'>
}

const WRONG_LOGIN = '5.7.8 The password must be an API key with the scope send. The user name can be any.'

/** Sends the mail of clients that have logged in: the same operation as over HTTP, under the same rules. */
export class Submission {
  readonly #deps: SubmissionDeps

  constructor(deps: SubmissionDeps) {
    this.#deps = deps
  }

  /**
   * The caller with this password, which is an API key. It says by itself whose it is, so the user name does not matter:
   * programs that were written for another service keep theirs.
   * @throws Refusal if it is wrong, or the key may not send.
   */
  async logIn(password: string): Promise<Caller> {
    try {
      const caller = await this.#deps.services.apiKeys.authenticate(`Bearer ${password}`)
      await assertAllowed(this.#deps, sendMessage, caller)
      return caller
    } catch (error) {
      if (!(error instanceof ApiError) || error.status >= 500) throw error
      throw new Refusal(
        535,
        error.code === 'unauthorized' ? WRONG_LOGIN : asText(`5.7.8 ${error.code}: ${error.message}`),
      )
    }
  }

  /**
   * Admits one mail of a session: its key may have been revoked or rotated since the login.
   * @returns the caller as of now.
   * @throws ApiError `unauthorized`, `rate_limit_exceeded`, `account_suspended` or `forbidden`.
   */
  async admit(caller: Caller, address: string): Promise<Caller> {
    const current = { ...(await this.#asOfNow(caller)), client: { address, userAgent: null } }
    await this.#deps.limiter.take(current)
    await assertAllowed(this.#deps, sendMessage, current)
    return current
  }

  /**
   * Sends a mail. When this resolves, the message is durable.
   * @param admitted the caller as {@link admit} returned it. A client may wait as long as it likes between MAIL and the end
   *   of the data, so it is looked up once more.
   * @returns the text of the reply.
   * @throws ApiError `unauthorized`, `account_suspended`, `forbidden`, or of the rules of sending.
   */
  async send(admitted: Caller, mail: SubmittedMail): Promise<string> {
    const caller = { ...(await this.#asOfNow(admitted)), client: admitted.client }
    const allowed = await assertAllowed(this.#deps, sendMessage, caller)
    const { request, rfcMessageId } = await this.#deps.services.submittedMails.read(caller, mail)
    const { id } = await runAllowed(this.#deps, allowed, request, { submitted: { rfcMessageId } })
    return `2.0.0 Queued as ${id}`
  }

  /** @throws ApiError `unauthorized` if the key was revoked, was rotated or has expired. */
  async #asOfNow({ keyId, keyHash }: Caller): Promise<Caller> {
    const found = await this.#deps.services.apiKeys.callerOf(keyId)
    if (!found || found.keyHash !== keyHash) throw new ApiError('unauthorized', 'The key was revoked or has expired.')
    return found
  }
}
