import type { KeyScope } from '../../graphql/enums'

/** Queries with this type are lists of keys. */
export const KEY_LIST = 'ApiKeyConnection'

/** What a scope allows, in words. */
export const SCOPES: Record<KeyScope, { title: string; allows: string }> = {
  SEND: { title: 'Sending only', allows: 'Sends mail and cancels scheduled mail. It reads nothing.' },
  READ: {
    title: 'Reading only',
    allows: 'Sees everything but the keys and the audit log. It sends and changes nothing.',
  },
  ADMIN: { title: 'Everything', allows: 'Sends, reads, and manages the account, keys included.' },
}

/** A key as its owner knows it. */
export const nameOf = ({ name, keyPrefix }: { name: string | null; keyPrefix: string }) => name ?? `${keyPrefix}…`
