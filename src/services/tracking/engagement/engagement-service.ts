import { orOverloaded } from '../../platform/overload.js'
import type { EngagementRecorder, TrackedRequest } from './engagement-recorder.js'
import type { LinkSigner } from './link-signer.js'
import { readClick, readOpen } from './links.js'

interface EngagementDeps {
  engagementRecorder: EngagementRecorder
  linkSigner: () => Promise<LinkSigner>
}

/** Handles the tracked links in mails. Nobody signs in for them: the links are signed. */
export class EngagementService {
  readonly #deps: EngagementDeps

  constructor(deps: EngagementDeps) {
    this.#deps = deps
  }

  /** Records an open. Invalid tokens are ignored. */
  async open(token: string, request: TrackedRequest): Promise<void> {
    const message = readOpen(await this.#deps.linkSigner(), token)
    if (message) this.#deps.engagementRecorder.record(message, 'opened', request)
  }

  /**
   * The target of a link; null for an invalid token.
   * @param request the client to record; null if the request should not count.
   */
  async follow(token: string, request: TrackedRequest | null): Promise<string | null> {
    const click = readClick(await orOverloaded(this.#deps.linkSigner()), token)
    if (click && request) this.#deps.engagementRecorder.record(click, 'clicked', request, click.target)
    return click && new URL(click.target).href
  }

  /** Waits for running writes. */
  close(): Promise<void> {
    return this.#deps.engagementRecorder.close()
  }
}
