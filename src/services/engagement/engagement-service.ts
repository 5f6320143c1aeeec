import { orOverloaded } from '../overload.js'
import type { SuppressionService } from '../suppressions/suppression-service.js'
import type { EngagementRecorder, Visit } from './engagement-recorder.js'
import type { LinkSigner } from './link-signer.js'
import { readClick, readOpen, readUnsubscribe } from './links.js'

/** Reason of an entry that a recipient made by the link of a mail. */
const RECIPIENT_UNSUBSCRIBE = 'recipient_unsubscribe'

interface EngagementDeps {
  suppressions: Pick<SuppressionService, 'unsubscribe'>
  engagementRecorder: EngagementRecorder
  linkSigner: () => Promise<LinkSigner>
}

/** What recipients do with the links that we put into their mail. Nobody signs in for that: the links are signed. */
export class EngagementService {
  readonly #deps: EngagementDeps

  constructor(deps: EngagementDeps) {
    this.#deps = deps
  }

  /** Notes that a mail was opened. A token that is none is nobody's business. */
  async open(token: string, visit: Visit): Promise<void> {
    const message = readOpen(await this.#deps.linkSigner(), token)
    if (message) this.#deps.engagementRecorder.record(message, 'opened', visit)
  }

  /**
   * Where a link leads; null for a token that is none.
   * @param visit who follows it, to be noted; null for those who only look where it leads.
   */
  async follow(token: string, visit: Visit | null): Promise<string | null> {
    const click = readClick(await orOverloaded(this.#deps.linkSigner()), token)
    if (click && visit) this.#deps.engagementRecorder.record(click, 'clicked', visit, click.target)
    return click && new URL(click.target).href
  }

  /** Who would unsubscribe with this token; null when it is none. */
  async unsubscribing(token: string): Promise<string | null> {
    return readUnsubscribe(await orOverloaded(this.#deps.linkSigner()), token)?.recipient ?? null
  }

  /**
   * Stops the marketing of an account to the recipient of a mail, for good and however often it is asked. What the
   * recipient gets beside marketing goes on.
   * @returns who it was; null when the token is none.
   * @throws ApiError `overloaded` when the ledger does not answer.
   */
  async unsubscribe(token: string): Promise<string | null> {
    const found = readUnsubscribe(await orOverloaded(this.#deps.linkSigner()), token)
    if (!found) return null
    const { accountId, recipient } = found
    await orOverloaded(this.#deps.suppressions.unsubscribe(accountId, recipient, RECIPIENT_UNSUBSCRIBE))
    return recipient
  }

  /** Waits for what is being recorded. */
  close(): Promise<void> {
    return this.#deps.engagementRecorder.close()
  }
}
