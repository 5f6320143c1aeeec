import { use } from 'react'
import { leaveSession, noteSession } from '../session'
import { announce } from './arrivals'
import { loadWithRetry } from './connection'

/** What an operation of the API may need. `send` and `read` do not include each other. */
export type Scope = 'send' | 'read' | 'admin'

const AGAIN_MS = 2_000

/** What the session may do, as its key. */
interface Rights {
  scope: Scope
  /** The paths of the sections that it may use. */
  sections: readonly string[]
  /** Whether it is bound to inboxes: it reads or sends only their mail. */
  isBound: boolean
  /** Whether its key is a live one. Test keys change nothing of live keys or about money, and erase nobody. */
  isLive: boolean
}

let reading: Promise<Rights> | null = null

/** Read once: to become somebody else, readers sign in again, which loads the page anew. */
function ownRights(): Promise<Rights> {
  reading ??= announce(loadWithRetry(read))
  return reading
}

async function read(): Promise<Rights> {
  const response = await fetch('/session')
  // The page is about to go.
  if (response.status === 401) {
    leaveSession()
    return new Promise(() => undefined)
  }
  // Busy, or in trouble: it is soon over, or others tell the reader.
  if (!response.ok) return new Promise((resolve) => setTimeout(() => resolve(loadWithRetry(read)), AGAIN_MS))
  noteSession()
  const { scope, sections, test_mode: isTest } = await response.json()
  return { scope, sections, isBound: !sections.includes('/messages') && !sections.includes('/send'), isLive: !isTest }
}

/** What the session may do. What calls it waits until that is known. */
export const useRights = (): Rights => use(ownRights())

/** The scope of the key of the session. */
export const useScope = (): Scope => useRights().scope

/** Whether the session may do what needs a scope, and maybe a live key. */
export function useMay(scope: Scope | undefined, live = false): boolean {
  const { scope: own, isLive } = useRights()
  return includes(own, scope) && (isLive || !live)
}

/** Whether a key with a scope may do what needs another one, or none. */
export const includes = (own: Scope, needed: Scope | undefined) =>
  needed === undefined || own === 'admin' || own === needed
