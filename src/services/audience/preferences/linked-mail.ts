import { domainOf } from '../../../lib/mail/addresses.js'
import type { MailboxDoc, MessageDoc } from '../../../models/message.js'
import type { ServiceDeps } from '../../deps.js'
import type { DomainLookUp } from '../../domains/domain-look-up.js'
import type { LinkedMessage } from '../../tracking/engagement/links.js'

/** What is left of the mail whose link a recipient follows. */
export interface LinkedMail {
  /** Who sent it, in words for its recipient; null if unknown. */
  sender: string | null
  /** The contact list that is its topic; null if it has none. */
  topicId: string | null
  /** The broadcast that it belongs to; null if it belongs to none. */
  broadcastId: string | null
  /** Whether a recipient was erased: what is recorded now names no address. */
  isErased: boolean
}

interface LinkedMailDeps extends Pick<ServiceDeps, 'models'> {
  domainLookUp: Pick<DomainLookUp, 'ofAccount'>
}

type Row = Pick<MessageDoc, 'content_summary' | 'topic_id' | 'broadcast_id' | 'erased'> & {
  content?: { from: MailboxDoc } | null
}

const PROJECTION = { 'content.from': 1, 'content_summary.from': 1, topic_id: 1, broadcast_id: 1, erased: 1 }

/** Finds the mail of a link. Links work for years, so the message may have been deleted. */
export async function findLinkedMail(deps: LinkedMailDeps, { account_id, _id }: LinkedMessage): Promise<LinkedMail> {
  const row = await deps.models.messages.collection.findOne<Row>({ _id, account_id }, { projection: PROJECTION })
  const from = row?.content?.from ?? row?.content_summary?.from ?? null
  return {
    sender: from?.name ?? (await nameOfDomain(deps, account_id, from)),
    topicId: row?.topic_id ?? null,
    broadcastId: row?.broadcast_id ?? null,
    isErased: row?.erased === true,
  }
}

/** The name of the domain that sent the mail or, if nobody knows it any more, of the oldest domain that sends. */
async function nameOfDomain(
  { domainLookUp }: LinkedMailDeps,
  accountId: string,
  from: MailboxDoc | null,
): Promise<string | null> {
  const domains = await domainLookUp.ofAccount(accountId)
  const used = from && domainOf(from.email.toLowerCase())
  const domain = domains.find(({ name, fully_verified }) => (used === null ? fully_verified : name === used))
  return domain?.from_name ?? domain?.name ?? used
}
