import type { Config } from '../config.js'
import { ApiError } from '../errors.js'
import type { BounceReceiver } from '../services/receiving/bounces/bounce-receiver.js'
import type { InboundReceiver } from '../services/receiving/inbound-receiver.js'
import type { ReceivedMail } from '../services/receiving/received-mail.js'
import { NO_SUCH_RECIPIENT, refusalOf } from './refusal.js'

export interface InboundSessionDeps {
  config: Pick<Config, 'inboundEnabled' | 'inboundMxHost'>
  services: {
    bounces: Pick<BounceReceiver, 'messageOf' | 'receive'>
    inboundReceiver: Pick<InboundReceiver, 'accepts' | 'receive'>
  }
}

/** A mail from a client without a login. */
export type IncomingMail = Pick<ReceivedMail, 'raw' | 'sender' | 'recipients'> & {
  client: NonNullable<ReceivedMail['client']>
}

const POSTMASTER = 'postmaster'

/** Takes mail from other mail servers. */
export class InboundSession {
  readonly #deps: InboundSessionDeps

  constructor(deps: InboundSessionDeps) {
    this.#deps = deps
  }

  /**
   * Checks the recipient of a mail before the mail is transferred.
   * @throws Refusal if nobody here receives it, or it cannot be found out now.
   */
  async checkRecipient(recipient: string): Promise<void> {
    const { config, services } = this.#deps
    const message = await orRefused(services.bounces.messageOf(recipient))
    if (message === 'forged') throw NO_SUCH_RECIPIENT
    if (message) return
    if (!config.inboundEnabled) throw NO_SUCH_RECIPIENT
    const address = await this.#withDomain(recipient)
    const accepted = await orRefused(services.inboundReceiver.accepts([address]))
    if (accepted.size === 0) throw NO_SUCH_RECIPIENT
  }

  /**
   * Takes a mail. When this resolves, it is durable.
   * @returns the text of the reply.
   * @throws Refusal if the client must send it again, or never.
   */
  async take(mail: IncomingMail): Promise<string> {
    const messages = await orRefused(Promise.all(mail.recipients.map((one) => this.#messageOf(one))))
    const recipients = mail.recipients.filter((_recipient, index) => messages[index] === null)
    const returned = new Set(messages.flatMap((id) => id ?? []))
    for (const id of returned) await orRefused(this.#deps.services.bounces.receive(id, mail.raw))
    if (recipients.length === 0) return `2.6.0 Received as a report about ${[...returned].join(', ')}`
    return this.#receive({ ...mail, recipients: await Promise.all(recipients.map((one) => this.#withDomain(one))) })
  }

  async #receive(mail: IncomingMail): Promise<string> {
    const { accepted } = await orRefused(this.#deps.services.inboundReceiver.receive({ ...mail, givenVerdicts: null }))
    // Its domain may have been turned off since the recipient was checked.
    if (accepted.length === 0) throw NO_SUCH_RECIPIENT
    return `2.6.0 Received as ${accepted[0]!.id}${accepted.length > 1 ? ` and ${accepted.length - 1} more` : ''}`
  }

  /**
   * The postmaster without a domain is that of this server (RFC 5321 4.5.1): at its host, or at the nearest domain above it
   * that receives mail here.
   */
  async #withDomain(recipient: string): Promise<string> {
    if (recipient.toLowerCase() !== POSTMASTER) return recipient
    const { config, services } = this.#deps
    const labels = config.inboundMxHost.split('.')
    const addresses = labels.map((_label, at) => `${POSTMASTER}@${labels.slice(at).join('.')}`)
    const accepted = await orRefused(services.inboundReceiver.accepts(addresses))
    return addresses.find((address) => accepted.has(address)) ?? recipient
  }

  /** The message of which the address is the envelope sender; null for any other address. */
  async #messageOf(recipient: string): Promise<string | null> {
    const message = await this.#deps.services.bounces.messageOf(recipient)
    return message === null || message === 'forged' ? null : message.messageId
  }
}

async function orRefused<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw error instanceof ApiError ? refusalOf(error) : error
  }
}
