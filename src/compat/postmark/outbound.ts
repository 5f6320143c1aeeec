import { z } from 'zod'
import type { Message, MessageSummary } from '../../contract/messages.js'
import { getMessageContent } from '../../operations/message-content.js'
import { getMessage, listMessages } from '../../operations/messages.js'
import type { CompatCall, CompatRoute } from '../common/api.js'
import { itemsAt, totalOf } from '../common/offset-pages.js'
import { ifFound } from '../common/outcomes.js'
import { fromTime, PAGE, queryText, recipientOf, refuseGiven, toTime } from './fields.js'
import { messageEvents, recordsOf } from './message-events.js'
import { streamOf } from './streams.js'

const LATER_PAGES = 'Use GET /v1/messages with a cursor.'

const ListQuery = z.strictObject({
  ...PAGE,
  recipient: queryText(),
  fromEmail: queryText(),
  tag: queryText(),
  status: queryText(),
  fromDate: queryText(),
  toDate: queryText(),
  subject: queryText(),
  messageStream: queryText(),
})
const EventsQuery = z.strictObject(PAGE)

/** Messages that were sent. */
export const outbound: readonly CompatRoute[] = [
  {
    method: 'GET',
    path: '/messages/outbound',
    operation: listMessages,
    names: [
      ['sender', 'fromEmail'],
      ['from', 'fromDate'],
      ['to', 'toDate'],
      ['search', 'subject'],
    ],
    answer: async ({ query, run }) => {
      const { count, offset, ...filter } = query(ListQuery)
      refuseGiven(filter, ['messageStream'], 'Leave it out: the list is of all mail.')
      const wanted = filterOf(filter)
      const { items, hasMore } = await itemsAt(
        { count, offset },
        async (page) => {
          const { messages, next_cursor } = await run(listMessages, { ...wanted, ...page })
          return { items: messages, next: next_cursor }
        },
        LATER_PAGES,
      )
      return { TotalCount: totalOf(offset, items.length, hasMore), Messages: items.map(present) }
    },
  },
  {
    method: 'GET',
    path: '/messages/outbound/:id/details',
    // Its content is in the answer, too.
    operation: getMessageContent,
    answer: async ({ param, run }) => {
      const message = await run(getMessage, { id: param('id') })
      return { ...present(message), ...(await contentOf(run, message.id)), MessageEvents: messageEvents(message) }
    },
  },
  eventRoute('opens', 'Opens', 'opened'),
  eventRoute('clicks', 'Clicks', 'clicked'),
]

/** The opens or clicks of one message. */
function eventRoute(path: string, name: string, type: 'opened' | 'clicked'): CompatRoute {
  return {
    method: 'GET',
    path: `/messages/outbound/${path}/:id`,
    operation: getMessage,
    answer: async ({ param, query, run }) => {
      const { count, offset } = query(EventsQuery)
      const found = recordsOf(await run(getMessage, { id: param('id') }), type)
      return { TotalCount: found.length, [name]: found.slice(offset, offset + count) }
    },
  }
}

function filterOf({
  recipient,
  fromEmail,
  tag,
  status,
  fromDate,
  toDate,
  subject,
}: Partial<z.output<typeof ListQuery>>) {
  if (status !== undefined && status !== 'queued') {
    refuseGiven({ status }, ['status'], 'Use GET /v1/messages with status=delivered or another one.')
  }
  return {
    ...(recipient !== undefined && { recipient }),
    ...(fromEmail !== undefined && { sender: fromEmail }),
    ...(tag !== undefined && { tag: `tag:${tag}` }),
    ...(status !== undefined && { status }),
    ...(fromDate !== undefined && { from: fromTime(fromDate) }),
    ...(toDate !== undefined && { to: toTime(toDate) }),
    ...(subject !== undefined && { search: subject }),
  }
}

/** What the list and the details have. */
const present = (message: MessageSummary | Message) => ({
  MessageID: message.id,
  Tag: message.tags?.tag ?? '',
  To: message.to.map(recipientOf),
  Cc: message.cc.map(recipientOf),
  Bcc: [] as ReturnType<typeof recipientOf>[],
  Recipients: [...message.to, ...message.cc],
  ReceivedAt: message.created_at,
  From: message.from ?? '',
  Subject: message.subject ?? '',
  Attachments: [] as string[],
  Status: message.status === 'queued' || message.status === 'scheduled' ? 'Queued' : 'Sent',
  MessageStream: streamOf(message),
  Sandboxed: message.test_mode,
})

/** The content, which may be deleted. */
async function contentOf(run: CompatCall['run'], id: string) {
  const content = await ifFound(run(getMessageContent, { id }))
  if (!content) return { HtmlBody: '', TextBody: '' }
  const { to, cc, bcc, body_html, body_text, attachments } = content
  return {
    To: to.map(recipientOf),
    Cc: cc.map(recipientOf),
    Bcc: bcc.map(recipientOf),
    HtmlBody: body_html ?? '',
    TextBody: body_text ?? '',
    Attachments: attachments.map(({ filename }) => filename),
  }
}
