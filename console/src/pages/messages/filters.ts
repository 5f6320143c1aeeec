import type { MessageStatus } from '../../graphql/enums'
import { STATUSES } from '../../lib/status'
import { endOfDay, startOfDay } from '../../lib/time'
import type { MessagesQueryVariables } from './messages-operations'

/** The filters of the list, as they are in the address. Empty texts filter nothing. */
export const FILTERS = [
  ...(['search', 'status', 'mode', 'from', 'to'] as const),
  ...(['tag', 'template', 'key', 'broadcast'] as const),
]
export type FilterName = (typeof FILTERS)[number]

/** Filters of an address as the API takes them. Words that it does not know are left out. */
export function variablesOf(address: URLSearchParams): MessagesQueryVariables {
  const word = address.get('status')?.toUpperCase()
  const mode = address.get('mode')
  return {
    search: address.get('search')?.trim() || null,
    status: STATUSES.find((status: MessageStatus) => status === word) ?? null,
    testMode: mode === 'test' || mode === 'live' ? mode === 'test' : null,
    from: startOfDay(address.get('from')),
    to: endOfDay(address.get('to')),
    tag: address.get('tag')?.trim() || null,
    templateId: address.get('template') || null,
    keyId: address.get('key') || null,
    broadcastId: address.get('broadcast') || null,
  }
}

/** The filters of an address as the export takes them. */
export function exportQuery(variables: MessagesQueryVariables): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(variables)) {
    if (value === null || value === undefined) continue
    query.set(
      name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      name === 'status' ? String(value).toLowerCase() : String(value),
    )
  }
  return query.toString()
}
