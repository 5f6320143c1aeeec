import type { mongo } from 'mongoose'
import { type ContactListDoc, TOPICS_INDEX } from '../../../models/contact-list.js'
import type { Models } from '../../../models/index.js'
import { NOT_DELETED } from '../contacts/find-list.js'

/** A contact list that recipients know as a topic. */
export type TopicList = Pick<ContactListDoc, '_id' | 'name' | 'description'>

type Lists = Pick<Models, 'contactLists'>

/** Most topics of an account. More would not fit into the form of the preference page, whose body has at most 16 KiB. */
export const MAX_TOPICS = 200
const PROJECTION = { name: 1, description: 1 }

/**
 * The topics of an account, oldest first.
 * @param ownId the topic of the mail that the recipient comes from, which is always among them if it still is a topic.
 */
export async function findTopics(
  { contactLists }: Lists,
  accountId: string,
  ownId: string | null = null,
): Promise<TopicList[]> {
  const options = { projection: PROJECTION, sort: { _id: 1 }, limit: MAX_TOPICS, hint: TOPICS_INDEX } as const
  const found = await contactLists.collection.find<TopicList>(topicsOf(accountId), options).toArray()
  if (ownId === null || found.some(({ _id }) => _id === ownId)) return found
  const filter = { ...topicsOf(accountId), _id: ownId }
  const own = await contactLists.collection.findOne<TopicList>(filter, { projection: PROJECTION })
  return own ? [...found, own] : found
}

/** How many topics an account has. */
export function countTopics({ contactLists }: Lists, accountId: string, session: mongo.ClientSession): Promise<number> {
  return contactLists.collection.countDocuments(topicsOf(accountId), { session, hint: TOPICS_INDEX })
}

/** Those of these ids that are topics of an account. */
export async function topicsAmong(
  { contactLists }: Lists,
  accountId: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const filter = { ...topicsOf(accountId), _id: { $in: [...ids] } }
  const rows = await contactLists.collection.find(filter, { projection: { _id: 1 } }).toArray()
  return new Set(rows.map(({ _id }) => _id))
}

const topicsOf = (accountId: string) => ({ account_id: accountId, is_topic: true, ...NOT_DELETED })
