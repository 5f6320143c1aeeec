/** Why the browser must ask before the page is gone. */
const reasons = new Set<unknown>()

/** The reason of writes that are on their way. A page without a session gives it up. */
export const WRITES = 'writes'

const ask = (event: BeforeUnloadEvent) => event.preventDefault()

/** Makes the browser ask before it closes, reloads or leaves the page, for a reason that lasts until it is released. */
export function holdPage(reason: unknown): void {
  reasons.add(reason)
  addEventListener('beforeunload', ask)
}

/** Whether there is a reason now. */
export const isHeld = () => reasons.size > 0

/** Ends all reasons: the reader has chosen to leave. */
export function releaseAll(): void {
  for (const reason of [...reasons]) releasePage(reason)
}

/** Ends that reason. A page without a reason left is closed without a question. */
export function releasePage(reason: unknown): void {
  reasons.delete(reason)
  // A listener for nothing would keep the page out of the browser's cache for Back and Forward.
  if (reasons.size === 0) removeEventListener('beforeunload', ask)
}
