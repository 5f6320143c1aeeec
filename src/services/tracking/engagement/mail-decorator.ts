import type { Config } from '../../../config.js'
import type { MailContent, MessageDoc } from '../../../models/message.js'
import type { LinkSigner } from './link-signer.js'
import { withLinks } from './link-variables.js'
import { CLICK_PATH, clickLink, openLink, PREFERENCES_PATH, preferencesLink, unsubscribeLink } from './links.js'
import { trackHtml } from './track-html.js'

/** The fields of a message that control its decoration. */
type Decorated = Pick<MessageDoc, '_id' | 'account_id' | 'message_type' | 'tracking'>

/** What links are made with. */
interface Way {
  signer: LinkSigner
  baseUrl: string
}

/**
 * Adds the unsubscribe link to marketing mail, in its headers (RFC 8058) and where the bodies have a place for it or for
 * the link to the preference page, and open and click tracking, at dispatch. The same in every attempt, unless the host
 * of the links changes meanwhile.
 */
export class MailDecorator {
  readonly #baseUrl: string
  readonly #signer: () => Promise<LinkSigner>

  constructor({ config, linkSigner }: { config: Pick<Config, 'baseUrl'>; linkSigner: () => Promise<LinkSigner> }) {
    this.#baseUrl = config.baseUrl
    this.#signer = linkSigner
  }

  /**
   * The content to send. Most mail needs no change and is returned as it is.
   * @param linkHost the host of the links; null for BASE_URL.
   */
  async decorate(message: Decorated, content: MailContent, linkHost: string | null): Promise<MailContent> {
    const isMarketing = message.message_type === 'marketing'
    const isTracked = message.tracking !== null && content.html !== null
    if (!isMarketing && !isTracked) return content
    const way = { signer: await this.#signer(), baseUrl: linkHost === null ? this.#baseUrl : `https://${linkHost}` }
    const linked = isMarketing ? withUnsubscription(way, message, content) : content
    return isTracked ? { ...linked, html: await this.#track(way, message, linked.html!) } : linked
  }

  #track({ signer, baseUrl }: Way, message: Decorated, html: string): Promise<string> {
    const { opens, clicks } = message.tracking!
    const own = [CLICK_PATH, PREFERENCES_PATH].flatMap((path) => [this.#baseUrl + path, baseUrl + path])
    return trackHtml(html, {
      pixel: opens ? openLink(signer, baseUrl, message) : null,
      linkTo: clicks
        ? (target) => {
            const isOwn = own.some((start) => target.startsWith(start))
            return isOwn ? null : clickLink(signer, baseUrl, message, target)
          }
        : null,
    })
  }
}

/** A mail has one of each, whoever gets a copy: they are for the main recipient. */
function withUnsubscription({ signer, baseUrl }: Way, message: Decorated, content: MailContent): MailContent {
  const { email } = content.to[0]!
  const links = {
    unsubscribe_url: unsubscribeLink(signer, baseUrl, message, email),
    preferences_url: preferencesLink(signer, baseUrl, message, email),
  }
  return {
    ...content,
    html: content.html && withLinks(content.html, links),
    text: content.text && withLinks(content.text, links),
    headers: [
      ...content.headers,
      ['List-Unsubscribe', `<${links.unsubscribe_url}>`],
      ['List-Unsubscribe-Post', 'List-Unsubscribe=One-Click'],
    ],
  }
}
