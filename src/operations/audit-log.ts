import { AuditEntryPage, AuditFilter } from '../contract/audit-log.js'
import { get, operation, type Tag } from './operation.js'
import { answerPage } from './page.js'

/** Its section of the documentation. */
export const tag: Tag = {
  title: 'Audit log',
  description: 'Who changed what and when, who signed in, and what was refused.',
  order: 12,
}

export const listAuditLog = operation({
  name: 'auditLog.list',
  kind: 'query',
  scope: 'admin',
  rest: get('/v1/audit-log'),
  summary: 'Lists changes, sign-ins, sign-outs and refusals, newest first.',
  errors: [],
  input: AuditFilter,
  output: AuditEntryPage,
  examples: [
    {
      summary: 'A key, a sign-in, and an operator at the command line',
      input: { limit: 50 },
      output: {
        entries: [
          {
            id: 'aud_01kajr1c3e5g7j9m1p3r5t7w9y',
            actor: { type: 'key', id: 'key_01kaj2c4e6g8j0m2p4r6t8w0y2' },
            operation: 'templates.update',
            target: 'tmpl_01kajr0b2d4f6h8k0m2n4q6s8v',
            address: null,
            user_agent: null,
            created_at: '2026-11-21T08:44:12.305Z',
          },
          {
            id: 'aud_01kajqzxb2d4f6h8k0m2n4q6s8',
            actor: { type: 'key', id: 'key_01kaj2c4e6g8j0m2p4r6t8w0y2' },
            operation: 'session.create',
            target: 'key_01kaj2c4e6g8j0m2p4r6t8w0y2',
            address: '203.0.113.7',
            user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
            created_at: '2026-11-21T08:43:57.020Z',
          },
          {
            id: 'aud_01kajqz9b1d3f5h7k9n1q3s5v7',
            actor: { type: 'cli', id: 'ops' },
            operation: 'keys.create',
            target: 'key_01kaj2c4e6g8j0m2p4r6t8w0y2',
            address: null,
            user_agent: null,
            created_at: '2026-11-21T08:31:50.118Z',
          },
        ],
        next_cursor: null,
      },
    },
  ],
  run: ({ caller, services }, filter) => answerPage('entries', services.auditLog.list(caller.accountId, filter)),
})
