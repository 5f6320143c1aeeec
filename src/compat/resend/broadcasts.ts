import { z } from 'zod'
import type { Broadcast, BroadcastSummary } from '../../contract/broadcasts.js'
import { fieldError } from '../../errors.js'
import {
  cancelBroadcast,
  createBroadcast,
  deleteBroadcast,
  getBroadcast,
  listBroadcasts,
  sendBroadcast,
  updateBroadcast,
} from '../../operations/broadcasts.js'
import type { CompatCall, CompatRoute } from '../common/api.js'
import { given } from '../common/given.js'
import { notSupported } from '../common/not-supported.js'
import { ListQuery, listOf, PAGE_NAMES, pageOf } from './lists.js'

const text = () => z.string().nullish()

const fields = {
  name: text(),
  segment_id: text(),
  audience_id: text(),
  preview_text: text(),
  from: text(),
  html: text(),
  text: text(),
  reply_to: z.union([z.string(), z.array(z.string())]).nullish(),
  subject: text(),
  topic_id: text(),
}
const NewBroadcast = z.strictObject({ ...fields, send: z.boolean().nullish(), scheduled_at: text() })
const Changes = z.strictObject(fields)
const Start = z.strictObject({ scheduled_at: text() }).optional()
type Fields = z.output<typeof Changes>

const NAMES = [
  ['list_id', 'segment_id'],
  ['from_email', 'from'],
  ['body_html', 'html'],
  ['body_text', 'text'],
] as const

/** Broadcasts with their own bodies, in our template language. */
export const broadcasts: readonly CompatRoute[] = [
  {
    method: 'POST',
    path: '/broadcasts',
    operation: createBroadcast,
    names: NAMES,
    answer: async ({ body, run }) => {
      const { send, scheduled_at, ...content } = body(NewBroadcast)
      const name = content.name || content.subject || 'Broadcast'
      if (scheduled_at && !send) throw fieldError('invalid_request', 'scheduled_at', 'needs send: true')
      // At once is a time as well: so a broadcast that may not be sent leaves no draft.
      const start = send ? { scheduled_at: scheduled_at ?? new Date().toISOString() } : {}
      const { id } = await run(createBroadcast, { ...contentOf(content), name, ...start })
      return { id }
    },
  },
  {
    method: 'GET',
    path: '/broadcasts',
    operation: listBroadcasts,
    names: PAGE_NAMES,
    answer: async ({ query, run }) => {
      const { broadcasts: found, next_cursor } = await run(listBroadcasts, pageOf(query(ListQuery), 'broadcast'))
      return listOf(found.map(summary), next_cursor)
    },
  },
  {
    method: 'GET',
    path: '/broadcasts/:id',
    operation: getBroadcast,
    answer: async ({ param, run }) => ({
      object: 'broadcast',
      ...details(await run(getBroadcast, { id: param('id') })),
    }),
  },
  {
    method: 'PATCH',
    path: '/broadcasts/:id',
    operation: updateBroadcast,
    names: NAMES,
    answer: async ({ param, body, run }) => {
      const { id } = await run(updateBroadcast, { id: param('id'), ...contentOf(body(Changes)) })
      return { id }
    },
  },
  {
    method: 'DELETE',
    path: '/broadcasts/:id',
    operation: deleteBroadcast,
    answer: async ({ param, run }) => {
      await run(deleteBroadcast, { id: param('id') })
      return { object: 'broadcast', id: param('id'), deleted: true }
    },
  },
  { method: 'POST', path: '/broadcasts/:id/send', operation: sendBroadcast, answer: start },
  {
    method: 'POST',
    path: '/broadcasts/:id/cancel',
    operation: cancelBroadcast,
    answer: async ({ param, run }) => {
      const { id } = await run(cancelBroadcast, { id: param('id') })
      return { object: 'broadcast', id }
    },
  },
]

/** Starts a broadcast at once, or at a time. */
async function start({ param, body, run }: CompatCall) {
  const at = body(Start)?.scheduled_at
  const id = param('id')
  if (at) await run(updateBroadcast, { id, scheduled_at: at })
  else await run(sendBroadcast, { id })
  return { id }
}

function contentOf({
  name,
  segment_id,
  audience_id,
  preview_text,
  topic_id,
  from,
  html,
  text: plain,
  ...rest
}: Fields) {
  if (preview_text) throw notSupported('preview_text', 'Begin the HTML with it, in an element that is not shown.')
  if (topic_id) throw notSupported('topic_id', 'The list of the broadcast is its topic: name it as segment_id.')
  return {
    ...given('name', name),
    ...given('list_id', segment_id ?? audience_id),
    ...given('from_email', from),
    ...given('subject', rest.subject),
    ...given('reply_to', rest.reply_to),
    ...given('body_html', html),
    ...given('body_text', plain),
  }
}

/** Words of Resend, which has three. */
const statusOf = (status: string) => {
  if (status === 'draft' || status === 'canceled') return 'draft'
  return status === 'sent' ? 'sent' : 'queued'
}

const summary = ({ id, name, list_id, status, created_at, scheduled_at, finished_at }: BroadcastSummary) => ({
  ...{ id, name, created_at, scheduled_at },
  ...{
    segment_id: list_id,
    audience_id: list_id,
    status: statusOf(status),
    sent_at: status === 'sent' ? finished_at : null,
  },
})

const details = (broadcast: Broadcast) => ({
  ...summary(broadcast),
  from: broadcast.from_email,
  subject: broadcast.subject,
  reply_to: broadcast.reply_to,
  preview_text: null,
  html: broadcast.body_html,
  text: broadcast.body_text,
})
