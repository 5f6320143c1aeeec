import { use } from 'react'
import { leaveSession, noteSession } from '../session'
import { inTheEnd } from './connection'

/** What an operation of the API may need. `send` and `read` do not include each other. */
export type Scope = 'send' | 'read' | 'admin'

const AGAIN_MS = 2_000

let reading: Promise<Scope> | null = null

/** Read once: to become somebody else, readers sign in again, which loads the page anew. */
function ownScope(): Promise<Scope> {
  reading ??= inTheEnd(read)
  return reading
}

async function read(): Promise<Scope> {
  const response = await fetch('/session')
  // The page is about to go.
  if (response.status === 401) {
    leaveSession()
    return new Promise(() => undefined)
  }
  // Busy, or in trouble: it is soon over, or others tell the reader.
  if (!response.ok) return new Promise((resolve) => setTimeout(() => resolve(inTheEnd(read)), AGAIN_MS))
  noteSession()
  return (await response.json()).scope
}

/** What the session may do, as its key. What calls it waits until that is known. */
export const useScope = (): Scope => use(ownScope())

/** Whether the session may do what needs a scope. */
export const useMay = (scope: Scope | undefined): boolean => includes(useScope(), scope)

/** Whether a key with a scope may do what needs another one, or none. */
export const includes = (own: Scope, needed: Scope | undefined) =>
  needed === undefined || own === 'admin' || own === needed
