import type { ServiceDeps } from '../deps.js'
import { orOverloaded } from '../overload.js'
import type { SuppressionService } from '../suppressions/suppression-service.js'
import { EngagementRecorder, type Visit } from './engagement-recorder.js'
import { keptSigner, type LinkSigner } from './link-signer.js'
import { readClick, readOpen, readUnsubscribe } from './links.js'

/** Reason of an entry that a recipient made by the link of a mail. */
const RECIPIENT_UNSUBSCRIBE = 'recipient_unsubscribe'

/** What recipients do with the links that we put into their mail. Nobody signs in for that: the links are signed. */
export class EngagementService {
  readonly #suppressions: Pick<SuppressionService, 'unsubscribe'>
  readonly #recorder: EngagementRecorder
  readonly #signer: () => Promise<LinkSigner>

  constructor(deps: ServiceDeps, suppressions: Pick<SuppressionService, 'unsubscribe'>) {
    this.#suppressions = suppressions
    this.#recorder = new EngagementRecorder(deps)
    this.#signer = keptSigner(deps.models)
  }

  /** Notes that a mail was opened. A token that is none is nobody's business. */
  async open(token: string, visit: Visit): Promise<void> {
    const message = readOpen(await this.#signer(), token)
    if (message) this.#recorder.record(message, 'opened', visit)
  }

  /**
   * Where a link leads; null for a token that is none.
   * @param visit who follows it, to be noted; null for those who only look where it leads.
   */
  async follow(token: string, visit: Visit | null): Promise<string | null> {
    const click = readClick(await orOverloaded(this.#signer()), token)
    if (click && visit) this.#recorder.record(click, 'clicked', visit, click.target)
    return click && new URL(click.target).href
  }

  /** Who would unsubscribe with this token; null when it is none. */
  async unsubscribing(token: string): Promise<string | null> {
    return readUnsubscribe(await orOverloaded(this.#signer()), token)?.recipient ?? null
  }

  /**
   * Stops the marketing of an account to the recipient of a mail, for good and however often it is asked. What the
   * recipient gets beside marketing goes on.
   * @returns who it was; null when the token is none.
   * @throws ApiError `overloaded` when the ledger does not answer.
   */
  async unsubscribe(token: string): Promise<string | null> {
    const found = readUnsubscribe(await orOverloaded(this.#signer()), token)
    if (!found) return null
    const { accountId, recipient } = found
    await orOverloaded(this.#suppressions.unsubscribe(accountId, recipient, RECIPIENT_UNSUBSCRIBE))
    return recipient
  }

  /** Waits for what is being recorded. */
  close(): Promise<void> {
    return this.#recorder.close()
  }
}
