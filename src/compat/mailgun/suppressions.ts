import { z } from 'zod'
import type { Suppression } from '../../contract/suppressions.js'
import { ApiError } from '../../errors.js'
import {
  deleteSuppression,
  getSuppression,
  importSuppressions,
  listSuppressions,
} from '../../operations/suppressions.js'
import type { CompatCall, CompatRoute } from '../common/api.js'
import { notSupported } from '../common/not-supported.js'
import { fieldsOf } from './form-fields.js'
import { END, pageOf, pagingOf } from './pages.js'

/** The lists of Mailgun, with the reasons that our one list has for them. */
const LISTS = {
  bounces: { reason: 'hard_bounce', state: 'suppressed' },
  complaints: { reason: 'complaint', state: 'suppressed' },
  unsubscribes: { reason: 'recipient_unsubscribe', state: 'unsubscribed' },
} as const
type List = keyof typeof LISTS

const ListQuery = z.strictObject({
  // The SDK repeats the limit of a page that it goes on from.
  limit: z.union([z.string(), z.array(z.string()).transform(([first]) => first)]).optional(),
  page: z.string().optional(),
  address: z.string().optional(),
  term: z.string().optional(),
})
const Entry = z.strictObject({
  address: z.string('is required'),
  code: z.union([z.string(), z.number()]).optional(),
  error: z.string().optional(),
  tag: z.union([z.string(), z.array(z.string())]).optional(),
  tags: z.array(z.string()).optional(),
  created_at: z.string().optional(),
})

/** Bounces, complaints and unsubscribes: parts of the one suppression list of the account. */
export const suppressions: readonly CompatRoute[] = (Object.keys(LISTS) as List[]).flatMap(routesOf)

function routesOf(list: List): CompatRoute[] {
  const { reason, state } = LISTS[list]
  return [
    {
      method: 'GET',
      path: `/v3/:domain/${list}`,
      operation: listSuppressions,
      answer: async (call) => {
        const { limit, page, address, term } = call.query(ListQuery)
        if (term !== undefined) throw notSupported('term', 'Ask for the whole address.')
        const asked = { reason, ...pageOf({ limit, page, place: address }) }
        const { suppressions: items, next_cursor } =
          page === END ? { suppressions: [], next_cursor: null } : await call.run(listSuppressions, asked)
        const paging = pagingOf(call, { path: list, place: 'address', limit, next: next_cursor })
        return { items: items.map(present), paging }
      },
    },
    {
      method: 'GET',
      path: `/v3/:domain/${list}/:address`,
      operation: getSuppression,
      answer: async ({ param, run }) => {
        const entry = await run(getSuppression, { recipient: param('address') })
        if (entry.reason !== reason) throw new ApiError('not_found', 'The address is not on this list.')
        return present(entry)
      },
    },
    {
      method: 'POST',
      path: `/v3/:domain/${list}`,
      operation: importSuppressions,
      isForm: true,
      answer: async (call) => {
        const entries = await entriesOf(call)
        const imported = entries.map(({ address }) => ({ email: address, reason, state }))
        const { errors } = await call.run(importSuppressions, { entries: imported })
        const [wrong] = errors
        if (wrong) {
          const added = `${entries.length - errors.length} of ${entries.length} addresses have been added.`
          throw new ApiError('invalid_request', `${entries[wrong.index]?.address}: ${wrong.reason}. ${added}`)
        }
        const [first] = entries
        return { message: `${entries.length} addresses have been added to the ${list} table`, address: first?.address }
      },
    },
    {
      method: 'DELETE',
      path: `/v3/:domain/${list}/:address`,
      operation: deleteSuppression,
      isForm: true,
      answer: async ({ param, run }) => {
        const recipient = param('address')
        // What stops mail for another reason stays.
        await run(deleteSuppression, { channel: 'email', recipient, reason })
        return { message: 'The address has been removed', address: recipient, value: recipient }
      },
    },
  ]
}

/** One entry as a form, or several as JSON. */
async function entriesOf({ request, form, body, read, ignore }: CompatCall) {
  const given = Array.isArray(request.body) ? body(z.array(Entry).min(1)) : [read(Entry, fieldsOf(await form()))]
  for (const { tag, tags } of given) {
    const named = [tag ?? tags ?? []].flat().filter((name) => name !== '*')
    if (named.length > 0) throw notSupported('tag', 'People opt out of topics: PUT /v1/contacts/:id/topics.')
  }
  for (const name of ['code', 'error', 'created_at'] as const) if (given.some((entry) => entry[name])) ignore(name)
  return given
}

const present = ({ recipient, reason, updated_at }: Suppression) => ({
  address: recipient,
  code: '550',
  error: reason,
  tags: ['*'],
  created_at: new Date(updated_at).toUTCString(),
})
