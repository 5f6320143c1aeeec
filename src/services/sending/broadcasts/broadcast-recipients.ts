import {
  type BroadcastLinks,
  type BroadcastRecipient,
  MAX_LINKS,
  type RecipientFilter,
  type RecipientOutcome,
} from '../../../contract/broadcast-recipients.js'
import { CLICKS_INDEX, FIRST_EVENTS_INDEX, OUTCOMES_INDEX, RARE_OUTCOMES } from '../../../models/event.js'
import { countedAs } from '../../../models/event-count.js'
import type { Models } from '../../../models/index.js'
import { BROADCAST_INDEX, type MessageDoc, UNSUBSCRIBED_INDEX } from '../../../models/message.js'
import type { ServiceDeps } from '../../deps.js'
import { decodeCursor, emptyPage, encodeCursor, listById, type Page, toPage } from '../../platform/pages.js'
import {
  after,
  type Condition,
  type FilterPositions,
  fewestFirst,
  type ReadNewest,
  valuesOf,
  walkSources,
  withTerm,
} from '../../platform/search/term-index.js'
import { type WalkLimits, walk } from '../../platform/search/term-walk.js'
import { findBeginnings } from '../../platform/search/word-beginnings.js'
import { isoTimeOrNull } from '../../platform/timestamps.js'
import { indexOf } from '../messages/search-messages.js'
import { findBroadcast } from './find-broadcast.js'

/*
 * Who got the mail of a broadcast, and what became of each. Recipients are the messages of the broadcast. What has become of
 * one is told by the first events of each type, as the counts of the broadcast are: so a filter finds as many as are counted.
 */

/** The work to fetch a message, for {@link walk}. */
const FETCHING = 10
/** How long the clicks of a broadcast may be counted, in ms. */
const COUNTING_MS = 5_000

const FIELDS = { status: 1, unsubscribed_at: 1, 'content.to': 1, 'content_summary.to': 1 }
type Row = Pick<MessageDoc, '_id' | 'status' | 'unsubscribed_at' | 'content_summary'> & {
  content?: { to: { email: string }[] } | null
}

type Deps = Pick<ServiceDeps, 'models'>

/** The recipients of broadcasts, and the links that they clicked. */
export class BroadcastRecipients {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /**
   * The recipients of a broadcast who meet a filter, newest first. A page of a search may be short, or even empty: only a
   * null cursor is the end.
   * @throws ApiError `not_found`; `invalid_request` if the cursor is from another list.
   */
  async list(
    accountId: string,
    { id, outcome, search = '', limit, cursor }: RecipientFilter,
    limits: WalkLimits = {},
  ): Promise<Page<BroadcastRecipient>> {
    const { models } = this.#deps
    await findBroadcast(models, { account_id: accountId }, id)
    const place = { account_id: accountId, broadcast_id: id }
    const rows = models.messages.collection
    const text = search.trim() === '' ? NO_TEXT : await findBeginnings(indexOf(rows), accountId, search)
    if (!text) return emptyPage()
    const list = listById('message', id)
    const conditions: Condition[] = [
      outcome && isRare(outcome) ? withOutcome(models, place, outcome) : ofBroadcast(models, place),
      ...text.sets.map((set) => withTerm(indexOf(rows), accountId, set)),
    ]
    const before = cursor ? decodeCursor(list, cursor) : undefined
    const sorted = await fewestFirst(conditions, after(before))
    const { newest, among } = walkSources(indexOf(rows), accountId, sorted)
    const { found, reached } = await walk<Row>({
      ...limits,
      newest,
      among: outcome && !isRare(outcome) ? [...among, hadOutcome(models, accountId, outcome)] : among,
      before,
      wanted: limit + 1,
      fetch: (ids) =>
        rows
          .find<Row>({ ...place, ...text.filter, _id: { $in: ids } }, { projection: FIELDS, hint: { _id: 1 } })
          .sort({ _id: -1 })
          .toArray(),
      fetching: () => FETCHING,
    })
    const shown = found.slice(0, limit).map(({ _id }) => _id)
    const outcomes = await this.#outcomesOf(accountId, shown)
    const page = toPage(list, found, limit, (row) => present(row, outcomes.get(row._id) ?? []))
    return reached === null ? page : { ...page, nextCursor: encodeCursor(list, reached) }
  }

  /**
   * The links of a broadcast that were clicked, most clicks first.
   * @throws ApiError `not_found`.
   */
  async links(accountId: string, id: string): Promise<BroadcastLinks> {
    const { models } = this.#deps
    await findBroadcast(models, { account_id: accountId }, id)
    const untilFirst = (text: unknown, mark: string) => ({ $arrayElemAt: [{ $split: [text, mark] }, 0] })
    // As this service or SES reports it.
    const link = { $ifNull: ['$payload.link', '$payload.click.link'] }
    const links = await models.events.collection
      .aggregate<BroadcastLinks['links'][number]>(
        [
          { $match: { account_id: accountId, broadcast_id: id, type: 'clicked' } },
          { $project: { message_id: 1, link } },
          { $match: { link: { $type: 'string' } } },
          {
            $group: {
              _id: { url: untilFirst(untilFirst('$link', '?'), '#'), message: '$message_id' },
              clicks: { $sum: 1 },
            },
          },
          { $group: { _id: '$_id.url', clicks: { $sum: '$clicks' }, unique_clicks: { $sum: 1 } } },
          { $sort: { clicks: -1, _id: 1 } },
          { $limit: MAX_LINKS },
          { $project: { _id: 0, url: '$_id', clicks: 1, unique_clicks: 1 } },
        ],
        { hint: CLICKS_INDEX, maxTimeMS: COUNTING_MS, allowDiskUse: true },
      )
      .toArray()
    return { links }
  }

