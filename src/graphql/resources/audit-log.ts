import { listAuditLog } from '../../operations/audit-log.js'
import { builder } from '../builder.js'
import { connectionOf, pageArgs } from '../connections.js'
import { objectIn, outputOf } from '../contract-types.js'
import { pages } from '../resolve.js'

const entrySchema = listAuditLog.output.shape.entries.element

const Actor = outputOf('Actor', 'Who did something.', objectIn(entrySchema, 'actor'), {
  about: {
    type: '`key`, `session` for a browser session of a key, or `cli` for the command line.',
    id: 'The key; for the command line, the user of the operating system, null if that is unknown.',
  },
})

const AuditEntry = outputOf('AuditEntry', 'A change, a sign-in, a sign-out or a refusal.', entrySchema, {
  node: { kind: 'auditEntry', operation: listAuditLog, service: 'auditLog' },
  types: { actor: Actor },
  about: { actor: 'Who did it.', created_at: 'When it was done.' },
})
const AuditEntryConnection = connectionOf('AuditEntry', AuditEntry, 'audit entries')

builder.queryField('auditLog', (t) =>
  t.field({
    type: AuditEntryConnection,
    args: {
      actor: t.arg({
        type: 'ID',
        description:
          'Only what this key and its sessions did, or `cli` for the command line, `service` for the service itself.',
      }),
      operation: t.arg.string({ description: 'Only this operation, or those whose names begin so, like `keys`.' }),
      from: t.arg({ type: 'DateTime', description: 'Done at this time or later.' }),
      to: t.arg({ type: 'DateTime', description: 'Done at this time or earlier.' }),
      ...pageArgs(t, listAuditLog),
    },
    ...pages(listAuditLog, 'entries'),
  }),
)
