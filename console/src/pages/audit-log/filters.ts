import { endOfDay, startOfDay } from '../../lib/time'
import { AREAS } from './areas'
import type { AuditLogQueryVariables } from './audit-log-operations'
import type { Entry } from './words'

/** The filters of the log, as they are in the address. Empty texts filter nothing. */
export const FILTERS = ['who', 'what', 'from', 'to'] as const
export type FilterName = (typeof FILTERS)[number]

/** Those who act without a key. */
export const WITHOUT_KEY = [
  ['cli', 'The command line'],
  ['service', 'The service itself'],
] as const

const isActor = (text: string) => text.startsWith('key_') || WITHOUT_KEY.some(([actor]) => actor === text)

/** Who did what an entry tells, as the filter names them; null if they cannot be filtered for. */
export const whoOf = ({ actor: { type, id } }: Entry): string | null => {
  const who = type === 'cli' || type === 'service' ? type : id
  return who && isActor(who) ? who : null
}

/** Filters of an address as the API takes them. Words that it does not know are left out. */
export function variablesOf(address: URLSearchParams): AuditLogQueryVariables {
  const who = address.get('who') ?? ''
  return {
    actor: isActor(who) ? who : null,
    operation: AREAS.find(([area]) => area === address.get('what'))?.[0] ?? null,
    from: startOfDay(address.get('from')),
    to: endOfDay(address.get('to')),
  }
}