  async #outcomesOf(account_id: string, ids: readonly string[]): Promise<Map<string, RecipientOutcome[]>> {
    const outcomes = new Map<string, RecipientOutcome[]>()
    if (ids.length === 0) return outcomes
    const events = await this.#deps.models.events.collection
      .find({ account_id, message_id: { $in: [...ids] }, first: true }, { hint: FIRST_EVENTS_INDEX })
      .project<{ message_id: string; type: Parameters<typeof countedAs>[0] }>({ _id: 0, message_id: 1, type: 1 })
      .toArray()
    for (const { message_id, type } of events) {
      const counted = countedAs(type)
      if (counted === 'delivery_delayed') continue
      outcomes.set(message_id, [...(outcomes.get(message_id) ?? []), counted])
    }
    return outcomes
  }
}

const NO_TEXT = { filter: {}, sets: [] }

interface Place {
  account_id: string
  broadcast_id: string
}

/** Most recipients have the others, so these are compared, and need no index. */
const isRare = (outcome: RecipientOutcome) =>
  outcome === 'unsubscribed' || (RARE_OUTCOMES as readonly string[]).includes(outcome)

/** The event types that count as an outcome. */
const typesOf = (outcome: RecipientOutcome) => (outcome === 'suppressed' ? ['suppressed', 'unsubscribed'] : [outcome])

const newestOf = (limit: number, field: string) => [{ $sort: { [field]: -1 } }, { $limit: limit }]

function ofBroadcast({ messages: { collection } }: Pick<Models, 'messages'>, place: Place): Condition {
  const newest: ReadNewest = (_id, limit) =>
    valuesOf(collection, { ...place, _id }, '_id', BROADCAST_INDEX, newestOf(limit, '_id'))
  const among: FilterPositions = async (ids) => {
    const among = { ...place, _id: { $in: ids } }
    return inOrder(ids, await valuesOf(collection, among, '_id', BROADCAST_INDEX))
  }
  return { newest, among }
}

/** The recipients of a broadcast who are in an index of an outcome. */
function withOutcome(models: Pick<Models, 'events' | 'messages'>, place: Place, outcome: RecipientOutcome): Condition {
  if (outcome === 'unsubscribed') {
    const { collection } = models.messages
    const left = { ...place, unsubscribed_at: { $exists: true } }
    return {
      newest: (_id, limit) => valuesOf(collection, { ...left, _id }, '_id', UNSUBSCRIBED_INDEX, newestOf(limit, '_id')),
      among: async (ids) =>
        inOrder(ids, await valuesOf(collection, { ...left, _id: { $in: ids } }, '_id', UNSUBSCRIBED_INDEX)),
    }
  }
  const { collection } = models.events
  const types = typesOf(outcome) as 'suppressed'[]
  return {
    // MongoDB would sort what several types have in memory.
    newest: async (message_id, limit) => {
      const ofType = (type: 'suppressed') =>
        valuesOf(
          collection,
          { ...place, first: true, type, message_id },
          'message_id',
          OUTCOMES_INDEX,
          newestOf(limit, 'message_id'),
        )
      const found = await Promise.all(types.map(ofType))
      return [...new Set(found.flat())].toSorted().toReversed().slice(0, limit)
    },
    among: hadOutcome(models, place.account_id, outcome),
  }
}

/** Those of some messages that had an outcome. */
const hadOutcome =
  (
    { events: { collection } }: Pick<Models, 'events'>,
    account_id: string,
    outcome: RecipientOutcome,
  ): FilterPositions =>
  async (ids) => {
    const types = typesOf(outcome) as 'suppressed'[]
    const filter = { account_id, message_id: { $in: ids }, type: { $in: types }, first: true as const }
    return inOrder(ids, await valuesOf(collection, filter, 'message_id', FIRST_EVENTS_INDEX))
  }

function inOrder(ids: readonly string[], found: readonly string[]): string[] {
  const known = new Set(found)
  return ids.filter((id) => known.has(id))
}

function present(
  { _id, status, unsubscribed_at, content, content_summary }: Row,
  outcomes: readonly RecipientOutcome[],
): BroadcastRecipient {
  return {
    message_id: _id,
    email: (content ?? content_summary)?.to[0]?.email ?? null,
    status,
    outcomes: [...outcomes, ...(unsubscribed_at ? (['unsubscribed'] as const) : [])],
    unsubscribed_at: isoTimeOrNull(unsubscribed_at ?? null),
  }
}
