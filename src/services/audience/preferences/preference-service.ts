import { withTimeout } from '../../../lib/concurrency/time-limit.js'
import { LOOK_UP_TIMEOUT_MS, STORE_TIMEOUT_MS } from '../../../models/database-unavailable.js'
import type { ServiceDeps } from '../../deps.js'
import type { DomainLookUp } from '../../domains/domain-look-up.js'
import { orOverloaded } from '../../platform/overload.js'
import type { LinkSigner } from '../../tracking/engagement/link-signer.js'
import {
  type LinkedRecipient,
  preferencesToken,
  readPreferences,
  readUnsubscribe,
} from '../../tracking/engagement/links.js'
import { erasedNames } from '../suppressions/erased-names.js'
import type { RecipientHash } from '../suppressions/recipient-hash.js'
import type { StopReason, SuppressionLookUp } from '../suppressions/suppression-look-up.js'
import type { SuppressionService } from '../suppressions/suppression-service.js'
import { unsubscription } from '../suppressions/write-suppressions.js'
import type { BroadcastOptOuts } from './broadcast-opt-outs.js'
import { findLinkedMail, type LinkedMail } from './linked-mail.js'
import { findTopics } from './topic-lists.js'
import type { TopicOptOuts } from './topic-opt-outs.js'

/** Suppression reason for recipients who used the link in a mail. */
const RECIPIENT_UNSUBSCRIBE = 'recipient_unsubscribe'
/** Reasons of unsubscriptions by the recipient, who may undo them. */
const BY_RECIPIENT = [RECIPIENT_UNSUBSCRIBE, 'provider_unsubscribe']

/** Who is unsubscribed, and from whom. */
export interface UnsubscribeRequest {
  /** The address as in the mail. */
  recipient: string
  /** Who sent the mail, in words; null if unknown. */
  sender: string | null
  /** The token of the recipient's preference page. */
  preferencesToken: string
}

/** What a recipient gets from a sender. */
export interface Preferences extends Pick<UnsubscribeRequest, 'recipient' | 'sender'> {
  /**
   * `unsubscribed` by the recipient, who may undo it; `blocked` by the sender or after a bounce or a complaint, which the
   * recipient cannot change.
   */
  marketing: 'subscribed' | 'unsubscribed' | 'blocked'
  /** The topics of the sender, and whether the recipient has opted out of them. */
  topics: { id: string; name: string; description: string | null; subscribed: boolean }[]
}

/** What a recipient decides on the preference page. */
export type Choice =
  | { action: 'unsubscribe' | 'resubscribe' }
  /** Of the topics that were shown, the wanted ones. A topic that is not shown stays as it is. */
  | { action: 'save'; shown: readonly string[]; wanted: readonly string[] }

interface PreferenceDeps extends Pick<ServiceDeps, 'models'> {
  suppressions: Pick<SuppressionService, 'unsubscribe' | 'resubscribe'>
  suppressionLookUp: Pick<SuppressionLookUp, 'find'>
  topicOptOuts: TopicOptOuts
  domainLookUp: Pick<DomainLookUp, 'ofAccount'>
  recipientHash: () => Promise<RecipientHash>
  linkSigner: () => Promise<LinkSigner>
  broadcastOptOuts: Pick<BroadcastOptOuts, 'add'>
}

/** A recipient who follows a link, and the mail that the link was in. */
interface Visitor extends LinkedRecipient {
  mail: LinkedMail
}

/** What recipients choose by the links in their mail. Nobody signs in for them: the links are signed. */
export class PreferenceService {
  readonly #deps: PreferenceDeps

  constructor(deps: PreferenceDeps) {
    this.#deps = deps
  }

