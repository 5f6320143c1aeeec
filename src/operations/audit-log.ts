import { z } from 'zod'
import { ACTOR_TYPES } from '../models/audit-entry.js'
import { operation } from './operation.js'
import { id, nextCursor, pageCursor, pageLimit, timestamp } from './schemas.js'

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
  summary: 'Lists who did which writing operation, newest first.',
  errors: [],
  input: z.object({ limit: pageLimit(), cursor: pageCursor() }),
  output: z.object({ entries: z.array(AuditEntry), next_cursor: nextCursor() }),
  run: async ({ caller, services }, page) => {
    const { items, nextCursor } = await services.auditLog.list(caller.accountId, page)
    return { entries: items, next_cursor: nextCursor }
  },
})
