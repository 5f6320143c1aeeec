import { randomUUID } from 'node:crypto'
import {
  type BroadcastPreview,
  type BroadcastPreviewRequest,
  type BroadcastTest,
  type NewBroadcastPreviewRequest,
  sourceIssues,
} from '../../../contract/broadcast-requests.js'
import type { SendResponse } from '../../../contract/messages.js'
import { LINK_VARIABLES } from '../../../contract/template-vars.js'
import { ApiError, fieldError, fieldErrors } from '../../../errors.js'
import { normalizeAddress, parseAddress } from '../../../lib/mail/addresses.js'
import type { BroadcastDoc } from '../../../models/broadcast.js'
import type { ContactDoc } from '../../../models/contact.js'
import type { Audience } from '../../audience/contacts/audience.js'
import { type Caller, writableBy } from '../../caller.js'
import type { ServiceDeps } from '../../deps.js'
import type { MessageSender, SendDetails } from '../messages/message-sender.js'
import type { TemplateRendering } from '../templates/template-rendering.js'
import { assertList } from './broadcast-checks.js'
import { audienceOf, listOf } from './broadcast-list.js'
import { type Addressee, asTest, mailTo, renderableOf, variablesOf } from './broadcast-mail.js'
import { findBroadcast } from './find-broadcast.js'
import { sendingWarnings } from './sending-warnings.js'
import { NO_SAMPLE, SAMPLE_ADDRESSEE, sampleOf, warningsOf } from './variable-warnings.js'

/** Stand for the recipient's own links, which only a message has. */
const LINKS = { unsubscribe_url: '#unsubscribe', preferences_url: '#preferences' }

const LINKS_OF_THE_READER: readonly string[] = LINK_VARIABLES
/** Recipients who find no link report the mail as spam instead. */
const NO_LINK = {
  variable: 'unsubscribe_url',
  message: 'The mail shows no link to unsubscribe. Add one with {{ unsubscribe_url }} or {{ preferences_url }}.',
}

type PreviewDeps = Pick<ServiceDeps, 'config' | 'models' | 'clock'> & {
  audience: Pick<Audience, 'count'>
  sender: Pick<MessageSender, 'send' | 'findReplay'>
  templateRendering: Pick<TemplateRendering, 'findForSend' | 'renderForSend' | 'namesIn'>
}

/** What is wrong with changes is told under their path. */
const inChanges = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw error instanceof ApiError ? error.withPaths((path) => `changes.${path}`) : error
  })

/** Shows the mail of a broadcast before it goes to everybody: rendered here, or as a mail. */
export class BroadcastPreviews {
  readonly #deps: PreviewDeps

  constructor(deps: PreviewDeps) {
    this.#deps = deps
  }

