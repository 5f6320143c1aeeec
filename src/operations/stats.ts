import { Stats, StatsRequest } from '../contract/stats.js'
import { get, operation, type Tag } from './operation.js'

/** Its section of the documentation. */
export const tag: Tag = {
  title: 'Statistics',
  description: 'Numbers of messages and events by hour or day, and of events by tag, template, link or broadcast.',
  order: 9,
}

const events = { sent: 1_205, delivered: 1_194, opened: 640, clicked: 118, bounced: 9, complained: 1 }
const bucket = { accepted: 1_208, ...events }

export const getStats = operation({
  name: 'stats.get',
  kind: 'query',
  scope: 'read',
  rest: get('/v1/stats'),
  summary: 'Gets the numbers of accepted messages and of events, by hour or day (UTC), or of events by group.',
  errors: [],
  input: StatsRequest,
  output: Stats,
  examples: [
    {
      summary: 'Two days',
      input: { from: '2026-11-20T00:00:00Z', to: '2026-11-22T00:00:00Z', interval: 'day' },
      output: {
        buckets: [
          { start: '2026-11-20T00:00:00.000Z', ...bucket, failed: 2, suppressed: 1 },
          { start: '2026-11-21T00:00:00.000Z', ...bucket, failed: 0, suppressed: 3 },
        ],
        groups: null,
        other: null,
      },
    },
    {
      summary: 'The two tags with the most sent mail',
      input: { from: '2026-11-20T00:00:00Z', to: '2026-11-22T00:00:00Z', group_by: 'tag', limit: 2 },
      output: {
        buckets: [],
        groups: [
          { key: 'kind:receipt', ...events, failed: 2, suppressed: 4 },
          { key: 'kind:welcome', ...events, sent: 320, delivered: 318, failed: 0, suppressed: 0 },
        ],
        other: null,
      },
    },
  ],
  run: ({ caller, services }, request) => services.stats.get(caller.accountId, request),
})
