import { z } from 'zod'
import { id, instant, nextCursor, optional, PageRequest, timestamp } from './fields.js'
import { untrusted } from './untrusted.js'

export const ACTOR_TYPES = ['key', 'cli', 'session', 'service'] as const

export const AuditEntry = z
  .object({
    id: id('auditEntry'),
    actor: z
      .object({
        type: z.enum(ACTOR_TYPES),
        id: z.string().nullable().meta({
          description:
            'The id of the key, also for a session; for the command line, the user; null for the service itself.',
        }),
      })
      .meta({
        description: 'Who did it: a key, a browser session, an operator at the command line, or the service itself.',
      }),
    operation: z.string().meta({
      description:
        'The name of the operation (its tRPC procedure), with `.refuse` behind it if the key may not do it. `session.create`, `session.delete` and `session.refuse` for sign-ins, sign-outs and refused sign-ins.',
    }),
    target: z
      .string()
      .nullable()
      .meta({ description: 'Id of the changed resource; of the key for sign-ins, sign-outs and refusals.' }),
    address: z
      .string()
      .nullable()
      .meta({ description: "The client's address, for sign-ins, sign-outs and refusals; null otherwise." }),
    user_agent: untrusted(z.string().nullable()).meta({
      description: 'What the client calls itself, for sign-ins, sign-outs and refusals; null otherwise.',
    }),
    created_at: timestamp(),
  })
  .meta({ id: 'AuditEntry' })
export type AuditEntry = z.output<typeof AuditEntry>

export const AuditFilter = PageRequest.extend({
  actor: optional(
    z.string().regex(/^(key_[0-9a-z]{1,40}|cli|service)$/, 'must be the id of a key, or one of cli, service'),
  ).meta({
    description:
      'Who did it: the id of a key, also for its sessions; `cli` for operators at the command line; `service` for the service itself.',
  }),
  operation: optional(
    z.string().regex(/^[a-zA-Z]{1,40}(\.[a-zA-Z]{1,40}){0,4}$/, 'must be the name of an operation, or how it begins'),
  ).meta({
    description:
      'What was done: the name of an operation, or its first parts, like `keys` for all that begin with `keys.`.',
  }),
  from: optional(instant()).meta({ description: 'Done at this time or later.' }),
  to: optional(instant()).meta({ description: 'Done at this time or earlier.' }),
})
export type AuditFilter = z.output<typeof AuditFilter>

export const AuditEntryPage = z.object({ entries: z.array(AuditEntry), next_cursor: nextCursor() })

/** Who did something: a key, a browser session, an operator at the command line, or the service itself. */
export type Actor = AuditEntry['actor']
