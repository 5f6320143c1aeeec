import { z } from 'zod'
import type { Suppression } from '../../contract/suppressions.js'
import { ApiError, fieldErrors } from '../../errors.js'
import {
  deleteSuppression,
  getSuppression,
  importSuppressions,
  listSuppressions,
} from '../../operations/suppressions.js'
import type { CompatCall, CompatRoute } from '../common/api.js'
import { notSupported } from '../common/not-supported.js'
import { itemsAt } from '../common/offset-pages.js'
import { ifFound } from '../common/outcomes.js'
import { OFFSET_PAGING, placeOf } from './queries.js'

const UNSUBSCRIBED = 'recipient_unsubscribe'

/** Lists of SendGrid that are parts of the suppression list, by the reason of their entries. */
const LISTS = { bounces: 'hard_bounce', spam_reports: 'complaint', unsubscribes: UNSUBSCRIBED } as const
type ListName = keyof typeof LISTS

const time = () => z.string().optional()
const ListQuery = z.strictObject({ ...OFFSET_PAGING, start_time: time(), end_time: time() })

const Unsubscribes = z.strictObject({ recipient_emails: z.array(z.string()).min(1) })

export const suppressions: readonly CompatRoute[] = [
  listRoute('bounces'),
  ...entryRoutes('bounces'),
  listRoute('spam_reports'),
  ...entryRoutes('spam_reports'),
  listRoute('unsubscribes'),
  {
    method: 'POST',
    path: '/v3/asm/suppressions/global',
    operation: importSuppressions,
    status: 201,
    names: [['entries', 'recipient_emails']],
    answer: addUnsubscribes,
  },
  {
    method: 'GET',
    path: '/v3/asm/suppressions/global/:email',
    operation: getSuppression,
    answer: async (call) => {
      const entry = await find(call)
      return entry?.state === 'unsubscribed' ? { recipient_email: entry.recipient } : {}
    },
  },
  {
    method: 'DELETE',
    path: '/v3/asm/suppressions/global/:email',
    operation: deleteSuppression,
    answer: (call) => remove(call, ({ state }) => state === 'unsubscribed'),
  },
]

function listRoute(name: ListName): CompatRoute {
  return {
    method: 'GET',
    path: `/v3/suppression/${name}`,
    operation: listSuppressions,
    answer: async ({ query, run }) => {
      const { start_time, end_time, ...paging } = query(ListQuery)
      if (start_time !== undefined) throw notSupported('start_time', 'Read the list, newest first.')
      if (end_time !== undefined) throw notSupported('end_time', 'Read the list, newest first.')
      const readPage = async (page: { limit: number }) => {
        const { suppressions, next_cursor } = await run(listSuppressions, { ...page, reason: LISTS[name] })
        return { items: suppressions, next: next_cursor }
      }
      const { items } = await itemsAt(placeOf(paging), readPage, 'Use GET /v1/suppressions.')
      return items.map(present)
    },
  }
}

function entryRoutes(name: Exclude<ListName, 'unsubscribes'>): readonly CompatRoute[] {
  const path = `/v3/suppression/${name}/:email`
  const isInList = ({ reason }: Suppression) => reason === LISTS[name]
  return [
    {
      method: 'GET',
      path,
      operation: getSuppression,
      answer: async (call) => {
        const entry = await find(call)
        return entry && isInList(entry) ? [present(entry)] : []
      },
    },
    { method: 'DELETE', path, operation: deleteSuppression, answer: (call) => remove(call, isInList) },
  ]
}

const find = ({ run, param }: CompatCall): Promise<Suppression | null> =>
  ifFound(run(getSuppression, { recipient: param('email') }))

/** @throws ApiError `not_found` if there is none in this list. */
async function remove(call: CompatCall, isInList: (entry: Suppression) => boolean): Promise<null> {
  const entry = await find(call)
  if (!entry || !isInList(entry)) throw new ApiError('not_found')
  // What it becomes meanwhile, such as a complaint, stays.
  const { recipient, state, reason } = entry
  return call.run(deleteSuppression, { channel: 'email', recipient, state, reason })
}

async function addUnsubscribes({ body, run }: CompatCall) {
  const { recipient_emails } = body(Unsubscribes)
  // Written several times, an address is added once.
  const emails = [...new Set(recipient_emails.map((email) => email.trim().toLowerCase()))]
  const entries = emails.map((email) => ({ email, state: 'unsubscribed' as const, reason: UNSUBSCRIBED }))
  const { errors } = await run(importSuppressions, { entries })
  if (errors.length > 0) {
    const details = errors.map(({ index, reason }) => ({ path: `recipient_emails.${index}`, message: reason }))
    throw fieldErrors('invalid_request', [...details, { path: '', message: 'was applied to all other addresses' }])
  }
  return { recipient_emails: emails }
}

const present = ({ recipient, reason, updated_at }: Suppression) => ({
  created: Math.floor(Date.parse(updated_at) / 1_000),
  email: recipient,
  reason,
})
