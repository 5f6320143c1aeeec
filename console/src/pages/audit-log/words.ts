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

const PAGES: readonly (readonly [prefix: string, path: string])[] = [
  ['bc_', '/broadcasts/'],
  ['msg_', '/messages/'],
  ['wh_', '/webhooks/'],
  ['dom_', '/domains/'],
]

/** The page that shows a target; null if there is none. */
export function pageOf(target: string): string | null {
  const [, path] = PAGES.find(([prefix]) => target.startsWith(prefix)) ?? []
  return path ? path + target : null
}
