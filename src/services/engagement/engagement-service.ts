import { orOverloaded } from '../overload.js'
import type { SuppressionService } from '../suppressions/suppression-service.js'
import type { EngagementRecorder, Visit } from './engagement-recorder.js'
import type { LinkSigner } from './link-signer.js'
import { readClick, readOpen, readUnsubscribe } from './links.js'

/** Suppression reason for recipients who used the link in a mail. */
const RECIPIENT_UNSUBSCRIBE = 'recipient_unsubscribe'

interface EngagementDeps {
  suppressions: Pick<SuppressionService, 'unsubscribe'>
  engagementRecorder: EngagementRecorder
  linkSigner: () => Promise<LinkSigner>
}

/** Handles the links in mails. Nobody signs in for them: the links are signed. */
export class EngagementService {
  readonly #deps: EngagementDeps

  constructor(deps: EngagementDeps) {
    this.#deps = deps
  }

  /** Records an open. Invalid tokens are ignored. */
  async open(token: string, visit: Visit): Promise<void> {
    const message = readOpen(await this.#deps.linkSigner(), token)
    if (message) this.#deps.engagementRecorder.record(message, 'opened', visit)
  }

  /**
   * The target of a link; null for an invalid token.
   * @param visit the client to record; null if the request should not count.
   */
  async follow(token: string, visit: Visit | null): Promise<string | null> {
    const click = readClick(await orOverloaded(this.#deps.linkSigner()), token)
    if (click && visit) this.#deps.engagementRecorder.record(click, 'clicked', visit, click.target)
    return click && new URL(click.target).href
  }

  /** The recipient that this token would unsubscribe; null if it is invalid. */
  async unsubscribing(token: string): Promise<string | null> {
    return readUnsubscribe(await orOverloaded(this.#deps.linkSigner()), token)?.recipient ?? null
  }

  /**
   * Unsubscribes the recipient of a mail from an account's marketing mail. Can be repeated. Other mail is not affected.
   * @returns the recipient; null if the token is invalid.
   * @throws ApiError `overloaded` if the ledger does not answer.
   */
  async unsubscribe(token: string): Promise<string | null> {
    const found = readUnsubscribe(await orOverloaded(this.#deps.linkSigner()), token)
    if (!found) return null
    const { accountId, recipient } = found
    await orOverloaded(this.#deps.suppressions.unsubscribe(accountId, recipient, RECIPIENT_UNSUBSCRIBE))
    return recipient
  }

  /** Waits for running writes. */
  close(): Promise<void> {
    return this.#deps.engagementRecorder.close()
  }
}
