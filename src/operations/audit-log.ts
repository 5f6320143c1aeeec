import { z } from 'zod'
import { ACTOR_TYPES } from '../models/audit-entry.js'
import { get, operation, type Tag } from './operation.js'
import { id, nextCursor, pageCursor, pageLimit, timestamp } from './schemas.js'

/** Its section of the documentation. */
export const tag: Tag = { title: 'Audit log', description: 'Who did which writing operation, and when.', order: 12 }

const AuditEntry = z
  .object({
    id: id('auditEntry'),
    actor: z
      .object({
        type: z.enum(ACTOR_TYPES),
        id: z.string().nullable().meta({ description: 'The key, also of a session; of the command line the user.' }),
      })
      .meta({ description: 'Who did it: a key, a browser session of a key, or an operator at the command line.' }),
    operation: z.string().meta({ description: 'What was done: the name of its tRPC procedure.' }),
    target: z.string().nullable().meta({ description: 'Id of the resource that it was done to.' }),
    created_at: timestamp(),
  })
  .meta({ id: 'AuditEntry' })

export const listAuditLog = operation({
  name: 'auditLog.list',
  kind: 'query',
  scope: 'admin',
  rest: get('/v1/audit-log'),
  summary: 'Lists who did which writing operation, newest first.',
  errors: [],
  input: z.object({ limit: pageLimit(), cursor: pageCursor() }),
  output: z.object({ entries: z.array(AuditEntry), next_cursor: nextCursor() }),
  examples: [
    {
      summary: 'A key and an operator at the command line',
      input: { limit: 50 },
      output: {
        entries: [
          {
            id: 'aud_01kajr1c3e5g7j9m1p3r5t7w9y',
            actor: { type: 'key', id: 'key_01kaj2c4e6g8j0m2p4r6t8w0y2' },
            operation: 'templates.update',
            target: 'tmpl_01kajr0b2d4f6h8k0m2n4q6s8v',
            created_at: '2026-11-21T08:44:12.305Z',
          },
          {
            id: 'aud_01kajqz9b1d3f5h7k9n1q3s5v7',
            actor: { type: 'cli', id: 'ops' },
            operation: 'keys.create',
            target: 'key_01kaj2c4e6g8j0m2p4r6t8w0y2',
            created_at: '2026-11-21T08:31:50.118Z',
          },
        ],
        next_cursor: null,
      },
    },
  ],
  run: async ({ caller, services }, page) => {
    const { items, nextCursor } = await services.auditLog.list(caller.accountId, page)
    return { entries: items, next_cursor: nextCursor }
  },
})