  /**
   * The recipient that this token would unsubscribe; null if it is invalid.
   * @throws ApiError `overloaded` if the ledger does not answer.
   */
  unsubscribing(token: string): Promise<UnsubscribeRequest | null> {
    return orOverloaded(this.#unsubscribe(token, async () => {}))
  }

  /**
   * Unsubscribes the recipient of a mail from an account's marketing mail. Can be repeated. Other mail is not affected.
   * @returns null if the token is invalid.
   * @throws ApiError `overloaded` if the ledger does not answer.
   */
  unsubscribe(token: string): Promise<UnsubscribeRequest | null> {
    return orOverloaded(this.#unsubscribe(token, (visitor) => this.#stopMarketing(visitor)))
  }

  /**
   * The preferences of a recipient; null if the token is invalid.
   * @throws ApiError `overloaded` if the ledger does not answer.
   */
  get(token: string): Promise<Preferences | null> {
    return orOverloaded(this.#visit(token, async () => {}))
  }

  /**
   * Changes the preferences of a recipient. Can be repeated. Never lets mail through that something else than the
   * recipient's own unsubscription stops.
   * @returns the preferences afterwards; null if the token is invalid.
   * @throws ApiError `overloaded` if the ledger does not answer.
   */
  change(token: string, choice: Choice): Promise<Preferences | null> {
    return orOverloaded(this.#visit(token, (visitor) => this.#apply(visitor, choice)))
  }

  async #unsubscribe(token: string, act: (visitor: Visitor) => Promise<void>): Promise<UnsubscribeRequest | null> {
    const signer = await this.#deps.linkSigner()
    const visitor = await this.#visitor(readUnsubscribe(signer, token))
    if (!visitor) return null
    await act(visitor)
    const { recipient, mail } = visitor
    return { recipient, sender: mail.sender, preferencesToken: preferencesToken(signer, visitor) }
  }

  async #visit(token: string, act: (visitor: Visitor) => Promise<void>): Promise<Preferences | null> {
    const visitor = await this.#visitor(readPreferences(await this.#deps.linkSigner(), token))
    if (!visitor) return null
    await act(visitor)
    return this.#preferences(visitor)
  }

  async #visitor(linked: LinkedRecipient | null): Promise<Visitor | null> {
    if (!linked) return null
    return { ...linked, mail: await withTimeout(LOOK_UP_TIMEOUT_MS, findLinkedMail(this.#deps, linked.message)) }
  }

  async #preferences({ message, recipient, mail }: Visitor): Promise<Preferences> {
    const { models, suppressionLookUp, topicOptOuts } = this.#deps
    const { account_id: accountId } = message
    const [lists, stops] = await Promise.all([
      withTimeout(LOOK_UP_TIMEOUT_MS, findTopics(models, accountId, mail.topicId)),
      suppressionLookUp.find(accountId, [recipient]),
    ])
    const asked = lists.map(({ _id: listId }) => ({ accountId, listId, recipient }))
    const hasOptedOut = await withTimeout(LOOK_UP_TIMEOUT_MS, topicOptOuts.among(asked))
    const topics = lists.map(({ _id: id, name, description }) => {
      return { id, name, description, subscribed: !hasOptedOut({ accountId, listId: id, recipient }) }
    })
    const [stop] = stops.values()
    return { recipient, sender: mail.sender, marketing: marketingAfter(stop), topics }
  }

  async #apply(visitor: Visitor, choice: Choice): Promise<void> {
    if (choice.action === 'unsubscribe') return this.#stopMarketing(visitor)
    const { message, recipient, mail } = visitor
    const { account_id: accountId } = message
    const { models, suppressions, topicOptOuts } = this.#deps
    if (choice.action === 'save') {
      const { shown, wanted } = choice
      const lists = await withTimeout(LOOK_UP_TIMEOUT_MS, findTopics(models, accountId, mail.topicId))
      const choices = lists.flatMap(({ _id: listId }) =>
        shown.includes(listId) ? { listId, subscribed: wanted.includes(listId) } : [],
      )
      // First of all the choice that counts for the broadcast; what follows finds it stored.
      const leaves = choices.some(({ listId, subscribed }) => listId === mail.topicId && !subscribed)
      if (leaves) await this.#leaveTopic(visitor)
      await withTimeout(STORE_TIMEOUT_MS, topicOptOuts.set(accountId, recipient, choices))
      if (!choices.some(({ subscribed }) => subscribed)) return
    }
    await withTimeout(STORE_TIMEOUT_MS, suppressions.resubscribe(accountId, recipient, BY_RECIPIENT))
  }

  async #stopMarketing(visitor: Visitor): Promise<void> {
    const { message, recipient, mail } = visitor
    const { account_id: accountId } = message
    const named = mail.isErased ? await erasedNames(this.#deps, message, accountId) : (address: string) => address
    const address = named(recipient)
    const { broadcastId } = mail
    if (broadcastId === null) return this.#deps.suppressions.unsubscribe(accountId, address, RECIPIENT_UNSUBSCRIBE)
    const marketing = unsubscription(accountId, address, RECIPIENT_UNSUBSCRIBE)
    await this.#deps.broadcastOptOuts.add({ ...message, broadcast_id: broadcastId, marketing })
  }

  async #leaveTopic({ message, recipient, mail: { broadcastId, topicId } }: Visitor): Promise<void> {
    if (broadcastId === null || topicId === null) return
    const topic = { accountId: message.account_id, listId: topicId, recipient }
    await this.#deps.broadcastOptOuts.add({ ...message, broadcast_id: broadcastId, topic })
  }
}

function marketingAfter(stop: StopReason | undefined): Preferences['marketing'] {
  if (!stop) return 'subscribed'
  return stop.state === 'unsubscribed' && BY_RECIPIENT.includes(stop.reason) ? 'unsubscribed' : 'blocked'
}
