import { z } from 'zod'
import { RECIPIENT_OUTCOMES, type RecipientOutcome } from '../../contract/broadcast-recipients.js'
import type { Message } from '../../contract/messages.js'
import { getBroadcastLinks, listBroadcastRecipients } from '../../operations/broadcasts.js'
import { getMessage } from '../../operations/messages.js'
import { type ReportedEvent, reportedOnTimeline } from '../../services/tracking/webhooks/dialects/reported-event.js'
import type { CompatRoute } from '../common/api.js'
import { notSupported } from '../common/not-supported.js'
import { listOf, listQueryWith, PAGE_NAMES, pageOf, queryText, readWhole } from './lists.js'

const Query = listQueryWith({
  type: z.enum(RECIPIENT_OUTCOMES, 'must be like delivered or clicked'),
  email: queryText(),
  bounce_type: queryText(),
})

/** Who got a broadcast, and what they clicked. The id of a recipient is that of the message. */
export const broadcastRecipients: readonly CompatRoute[] = [
  {
    method: 'GET',
    path: '/broadcasts/:id/recipients',
    operation: listBroadcastRecipients,
    names: PAGE_NAMES,
    answer: async ({ param, query, run }) => {
      const id = param('id')
      const { type, email, bounce_type, ...page } = query(Query)
      if (bounce_type !== undefined) throw notSupported('bounce_type', 'Each recipient says it.')
      const asked = { id, outcome: type, ...(email !== undefined && { search: email }), ...pageOf(page, 'message', id) }
      const { recipients, next_cursor } = await run(listBroadcastRecipients, asked)
      const data: object[] = []
      for (const { message_id, email: address } of recipients) {
        const events = SHOWN.includes(type) ? eventsOf(await run(getMessage, { id: message_id }), type) : []
        data.push({ id: message_id, contact_id: null, email: address ?? '', ...detailsOf(type, events) })
      }
      return listOf(data, next_cursor)
    },
  },
  {
    method: 'GET',
    path: '/broadcasts/:id/clicked-links',
    operation: getBroadcastLinks,
    answer: async (call) => {
      const { param, run } = call
      readWhole(call)
      const { links } = await run(getBroadcastLinks, { id: param('id') })
      return listOf(
        links.map((link) => ({ id: link.url, ...link })),
        null,
      )
    },
  },
]

/** Outcomes of which more is told. */
const SHOWN: readonly RecipientOutcome[] = ['opened', 'clicked', 'bounced']

const eventsOf = (message: Message, type: RecipientOutcome): ReportedEvent[] =>
  message.events.flatMap((event) => (event.type === type ? (reportedOnTimeline(event, message) ?? []) : []))

function detailsOf(type: RecipientOutcome, events: readonly ReportedEvent[]) {
  if (type === 'opened') return { count: events.length }
  if (type === 'bounced') return { bounce_type: (events.at(-1)?.bounceType ?? 'Undetermined').toLowerCase() }
  if (type !== 'clicked') return {}
  const clicks = new Map<string, number>()
  for (const { link } of events) if (link !== null) clicks.set(link, (clicks.get(link) ?? 0) + 1)
  return { count: events.length, clicked_links: [...clicks].map(([url, count]) => ({ url, clicks: count })) }
}
