import type { SuppressionState } from '../../../contract/suppressions.js'
import { normalizeAddress } from '../../../lib/mail/addresses.js'
import { type LookUp, lookUp } from '../../../models/look-up.js'
import type { Revisions } from '../../../models/revisions.js'
import { TOPIC_OPT_OUT, type TopicOptOuts } from '../preferences/topic-opt-outs.js'
import { type EntryOf, type FindEntriesDeps, findEntries } from './find-entries.js'
import { SuppressionListCache } from './suppression-list-cache.js'

/** Why a recipient gets no mail, and what that stops. An opt-out of a topic stops mail of it like an unsubscription. */
export interface StopReason {
  state: SuppressionState
  reason: string
}

type Question = { accountId: string; recipients: string[]; topicId: string | undefined }
type Found = Map<string, StopReason>

/** Most addresses of one query. A single request has fewer. */
const MAX_GROUP_ADDRESSES = 2_000

interface LookUpDeps extends FindEntriesDeps {
  topicOptOuts: Pick<TopicOptOuts, 'among'>
}

/** Looks up suppression lists and opt-outs of topics. Concurrent requests share a query. */
export class SuppressionLookUp {
  readonly #deps: LookUpDeps
  readonly #find: LookUp<Question, Found>
  readonly #lists: SuppressionListCache

  constructor(deps: LookUpDeps) {
    this.#deps = deps
    this.#find = lookUp((questions) => this.#findMany(questions), {
      maxWeight: MAX_GROUP_ADDRESSES,
      weigh: ({ recipients }) => recipients.length,
    })
    this.#lists = new SuppressionListCache(deps)
  }

  /**
   * What stops mail to these addresses, by normalized address: their entries on an account's list or, for mail of a
   * topic, their opt-outs.
   * @throws QueueFullError, or an error that `isDatabaseUnavailable` knows, if the ledger cannot be asked.
   */
  find(accountId: string, addresses: readonly string[], topicId?: string): Promise<Found> {
    return this.#find({ accountId, recipients: [...new Set(addresses.map(normalizeAddress))], topicId })
  }

  /** As {@link find}, for an account whose row was just read: a short list that is kept under its revision counts. */
  async underRevision(
    accountId: string,
    revisions: Revisions,
    addresses: readonly string[],
    topicId?: string,
  ): Promise<Found> {
    // Opt-outs of a topic are no list: only their hashes are known.
    const list = topicId === undefined ? await this.#lists.of(accountId, revisions) : null
    if (!list) return this.find(accountId, addresses, topicId)
    return stopsAmong(list, accountId, addresses.map(normalizeAddress))
  }

  async #findMany(questions: Question[]): Promise<Found[]> {
    const wanted = questions.flatMap(({ accountId, recipients }) =>
      recipients.map((recipient) => ({ accountId, recipient })),
    )
    const ofTopics = questions.flatMap(({ accountId, recipients, topicId }) =>
      topicId === undefined ? [] : recipients.map((recipient) => ({ accountId, listId: topicId, recipient })),
    )
    const [found, hasOptedOut] = await Promise.all([
      findEntries(this.#deps, wanted),
      this.#deps.topicOptOuts.among(ofTopics),
    ])
    return questions.map(({ accountId, recipients, topicId }) => {
      const isOut = (recipient: string) =>
        topicId !== undefined && hasOptedOut({ accountId, listId: topicId, recipient })
      const optOuts = recipients.filter(isOut).map((recipient) => [recipient, OPTED_OUT] as const)
      return new Map([...optOuts, ...stopsAmong(found, accountId, recipients)])
    })
  }
}

function stopsAmong(entryOf: EntryOf, accountId: string, recipients: readonly string[]): Found {
  const stops = recipients.flatMap((recipient): [string, StopReason][] => {
    const entry = entryOf({ accountId, recipient })
    return entry ? [[recipient, { state: entry.state, reason: entry.reason }]] : []
  })
  return new Map(stops)
}

const OPTED_OUT: StopReason = { state: 'unsubscribed', reason: TOPIC_OPT_OUT }
