import { normalizeAddress, parseMailbox } from '../../../lib/mail/addresses.js'
import { escapeHtml } from '../../../lib/text/escape-html.js'
import type { ServiceDeps } from '../../deps.js'
import type { HtmlReader } from '../../reading/html-reader.js'

type SignatureDeps = Pick<ServiceDeps, 'models'> & { htmlReader: Pick<HtmlReader, 'beginning'> }

/** The bodies of a mail; one that is missing or empty stays so. */
interface Bodies {
  body_text?: string | null | undefined
  body_html?: string | null | undefined
}

/** Adds the signatures of inboxes to what people write. */
export class Signatures {
  readonly #deps: SignatureDeps

  constructor(deps: SignatureDeps) {
    this.#deps = deps
  }

  /**
   * Bodies with the signature of the inbox that a mail is from below them; as they are if there is none. A body of the kind
   * that the signature does not have gets it in its own kind.
   * @param from the sender, also with a name.
   */
  async addTo<B extends Bodies>(accountId: string, from: string, bodies: B): Promise<B> {
    const { models, htmlReader } = this.#deps
    const live_address = normalizeAddress(parseMailbox(from)?.email ?? '')
    const inbox = await models.inboxes.collection.findOne(
      { account_id: accountId, live_address },
      { projection: { signature_html: 1, signature_text: 1 } },
    )
    const { signature_html: html, signature_text: text } = inbox ?? {}
    if (!html && !text) return bodies
    const asText = bodies.body_text && (text || (await htmlReader.beginning(accountId, html ?? '')).trim())
    const asHtml = html || escapeHtml(text ?? '').replaceAll('\n', '<br>\n')
    return {
      ...bodies,
      // The line that separates a signature, as mail programs know it: RFC 3676, section 4.3.
      ...(asText && { body_text: `${bodies.body_text}\n\n-- \n${asText}` }),
      ...(bodies.body_html && { body_html: `${bodies.body_html}\n<br>\n<div>${asHtml}</div>` }),
    }
  }
}
