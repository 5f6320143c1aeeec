import type { ContactTopics as Presented, TopicChoices } from '../../../contract/contact-topics.js'
import { ApiError, fieldError } from '../../../errors.js'
import type { ServiceDeps } from '../../deps.js'
import { findTopics, topicsAmong } from './topic-lists.js'
import type { TopicOptOuts } from './topic-opt-outs.js'

interface ContactTopicsDeps extends Pick<ServiceDeps, 'models'> {
  topicOptOuts: TopicOptOuts
}

/** The topics of contacts, for accounts that make their own preference page. */
export class ContactTopics {
  readonly #deps: ContactTopicsDeps

  constructor(deps: ContactTopicsDeps) {
    this.#deps = deps
  }

  /**
   * The topics that the preference page shows, and whether a contact has opted out of them.
   * @throws ApiError `not_found`.
   */
  async get(accountId: string, contactId: string): Promise<Presented> {
    return this.#of(accountId, await this.#addressOf(accountId, contactId))
  }

  /**
   * Sets which topics a contact gets. The suppression list stays as it is. Repeatable.
   * @returns all topics.
   * @throws ApiError `not_found`; `invalid_request` for a list that is named twice or is no topic.
   */
  async set(accountId: string, { id, topics }: TopicChoices): Promise<Presented> {
    const address = await this.#addressOf(accountId, id)
    const ids = topics.map(({ list_id }) => list_id)
    const found = await topicsAmong(this.#deps.models, accountId, ids)
    for (const [index, listId] of ids.entries()) {
      const path = `topics.${index}.list_id`
      if (ids.indexOf(listId) < index) throw fieldError('invalid_request', path, 'is named twice')
      if (!found.has(listId)) throw fieldError('invalid_request', path, 'is not a topic of the account')
    }
    const choices = topics.map(({ list_id: listId, subscribed }) => ({ listId, subscribed }))
    await this.#deps.topicOptOuts.set(accountId, address, choices)
    return this.#of(accountId, address)
  }

  async #of(accountId: string, recipient: string): Promise<Presented> {
    const lists = await findTopics(this.#deps.models, accountId)
    const asked = lists.map(({ _id: listId }) => ({ accountId, listId, recipient }))
    const hasOptedOut = await this.#deps.topicOptOuts.among(asked)
    const topics = lists.map(({ _id: list_id, name, description }) => {
      return { list_id, name, description, subscribed: !hasOptedOut({ accountId, listId: list_id, recipient }) }
    })
    return { topics }
  }

  async #addressOf(accountId: string, id: string): Promise<string> {
    const filter = { _id: id, account_id: accountId }
    const contact = await this.#deps.models.contacts.collection.findOne(filter, { projection: { email: 1 } })
    if (!contact) throw new ApiError('not_found')
    return contact.email
  }
}
