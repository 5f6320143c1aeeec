import { ApiError, fieldError } from '../../../errors.js'
import { formatMailbox, normalizeAddress, parseMailbox, sendableAddresses } from '../../../lib/mail/addresses.js'
import type { MailItemDoc } from '../../../models/mail-item.js'
import type { MailThreadDoc } from '../../../models/mail-thread.js'
import type { ServiceDeps } from '../../deps.js'
import { type MailViewer, reachOf } from '../../platform/mail-reach.js'
import type { HtmlReader } from '../../reading/html-reader.js'
import type { MessageContents } from '../../sending/messages/message-contents.js'
import type { Original } from '../composing/quote-original.js'
import { findThreadWithin, newestWithin, oldestWithin } from '../reach/find-within.js'
import { answeringAddress } from './answering-address.js'
import { shown } from './present-thread.js'

const SES_ID = /^[0-9a-f]{16}-[0-9a-f-]{36}-\d{6}$/

/** The mail that is answered or forwarded. */
export interface LatestMail {
  item: MailItemDoc
  subject: string
  rfcMessageId: string
  inReplyTo: readonly string[]
  references: readonly string[]
}

/** What an answer needs to know of a thread. */
export interface Conversation {
  thread: MailThreadDoc
  /** The newest received mail; in a thread of only sent mail, the newest one. */
  latest: LatestMail
  /** Who gets the answer. */
  replyTo: string[]
  /** Who else was in the mail that is answered, besides ourselves and who gets the answer. */
  others: string[]
  /** The address of ours that the answer is from. */
  ownAddress: string
}

type MailsDeps = Pick<ServiceDeps, 'config' | 'models'> & {
  messageContents: Pick<MessageContents, 'getMany'>
  htmlReader: Pick<HtmlReader, 'beginning'>
}

/** Reads the mails of a thread that answers and forwards are about. */
export class ThreadMails {
  readonly #deps: MailsDeps

  constructor(deps: MailsDeps) {
    this.#deps = deps
  }

  /** @throws ApiError `not_found` for an unknown thread. */
  async read(viewer: MailViewer, threadId: string): Promise<Conversation> {
    const { models } = this.#deps
    const reach = await reachOf(models, viewer)
    const thread = await findThreadWithin(models, viewer, threadId)
    if (!thread) throw new ApiError('not_found')
    const [newest, first] = await Promise.all([
      newestWithin(models, reach, thread),
      oldestWithin(models, reach, thread),
    ])
    if (!newest || !first) throw new ApiError('not_found')
    const ownAddress = (await answeringAddress(models, newest)) ?? ''
    const latest = await this.#latest(newest)
    const replyTo = await this.#replyTo(thread.has_inbound ? first : newest)
    return { thread, latest, ownAddress, replyTo, others: othersIn(thread, newest, replyTo) }
  }

  /**
   * A mail as it is quoted.
   * @throws ApiError `not_found` if its content is not kept any more.
   */
  async original(accountId: string, { item }: LatestMail): Promise<Original> {
    const head = {
      ...{ from: shown(item.from)[0] ?? '', to: shown(item.to), cc: shown(item.cc) },
      ...{ subject: item.subject, sentAt: item.occurred_at },
    }
    const { text, html } = await this.#bodies(accountId, item)
    return { ...head, text: text ?? (await this.#deps.htmlReader.beginning(accountId, html ?? '')), html }
  }

  async #bodies(
    accountId: string,
    { _id, source }: MailItemDoc,
  ): Promise<{ text: string | null; html: string | null }> {
    if (source === 'inbound') {
      const content = await this.#deps.models.inboundContents.collection.findOne({ _id, account_id: accountId })
      if (!content) throw notKept('the content')
      return { text: content.text, html: content.html }
    }
    const content = (await this.#deps.messageContents.getMany(accountId, [_id])).get(_id)
    if (!content) throw notKept('the content')
    if (content instanceof ApiError) throw content
    return { text: content.body_text, html: content.body_html }
  }

  async #latest(item: MailItemDoc): Promise<LatestMail> {
    const { subject, rfc_message_id } = item
    const row = await this.#received(item)
    const givenBySes = await this.#idBySes(item)
    if (givenBySes) return { item, subject, rfcMessageId: givenBySes, inReplyTo: [], references: [rfc_message_id] }
    return {
      ...{ item, subject },
      rfcMessageId: rfc_message_id,
      inReplyTo: row?.in_reply_to ?? [],
      references: row?.references ?? [],
    }
  }

  /** The Message-ID that recipients of a sent mail have, if it is not ours: SES replaces it by its own, at its region. */
  async #idBySes({ _id, account_id, source }: MailItemDoc): Promise<string | null> {
    const { mailProvider, awsRegion } = this.#deps.config
    if (source === 'inbound' || mailProvider !== 'ses') return null
    const projection = { provider_message_id: 1 }
    const message = await this.#deps.models.messages.collection.findOne({ _id, account_id }, { projection })
    const id = message?.provider_message_id
    // Mail of test keys, or of another provider before this one, has other ids.
    if (!id || !SES_ID.test(id)) return null
    return `${id}@${awsRegion === 'us-east-1' ? 'email' : awsRegion}.amazonses.com`
  }

  /** Where the sender of a received mail wants answers; for a sent mail, its recipients again. */
  async #replyTo(item: MailItemDoc): Promise<string[]> {
    if (item.source === 'outbound') return item.to.map(formatMailbox)
    const row = await this.#received(item)
    const wanted = sendableAddresses(row?.reply_to ?? [])
    return wanted.length > 0 ? wanted : item.from.map(({ email }) => email)
  }

  async #received({ _id, account_id, source }: MailItemDoc) {
    if (source === 'outbound') return null
    const projection = { in_reply_to: 1, references: 1, reply_to: 1 }
    return this.#deps.models.inboundEmails.collection.findOne({ _id, account_id }, { projection })
  }
}

/** The error for a forward of what has expired or was deleted. It goes on with all of the mail, or not at all. */
export const notKept = (what: string): ApiError =>
  fieldError(
    'not_found',
    'id',
    `${what} of the mail to forward is not kept any more: write a new mail with what you have`,
  )

/** Who else was in a mail, besides those who get its answer, our own addresses, and what cannot be sent to. */
function othersIn(thread: MailThreadDoc, { source, from, to, cc }: MailItemDoc, replyTo: readonly string[]): string[] {
  const known = new Set([
    ...thread.own_addresses,
    ...replyTo.map((text) => normalizeAddress(parseMailbox(text)?.email ?? text)),
  ])
  return [...(source === 'inbound' ? from : []), ...to, ...cc].flatMap((mailbox) => {
    const address = normalizeAddress(mailbox.email)
    if (known.has(address)) return []
    known.add(address)
    // A name that cannot be sent is left out.
    const shown = formatMailbox(mailbox)
    return parseMailbox(shown) ? shown : sendableAddresses([mailbox])
  })
}
