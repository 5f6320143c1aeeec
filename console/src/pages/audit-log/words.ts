import type { AuditLogQuery } from './audit-log-operations'

export type Entry = NonNullable<AuditLogQuery['auditLog']>['nodes'][number]

/** Who did it. */
export function actorInWords({ actor: { type, id }, operation }: Entry, keys: ReadonlyMap<string, string>): string {
  if (type === 'service') return 'The service itself'
  if (type === 'cli') return `The operator${id ? ` ${id}` : ''} at the command line`
  const key = (id && keys.get(id)) ?? 'a key that is gone'
  if (operation.startsWith('session')) return `Somebody with ${key}`
  return type === 'session' ? `Somebody signed in with ${key}` : `A program with ${key}`
}
