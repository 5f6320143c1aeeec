import type { SuppressionState } from '../../contract/suppressions.js'
import { normalizeAddress } from '../../lib/addresses.js'
import { type LookUp, lookUp } from '../../models/look-up.js'
import { TOPIC_OPT_OUT, type TopicOptOuts } from '../preferences/topic-opt-outs.js'
import { type FindEntriesDeps, findEntries } from './find-entries.js'

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

/**
 * Looks up suppression lists and opt-outs of topics. Concurrent requests share a query. Nothing is cached, so
 * an answer is never older than its question.
 */
export class SuppressionLookUp {
  readonly #deps: LookUpDeps
  readonly #find: LookUp<Question, Found>

  constructor(deps: LookUpDeps) {
    this.#deps = deps
    this.#find = lookUp((questions) => this.#findMany(questions), {
      maxWeight: MAX_GROUP_ADDRESSES,
      weigh: ({ recipients }) => recipients.length,
    })
  }

  /**
   * What stops mail to these addresses, by normalized address: their entries on an account's list or, for mail of a
   * topic, their opt-outs.
   * @throws GroupFullError, or an error that `isLedgerAway` knows, if the ledger cannot be asked.
   */
  find(accountId: string, addresses: readonly string[], topicId?: string): Promise<Found> {
    return this.#find({ accountId, recipients: [...new Set(addresses.map(normalizeAddress))], topicId })
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
      const stops = recipients.flatMap((recipient): [string, StopReason][] => {
        const entry = found({ accountId, recipient })
        if (entry) return [[recipient, { state: entry.state, reason: entry.reason }]]
        const isOut = topicId !== undefined && hasOptedOut({ accountId, listId: topicId, recipient })
        return isOut ? [[recipient, OPTED_OUT]] : []
      })
      return new Map(stops)
    })
  }
}

const OPTED_OUT: StopReason = { state: 'unsubscribed', reason: TOPIC_OPT_OUT }
