import type { WebhookDeliveryDoc } from '../../models/webhook.js'
import type { WholeMails } from '../../services/receiving/whole-mails.js'
import {
  type EncodedRequest,
  encodeRequest,
  type ReceivedFormat,
  type ReceivedSigning,
} from '../../services/tracking/webhooks/dialects/received-request.js'
import { mailOfPayload } from '../../services/tracking/webhooks/dialects/reported-mail.js'

/** Most bytes of mails whose requests are made or under way, but one may have more. */
const MAX_BYTES = 48 * 1024 * 1024
/** Before the id of a received mail in that of its event. */
const EVENT_PREFIX = 'evt_'

/** A request with its own headers, and what gives its memory back. */
export interface ReceivedPost extends EncodedRequest {
  headers: Record<string, string>
  release: () => void
}

/** The requests that hand over whole mails, in the formats of other APIs. Only some large ones are in memory at a time. */
export class ReceivedRequests {
  readonly #mails: Pick<WholeMails, 'read' | 'sizeOf'>
  #bytes = 0

  constructor({ wholeMails }: { wholeMails: Pick<WholeMails, 'read' | 'sizeOf'> }) {
    this.#mails = wholeMails
  }

  /**
   * Makes a request.
   * @param stored our own body, which has what the mail has no more.
   * @returns null while others have the memory.
   */
  async make(
    row: Pick<WebhookDeliveryDoc, 'account_id' | 'event_id'>,
    stored: string,
    format: ReceivedFormat,
    signing: ReceivedSigning,
  ): Promise<ReceivedPost | null> {
    const id = row.event_id.slice(EVENT_PREFIX.length)
    const size = (await this.#mails.sizeOf(row.account_id, id)) ?? 0
    if (this.#bytes > 0 && this.#bytes + size > MAX_BYTES) return null
    this.#bytes += size
    let isHeld = true
    const release = () => {
      if (isHeld) this.#bytes -= size
      isHeld = false
    }
    try {
      const mail = (await this.#mails.read(row.account_id, id)) ?? mailOfPayload(JSON.parse(stored).payload)
      const encoded = await encodeRequest(format.requestOf(mail, signing))
      const headers = (await format.sign?.(signing, encoded.body)) ?? {}
      return { ...encoded, headers, release }
    } catch (error) {
      release()
      throw error
    }
  }
}
