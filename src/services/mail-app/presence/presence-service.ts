import type { EnterThread, LeaveThread, MailPresence } from '../../../contract/mail-presence.js'
import { ApiError } from '../../../errors.js'
import type { EventStreams } from '../../../event-streams/event-streams.js'
import type { Caller } from '../../caller.js'
import type { ServiceDeps } from '../../deps.js'
import type { MailViewer } from '../../platform/mail-reach.js'
import { callerName } from '../people/caller-name.js'
import { findThreadWithin } from '../reach/find-within.js'
import { ThreadClients } from './thread-clients.js'

type PresenceDeps = Pick<ServiceDeps, 'config' | 'conveyor' | 'models' | 'redis'> & {
  eventStreams: Pick<EventStreams, 'follow'>
}

/**
 * Who has a thread open or is writing an answer, so that two people do not answer the same mail. Clients say so again and again;
 * who does not for 30 seconds is gone. None of it is in the ledger.
 */
export class PresenceService {
  readonly #deps: PresenceDeps
  readonly #clients: ThreadClients

  constructor(deps: PresenceDeps) {
    this.#deps = deps
    this.#clients = new ThreadClients(deps)
  }

  /**
   * Says that a client is at a thread. Answers with everybody who is.
   * @throws ApiError `not_found`; `rate_limit_exceeded` if too many clients are there; `overloaded` without Redis.
   */
  async enter(
    caller: Pick<Caller, 'accountId' | 'keyId'> & MailViewer,
    { id, client_id: clientId, state, name: given }: EnterThread,
  ): Promise<MailPresence> {
    const { models, conveyor } = this.#deps
    const { accountId, keyId } = caller
    const threadId = await this.#threadOf(caller, id)
    const name = await callerName(models, caller, given)
    if (await this.#clients.enter({ threadId, keyId, clientId }, { state, name })) conveyor.announce(accountId)
    return { clients: await this.#clients.list(threadId) }
  }

  /**
   * Who is at a thread.
   * @throws ApiError `not_found`; `overloaded` without Redis.
   */
  async list(viewer: MailViewer, id: string): Promise<MailPresence> {
    return { clients: await this.#clients.list(await this.#threadOf(viewer, id)) }
  }

  /**
   * Says that a client of this key is gone. Nothing happens if it is not there.
   * @throws ApiError `not_found` for an unknown thread; `overloaded` without Redis.
   */
  async leave(
    caller: Pick<Caller, 'accountId' | 'keyId'> & MailViewer,
    { id, client_id: clientId }: LeaveThread,
  ): Promise<void> {
    const { accountId, keyId } = caller
    const threadId = await this.#threadOf(caller, id)
    if (await this.#clients.leave({ threadId, keyId, clientId })) this.#deps.conveyor.announce(accountId)
  }

  /**
   * Who is at a thread: as it is now, then whenever that changes, until the signal.
   * @throws ApiError `not_found`, also once the thread is gone; as other streams.
   */
  async *subscribe(caller: Caller, id: string, signal?: AbortSignal): AsyncGenerator<MailPresence, void> {
    let last = ''
    const list = () => this.list(caller, id)
    async function* read(): AsyncGenerator<MailPresence, void> {
      const presence = await list().catch((error: unknown) => {
        // It is read again in two seconds, and Redis may answer by then.
        if (error instanceof ApiError && error.code === 'overloaded') return null
        throw error
      })
      const text = JSON.stringify(presence)
      if (!presence || text === last) return
      last = text
      yield presence
    }
    yield* this.#deps.eventStreams.follow(caller, read, signal)
  }

  async #threadOf(viewer: MailViewer, id: string): Promise<string> {
    const thread = await findThreadWithin(this.#deps.models, viewer, id)
    if (!thread) throw new ApiError('not_found')
    return thread._id
  }
}
