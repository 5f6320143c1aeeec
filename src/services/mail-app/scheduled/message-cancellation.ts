import type { CanceledMessage } from '../../../contract/messages.js'
import { ApiError } from '../../../errors.js'
import type { Principal } from '../../caller.js'
import type { MailViewer } from '../../platform/mail-reach.js'
import { type MessageService, NONE_SCHEDULED } from '../../sending/messages/message-service.js'
import type { OutboundFiling } from '../filing/outbound-filing.js'

interface CancellationDeps {
  messages: Pick<MessageService, 'cancel' | 'seenBy'>
  outboundFiling: Pick<OutboundFiling, 'file'>
}

/** Cancels scheduled messages, wherever they come from. Of the mail app's, this is the undo. */
export class MessageCancellation {
  readonly #deps: CancellationDeps

  constructor(deps: CancellationDeps) {
    this.#deps = deps
  }

  /**
   * Cancels a scheduled message, and takes its mail out of its thread.
   * @throws ApiError `not_found` if it is unknown, out of reach of a key that is bound to inboxes, already canceled, no longer waiting, or live and the key is a test key.
   */
  async cancel(principal: Principal & MailViewer, id: string): Promise<CanceledMessage> {
    const [seen] = await this.#deps.messages.seenBy(principal, [id])
    if (seen === undefined) throw new ApiError('not_found', NONE_SCHEDULED)
    const canceled = await this.#deps.messages.cancel(principal, id)
    await this.#deps.outboundFiling.file(principal.accountId, id)
    return canceled
  }
}
