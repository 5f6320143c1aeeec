import { useEffect, useSyncExternalStore } from 'react'
import { type BrowserLocationHook, useBrowserLocation } from 'wouter/use-browser-location'

/** Whether the page has changes that nobody has saved. */
let isUnsaved = false
/** Where the reader wants to go in spite of them. */
let pending: (() => void) | null = null
const readers = new Set<() => void>()

function setPending(next: (() => void) | null): void {
  pending = next
  for (const reader of readers) reader()
}

function subscribe(reader: () => void): () => void {
  readers.add(reader)
  return () => readers.delete(reader)
}

const onUnload = (event: BeforeUnloadEvent) => event.preventDefault()

/** Asks before the reader leaves the page, while something is not saved. */
export function useUnsaved(isDirty: boolean): void {
  useEffect(() => {
    isUnsaved = isDirty
    if (!isDirty) return
    addEventListener('beforeunload', onUnload)
    return () => {
      isUnsaved = false
      removeEventListener('beforeunload', onUnload)
    }
  }, [isDirty])
}

/** Lets the page be left without a question: everything is saved, or nothing is left to save. */
export function leaveFreely(): void {
  isUnsaved = false
  removeEventListener('beforeunload', onUnload)
}

/** The address of the page, which changes only if nothing is lost. */
export const useGuardedLocation: BrowserLocationHook = (options) => {
  const [path, navigate] = useBrowserLocation(options)
  const guarded: typeof navigate = (to, how) => {
    const isElsewhere = new URL(String(to), location.href).pathname !== location.pathname
    if (isUnsaved && isElsewhere) setPending(() => navigate(to, how))
    else navigate(to, how)
  }
  return [path, guarded]
}

/** Where the reader wants to go, although something is not saved. Null if nowhere. */
export const useWantsToLeave = () => useSyncExternalStore(subscribe, () => pending)

/** Stays on the page. */
export const stay = () => setPending(null)