  /**
   * The mail as a contact would get it: the given one or else the newest in the list. It warns of variables that no
   * contact of the list has, as far as a sample shows, of a mail without a link to unsubscribe, and of limits in the
   * way.
   * @throws ApiError `not_found`, also for the contact and the list of the changes; `invalid_request` if these leave no
   *   source; `invalid_template` naming field, line and column; `template_not_found`; `missing_variable` if the contact
   *   would get no mail; `template_error`, unless a warning explains why it renders to nothing.
   */
  async preview(caller: Caller, { id, contact_id, changes }: BroadcastPreviewRequest): Promise<BroadcastPreview> {
    const stored = await findBroadcast(this.#deps.models, { account_id: caller.accountId }, id)
    if (!changes) return this.#show(caller, stored, contact_id)
    return this.#show(caller, await inChanges(this.#changed(stored, changes)), contact_id, inChanges)
  }

  /**
   * The same for a broadcast that is not stored.
   * @throws ApiError as {@link preview}.
   */
  async previewNew(
    caller: Caller,
    { list_id, subject, body_html, body_text, template_id, contact_id }: NewBroadcastPreviewRequest,
  ): Promise<BroadcastPreview> {
    const row = {
      ...{ _id: 'preview', account_id: caller.accountId, list_id, revision: null },
      ...{ subject: subject ?? null, body_html: body_html ?? null, body_text: body_text ?? null },
      template_id: template_id ?? null,
    }
    await assertList(this.#deps, row)
    return this.#show(caller, row, contact_id)
  }

  /** @param reading what a syntax error goes through, to be told under its path. */
  async #show(
    caller: Caller,
    row: Parameters<typeof renderableOf>[1] & Pick<BroadcastDoc, 'list_id' | 'test_mode'>,
    contactId: string | undefined,
    reading = <T>(work: Promise<T>) => work,
  ): Promise<BroadcastPreview> {
    const { models, templateRendering } = this.#deps
    const { accountId } = caller
    const renderable = await renderableOf(templateRendering, row)
    const list = await listOf(models, row)
    const sample = list ? await sampleOf(this.#deps, list) : NO_SAMPLE
    const contact = await this.#contact(accountId, contactId ?? sample.ids[0], contactId !== undefined)
    const vars = { ...variablesOf(contact ?? SAMPLE_ADDRESSEE), ...LINKS }
    const subjectVars = { unsubscribe_url: null, preferences_url: null }
    const names = await reading(templateRendering.namesIn(renderable))
    const warnings = await warningsOf(models, accountId, { names, renderable, sample, isMadeUp: contact === null })
    // What nobody has may leave nothing: then the warning says why, where a refusal would hide it.
    const mayBeEmpty = warnings.length > 0
    const rendered = await templateRendering.renderForSend(renderable, vars, {
      subjectVars,
      use: 'preview',
      mayBeEmpty,
    })
    const isFree = caller.testMode || row.test_mode === true
    const hasLink = names.some((name) => LINKS_OF_THE_READER.includes(name))
    return {
      ...rendered,
      body_html: rendered.body_html || null,
      contact_id: contact?._id ?? null,
      contacts_checked: sample.ids.length,
      warnings: hasLink ? warnings : [...warnings, NO_LINK],
      sending_warnings: isFree ? [] : await sendingWarnings(this.#deps, caller, await audienceOf(this.#deps, row)),
    }
  }

  /**
   * Sends one mail of a broadcast to an address, with the fields of the contact that has it. It does not count. A
   * repeated request with the same idempotency key gets the first response again. The mail of a broadcast that a test key
   * made is simulated.
   * @throws ApiError `not_found`; `invalid_destination`; as a send.
   */
  async test(
    caller: Caller,
    { id, email, idempotency_key }: BroadcastTest,
    details: SendDetails,
  ): Promise<SendResponse> {
    const { models, sender, templateRendering } = this.#deps
    // What was sent stays sent, whatever has become of the broadcast.
    const row = await models.broadcasts.collection.findOne({ _id: id, ...writableBy(caller) })
    const own: Caller = { ...caller, testMode: caller.testMode || row?.test_mode === true }
    const replay = idempotency_key && (await sender.findReplay(own, idempotency_key, details))
    if (replay) return replay
    if (!row) throw new ApiError('not_found')
    const address = parseAddress(email)
    if (!address) throw fieldError('invalid_destination', 'email', 'is not a valid address, like user@example.com')
    const renderable = asTest(await renderableOf(templateRendering, row))
    const known = await models.contacts.collection.findOne({
      account_id: caller.accountId,
      email: normalizeAddress(address.email),
    })
    const contact: Addressee = known ?? { email: address.email, first_name: null, last_name: null, attributes: {} }
    const request = mailTo(row, contact, idempotency_key ?? `broadcast-test-${randomUUID()}`)
    return sender.send(own, request, { ...details, renderable })
  }

  /** A broadcast as it would be with some changes. */
  async #changed(row: BroadcastDoc, changes: NonNullable<BroadcastPreviewRequest['changes']>) {
    const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
    const next = { ...row, ...given, revision: null }
    const faults = sourceIssues(next)
    if (faults.length > 0) throw fieldErrors('invalid_request', faults)
    if (changes.list_id !== undefined) await assertList(this.#deps, next)
    return next
  }

  /** @throws ApiError `not_found` if it must be there. */
  async #contact(accountId: string, id: string | undefined, isWanted: boolean): Promise<ContactDoc | null> {
    if (id === undefined) return null
    const contact = await this.#deps.models.contacts.collection.findOne({ _id: id, account_id: accountId })
    if (!contact && isWanted) throw fieldError('not_found', 'contact_id', 'is not a contact of the account')
    return contact
  }
}
