import { z } from 'zod'
import type { Message } from '../../contract/messages.js'
import { ApiError } from '../../errors.js'
import { getMessage, listMessages } from '../../operations/messages.js'
import { deleteSuppression, getSuppression } from '../../operations/suppressions.js'
import type { CompatCall, CompatRoute } from '../common/api.js'
import { itemsAt, totalOf } from '../common/offset-pages.js'
import { ifFound } from '../common/outcomes.js'
import { countUpTo, fromTime, PAGE, queryText, refuseGiven, toTime } from './fields.js'
import { recordsOf } from './message-events.js'

const ListQuery = z.strictObject({
  ...PAGE,
  // Each is read with its events.
  count: countUpTo(100),
  type: queryText(),
  inactive: queryText(),
  emailFilter: queryText(),
  tag: queryText(),
  messageID: queryText(),
  fromDate: queryText(),
  toDate: queryText(),
  messageStream: queryText(),
})
const NO_SUCH_FILTER = ['type', 'inactive', 'messageStream']
const OTHER_FILTERS = ['emailFilter', 'tag', 'fromDate', 'toDate']

/** Bounces. The id of one is that of its message: a message to one recipient has one. */
export const bounces: readonly CompatRoute[] = [
  {
    method: 'GET',
    path: '/bounces',
    operation: listMessages,
    names: [
      ['recipient', 'emailFilter'],
      ['from', 'fromDate'],
      ['to', 'toDate'],
    ],
    answer: async ({ query, run }) => {
      const { count, offset, ...filter } = query(ListQuery)
      refuseGiven(filter, NO_SUCH_FILTER, 'Leave it out: each bounce says its type.')
      if (filter.messageID !== undefined) refuseGiven(filter, OTHER_FILTERS, 'Leave it out: messageID is one message.')
      const { items, hasMore } = await bouncedAt(run, { count, offset }, filter)
      const found: Record<string, unknown>[] = []
      for (const id of items) found.push(...bouncesOf(await run(getMessage, { id })))
      const isOfOne = filter.messageID !== undefined
      const total = isOfOne ? found.length : totalOf(offset, items.length, hasMore)
      return { TotalCount: total, Bounces: found }
    },
  },
  {
    method: 'GET',
    path: '/bounces/:id',
    operation: getMessage,
    answer: async ({ param, run }) => firstBounce(await run(getMessage, { id: param('id') })),
  },
  {
    method: 'PUT',
    path: '/bounces/:id/activate',
    operation: deleteSuppression,
    answer: async ({ param, run }) => {
      const bounce = firstBounce(await run(getMessage, { id: param('id') }))
      // It may be on the list for something else by now, such as a complaint, which stays.
      await ifFound(run(deleteSuppression, { channel: 'email', recipient: bounce.Email, reason: 'hard_bounce' }))
      const isInactive =
        (await ifFound(run(getSuppression, { recipient: String(bounce.Email) })))?.state === 'suppressed'
      return { Message: 'OK', Bounce: { ...bounce, Inactive: isInactive } }
    },
  },
]

/** The ids of messages that bounced last of all that happened to them. */
async function bouncedAt(
  run: CompatCall['run'],
  page: { count: number; offset: number },
  { emailFilter, tag, fromDate, toDate, messageID }: Partial<z.output<typeof ListQuery>>,
) {
  if (messageID !== undefined) return { items: [messageID].slice(page.offset), hasMore: false }
  const filter = {
    status: 'bounced',
    ...(emailFilter !== undefined && { recipient: emailFilter }),
    ...(tag !== undefined && { tag: `tag:${tag}` }),
    ...(fromDate !== undefined && { from: fromTime(fromDate) }),
    ...(toDate !== undefined && { to: toTime(toDate) }),
  }
  return itemsAt(
    page,
    async (next) => {
      const { messages, next_cursor } = await run(listMessages, { ...filter, ...next })
      return { items: messages.map(({ id }) => id), next: next_cursor }
    },
    'Use GET /v1/messages with status=bounced and a cursor.',
  )
}

/** A bounce as webhooks report it, with an id. */
const bouncesOf = (message: Message): Record<string, unknown>[] =>
  recordsOf(message, 'bounced').map((bounce) => ({ ID: message.id, ...bounce }))

function firstBounce(message: Message) {
  const [bounce] = bouncesOf(message)
  if (!bounce) throw new ApiError('not_found', 'The message has not bounced.')
  return bounce
}
