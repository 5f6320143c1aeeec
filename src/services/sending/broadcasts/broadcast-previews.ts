import { randomUUID } from 'node:crypto'
import type { BroadcastPreview, BroadcastPreviewRequest, BroadcastTest } from '../../../contract/broadcast-requests.js'
import { BROADCAST_KEYS, type SendResponse } from '../../../contract/messages.js'
import { LINK_VARIABLES } from '../../../contract/template-vars.js'
import { fieldError } from '../../../errors.js'
import { normalizeAddress, parseAddress } from '../../../lib/text/addresses.js'
import type { ContactDoc } from '../../../models/contact.js'
import type { Caller } from '../../caller.js'
import type { ServiceDeps } from '../../deps.js'
import type { MessageSender, SendDetails } from '../messages/message-sender.js'
import type { TemplateRendering } from '../templates/template-rendering.js'
import { listOf } from './broadcast-list.js'
import { type Addressee, asTest, mailTo, renderableOf, variablesOf } from './broadcast-mail.js'
import { findBroadcast } from './find-broadcast.js'
import { SAMPLE_ADDRESSEE, sampleOf, warningsOf } from './variable-warnings.js'

/** Stand for the recipient's own links, which only a message has. */
const LINKS = { unsubscribe_url: '#unsubscribe', preferences_url: '#preferences' }

const LINKS_OF_THE_READER: readonly string[] = LINK_VARIABLES
/** Recipients who find no link report the mail as spam instead. */
const NO_LINK = {
  variable: 'unsubscribe_url',
  message: 'The mail shows no link to unsubscribe. Add one with {{ unsubscribe_url }} or {{ preferences_url }}.',
}

type PreviewDeps = Pick<ServiceDeps, 'models' | 'clock'> & {
  sender: Pick<MessageSender, 'send' | 'findReplay'>
  templateRendering: Pick<TemplateRendering, 'findForSend' | 'renderForSend' | 'namesIn'>
}

/** Shows the mail of a broadcast before it goes to everybody: rendered here, or as a mail. */
export class BroadcastPreviews {
  readonly #deps: PreviewDeps

  constructor(deps: PreviewDeps) {
    this.#deps = deps
  }

  /**
   * The mail as a contact would get it: the given one or else the newest in the list. It warns of variables that no
   * contact of the list has, as far as a sample tells, and of a mail without a link to unsubscribe.
   * @throws ApiError `not_found`, also for the contact; `template_not_found`; `missing_variable` if the contact would get
   *   no mail; `template_error`, unless a warning explains why it renders to nothing.
   */
  async preview(accountId: string, { id, contact_id }: BroadcastPreviewRequest): Promise<BroadcastPreview> {
    const { models, templateRendering } = this.#deps
    const row = await findBroadcast(models, { account_id: accountId }, id)
    const renderable = await renderableOf(templateRendering, row)
    const list = await listOf(models, row)
    const sample = list ? await sampleOf(this.#deps, list) : []
    const contact = await this.#contact(accountId, contact_id ?? sample[0], contact_id !== undefined)
    const vars = { ...variablesOf(contact ?? SAMPLE_ADDRESSEE), ...LINKS }
    const subjectVars = { unsubscribe_url: null, preferences_url: null }
    const names = await templateRendering.namesIn(renderable)
    const warnings = await warningsOf(models, accountId, { names, renderable, sample, isMadeUp: contact === null })
    // What nobody has may leave nothing: then the warning says why, where a refusal would hide it.
    const mayBeEmpty = warnings.length > 0
    const rendered = await templateRendering.renderForSend(renderable, vars, {
      subjectVars,
      use: 'preview',
      mayBeEmpty,
    })
    const hasLink = names.some((name) => LINKS_OF_THE_READER.includes(name))
    return {
      ...rendered,
      body_html: rendered.body_html || null,
      contact_id: contact?._id ?? null,
      contacts_checked: sample.length,
      warnings: hasLink ? warnings : [...warnings, NO_LINK],
    }
  }

  /**
   * Sends one mail of a broadcast to an address, with the fields of the contact that has it. It does not count. A
   * repeated request with the same idempotency key gets the first response again.
   * @throws ApiError `not_found`; `invalid_destination`; as a send.
   */
  async test(
    caller: Caller,
    { id, email, idempotency_key }: BroadcastTest,
    details: SendDetails,
  ): Promise<SendResponse> {
    const { models, sender, templateRendering } = this.#deps
    // What was sent stays sent, whatever has become of the broadcast.
    const replay = idempotency_key && (await sender.findReplay(caller, idempotency_key, details))
    if (replay) return replay
    const address = parseAddress(email)
    if (!address) throw fieldError('invalid_destination', 'email', 'is not a valid address, like user@example.com')
    const row = await findBroadcast(models, { account_id: caller.accountId }, id)
    const renderable = asTest(await renderableOf(templateRendering, row))
    const known = await models.contacts.collection.findOne({
      account_id: caller.accountId,
      email: normalizeAddress(address.email),
    })
    const contact: Addressee = known ?? { email: address.email, first_name: null, last_name: null, attributes: {} }
    const request = mailTo(row, contact, idempotency_key ?? `${BROADCAST_KEYS}test-${randomUUID()}`)
    return sender.send(caller, request, { ...details, renderable })
  }

  /** @throws ApiError `not_found` if it must be there. */
  async #contact(accountId: string, id: string | undefined, isWanted: boolean): Promise<ContactDoc | null> {
    if (id === undefined) return null
    const contact = await this.#deps.models.contacts.collection.findOne({ _id: id, account_id: accountId })
    if (!contact && isWanted) throw fieldError('not_found', 'contact_id', 'is not a contact of the account')
    return contact
  }
}
