import type { Config } from '../../config.js'
import type { MailContent, MessageDoc } from '../../models/message.js'
import type { LinkSigner } from './link-signer.js'
import { CLICK_PATH, clickLink, openLink, unsubscribeLink } from './links.js'
import { trackHtml } from './track-html.js'
import { withUnsubscribeUrl } from './unsubscribe-url.js'

/** The fields of a message that control its decoration. */
type Decorated = Pick<MessageDoc, '_id' | 'account_id' | 'message_type' | 'tracking'>

/**
 * Adds the unsubscribe link to marketing mail, in its headers (RFC 8058) and where the bodies have a place for it, and
 * open and click tracking, at dispatch. The same in every attempt.
 */
export class MailDecorator {
  readonly #baseUrl: string
  readonly #signer: () => Promise<LinkSigner>

  constructor({ config, linkSigner }: { config: Pick<Config, 'baseUrl'>; linkSigner: () => Promise<LinkSigner> }) {
    this.#baseUrl = config.baseUrl
    this.#signer = linkSigner
  }

  /** The content to send. Most mail needs no change and is returned as it is. */
  async decorate(message: Decorated, content: MailContent): Promise<MailContent> {
    const isMarketing = message.message_type === 'marketing'
    const isTracked = message.tracking !== null && content.html !== null
    if (!isMarketing && !isTracked) return content
    const signer = await this.#signer()
    const linked = isMarketing ? this.#withUnsubscription(signer, message, content) : content
    return isTracked ? { ...linked, html: await this.#track(signer, message, linked.html!) } : linked
  }

  #track(signer: LinkSigner, message: Decorated, html: string): Promise<string> {
    const { opens, clicks } = message.tracking!
    const own = `${this.#baseUrl}${CLICK_PATH}`
    return trackHtml(html, {
      pixel: opens ? openLink(signer, this.#baseUrl, message) : null,
      linkTo: clicks
        ? (target) => (target.startsWith(own) ? null : clickLink(signer, this.#baseUrl, message, target))
        : null,
    })
  }

  /** A mail has one such link, whoever gets a copy: it is for the main recipient. */
  #withUnsubscription(signer: LinkSigner, message: Decorated, content: MailContent): MailContent {
    const link = unsubscribeLink(signer, this.#baseUrl, message, content.to[0]!.email)
    return {
      ...content,
      html: content.html && withUnsubscribeUrl(content.html, link),
      text: content.text && withUnsubscribeUrl(content.text, link),
      headers: [
        ...content.headers,
        ['List-Unsubscribe', `<${link}>`],
        ['List-Unsubscribe-Post', 'List-Unsubscribe=One-Click'],
      ],
    }
  }
}
