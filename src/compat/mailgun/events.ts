import { z } from 'zod'
import type { Message } from '../../contract/messages.js'
import { ApiError, fieldError } from '../../errors.js'
import { normalizeAddress, parseMailbox } from '../../lib/mail/addresses.js'
import { getMessage, listMessages } from '../../operations/messages.js'
import { DIALECTS } from '../../services/tracking/webhooks/dialects/dialects.js'
import { type ReportedEvent, reportedOnTimeline } from '../../services/tracking/webhooks/dialects/reported-event.js'
import type { CompatCall, CompatRoute } from '../common/api.js'
import { notSupported } from '../common/not-supported.js'
import { ifFound } from '../common/outcomes.js'
import { flagOf, timeOf } from './form-values.js'

/** Messages whose events are a page. Each is an operation. */
const PAGE_MESSAGES = 25
/** Most messages that are looked at for an event that the request names. */
const MAX_MESSAGES = 100

const EVENTS = ['accepted', 'delivered', 'failed', 'complained', 'opened', 'clicked'] as const

const text = () => z.string().optional()
const Query = z.strictObject({
  begin: text(),
  end: text(),
  ascending: text(),
  limit: text(),
  event: text(),
  recipient: text(),
  from: text(),
  'message-id': text(),
  severity: z.enum(['temporary', 'permanent'], 'must be temporary or permanent').optional(),
})
/** A place in the list, with what was asked for: the SDK passes nothing else for the next page. */
const Place = z.strictObject({ ...Query.shape, cursor: z.string().optional() })
type Place = z.output<typeof Place>

const NAMES = [
  ['from', 'begin'],
  ['to', 'end'],
  ['sender', 'from'],
] as const

const PATH = '/v3/:domain/events'

/** Events of messages, those of the newest message first. */
export const events: readonly CompatRoute[] = [
  {
    method: 'GET',
    path: PATH,
    operation: listMessages,
    names: NAMES,
    answer: (call) => answer(call, call.query(Query)),
  },
  {
    method: 'GET',
    path: `${PATH}/:place`,
    operation: listMessages,
    names: NAMES,
    answer: (call) => answer(call, call.read(Place, placeIn(call))),
  },
]

async function answer(call: CompatCall, place: Place) {
  if (flagOf('ascending', place.ascending)) throw notSupported('ascending', 'Events of the newest message come first.')
  if (place.limit !== undefined) call.ignore('limit')
  const names = place.event === undefined ? EVENTS : namesOf(place.event)
  const { items, next } = await read(call, place, names)
  const { request, param } = call
  const url = `${request.protocol}://${request.host}/compat/mailgun/v3/${param('domain')}/events`
  const at = (cursor: string | null) => `${url}/${encode({ ...place, cursor: cursor ?? END })}`
  const first = `${url}/${encode({ ...place, cursor: undefined })}`
  return { items, paging: { next: at(next), previous: first, first, last: at(null) } }
}

/** The place after the last message: there is nothing, as on the last page of Mailgun. */
const END = 'end'

type Found = { items: object[]; next: string | null }

async function read(call: CompatCall, place: Place, names: readonly string[]): Promise<Found> {
  if (place.cursor === END) return { items: [], next: null }
  const id = place['message-id']?.replace(/^</, '').split(/[@>]/, 1)[0]
  if (id !== undefined) {
    const message = await ifFound(call.run(getMessage, { id }))
    return { items: message && isIn(message, place) ? eventsOf(message, place, names) : [], next: null }
  }
  return walk(call, place, names)
}

/** Goes on until there is an event: a page without one would be taken for the last. */
async function walk({ run }: CompatCall, place: Place, names: readonly string[]): Promise<Found> {
  let { cursor } = place
  for (let looked = 0; looked < MAX_MESSAGES; looked += PAGE_MESSAGES) {
    const { messages, next_cursor } = await run(listMessages, { ...filterOf(place), limit: PAGE_MESSAGES, cursor })
    const items: object[] = []
    for (const { id } of messages) items.push(...eventsOf(await run(getMessage, { id }), place, names))
    if (items.length > 0 || next_cursor === null) return { items, next: next_cursor }
    cursor = next_cursor
  }
  throw notSupported(
    'event',
    `None of ${MAX_MESSAGES} messages has such an event: ask for a shorter time with begin and end, or use webhooks.`,
  )
}

function filterOf({ begin, end, recipient, from }: Place) {
  const times = [timeOf(begin), timeOf(end)].filter((time) => time !== undefined)
  // The later one may be the beginning, for events in descending order.
  const [earlier, later] = begin !== undefined && end !== undefined ? times.toSorted() : [timeOf(begin), timeOf(end)]
  return {
    ...(earlier !== undefined && { from: earlier }),
    ...(later !== undefined && { to: later }),
    ...(recipient !== undefined && { recipient }),
    ...(from !== undefined && { sender: from }),
  }
}

/** The events that a filter names, like `rejected OR failed`. */
function namesOf(filter: string): string[] {
  const names = filter.replaceAll(/^\(|\)$/g, '').split(/ OR /i)
  const unknown = names.find((name) => !(EVENTS as readonly string[]).includes(name))
  if (unknown === undefined) return names
  throw fieldError('invalid_request', 'event', `must be of ${EVENTS.join(', ')}`)
}

/** Whether a message is one that the other filters ask for. */
function isIn({ created_at, from: sender }: Message, place: Place): boolean {
  const { from, to, sender: wanted } = filterOf(place)
  if ((from !== undefined && created_at < from) || (to !== undefined && created_at > to)) return false
  return wanted === undefined || normalizeAddress(wanted) === normalizeAddress(parseMailbox(sender ?? '')?.email ?? '')
}

/** Whether an event is about the recipient who is asked for. Some events do not say whom they are about. */
const isAbout = ({ recipients }: ReportedEvent, recipient: string | undefined) =>
  recipient === undefined ||
  recipients.length === 0 ||
  recipients.some(({ email }) => normalizeAddress(email) === normalizeAddress(recipient))

function eventsOf(message: Message, { severity, recipient }: Place, names: readonly string[]): object[] {
  return message.events.toReversed().flatMap((event) => {
    const reported = reportedOnTimeline(event, message)
    if (!reported || !isAbout(reported, recipient)) return []
    const data = (DIALECTS.mailgun.body(reported) as { 'event-data': { event: string; severity?: string } })[
      'event-data'
    ]
    const isWanted = names.includes(data.event) && (severity === undefined || data.severity === severity)
    return isWanted ? [data] : []
  })
}

const encode = (place: Place) => Buffer.from(JSON.stringify(place)).toString('base64url')

function placeIn({ param }: CompatCall): unknown {
  try {
    return JSON.parse(Buffer.from(param('place'), 'base64url').toString())
  } catch {
    throw new ApiError('not_found', 'There is no such page of events.')
  }
}
