import { z } from 'zod'
import type { KeyScope } from '../../contract/api-keys.js'
import { createApiKey, listApiKeys, revokeApiKey } from '../../operations/api-keys.js'
import { getStats } from '../../operations/stats.js'
import type { CompatRoute } from '../common/api.js'
import { notSupported } from '../common/not-supported.js'
import { itemsAt } from '../common/offset-pages.js'

const DAY_MS = 86_400_000

const NewKey = z.strictObject({ name: z.string(), scopes: z.array(z.string()).nullish() })

const StatsQuery = z.strictObject({
  start_date: z.iso.date('must be a date, like 2026-11-21'),
  end_date: z.iso.date('must be a date, like 2026-11-21').optional(),
  aggregated_by: z.enum(['day', 'week', 'month']).optional(),
  limit: z.string().optional(),
  offset: z.string().optional(),
})

/** Keys and statistics. */
export const account: readonly CompatRoute[] = [
  {
    method: 'POST',
    path: '/v3/api_keys',
    operation: createApiKey,
    status: 201,
    answer: async ({ body, run }) => {
      const { name, scopes } = body(NewKey)
      const { id, key } = await run(createApiKey, { name, scope: scopeOf(scopes) })
      return { api_key: key, api_key_id: id, name, scopes: scopes ?? [] }
    },
  },
  {
    method: 'GET',
    path: '/v3/api_keys',
    operation: listApiKeys,
    answer: async ({ query, run }) => {
      const { limit = 500 } = query(z.strictObject({ limit: z.coerce.number().int().min(1).max(1_000).optional() }))
      const readPage = async (page: { limit: number }) => {
        const { keys, next_cursor } = await run(listApiKeys, page)
        return { items: keys, next: next_cursor }
      }
      const { items: keys } = await itemsAt({ offset: 0, count: limit }, readPage, 'Use GET /v1/keys.')
      return { result: keys.map(({ id, name }) => ({ api_key_id: id, name: name ?? '' })) }
    },
  },
  {
    method: 'DELETE',
    path: '/v3/api_keys/:id',
    operation: revokeApiKey,
    answer: ({ param, run }) => run(revokeApiKey, { id: param('id') }),
  },
  {
    method: 'GET',
    path: '/v3/stats',
    operation: getStats,
    names: [
      ['from', 'start_date'],
      ['to', 'end_date'],
    ],
    answer: async ({ query, run }) => {
      const { start_date, end_date, aggregated_by, limit, offset } = query(StatsQuery)
      if (aggregated_by && aggregated_by !== 'day') throw notSupported('aggregated_by', 'Add up the days.')
      for (const [name, value] of Object.entries({ limit, offset })) {
        if (value !== undefined && value !== '0') throw notSupported(name, 'Use start_date and end_date.')
      }
      const to = end_date && new Date(Date.parse(end_date) + DAY_MS).toISOString()
      const { buckets } = await run(getStats, { from: `${start_date}T00:00:00Z`, to, interval: 'day' })
      return buckets.map((bucket) => ({
        date: bucket.start.slice(0, 10),
        stats: [
          {
            metrics: {
              requests: bucket.accepted,
              processed: bucket.sent,
              delivered: bucket.delivered,
              opens: bucket.opened,
              clicks: bucket.clicked,
              bounces: bucket.bounced,
              spam_reports: bucket.complained,
            },
          },
        ],
      }))
    },
  },
]

/** Without scopes a key of SendGrid may do everything. */
function scopeOf(scopes: readonly string[] | null | undefined): KeyScope {
  if (!scopes) return 'admin'
  if (scopes.length > 0 && scopes.every((scope) => scope.startsWith('mail.'))) return 'send'
  if (scopes.length > 0 && scopes.every((scope) => scope.endsWith('.read'))) return 'read'
  throw notSupported('scopes', 'Give mail.send, or scopes that end with .read, or none for a key with all rights.')
}
