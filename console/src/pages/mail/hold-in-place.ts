import { type RefObject, useLayoutEffect } from 'react'

interface Held {
  /** Finds what may be held. */
  selector: string
  /** Whether the first one in view is held while none of them has the focus. It needs `overflow-anchor: none`. */
  holdsFirst?: boolean
}

/**
 * Keeps what the reader looks at in its place on the screen while other things come and go above it: the one with the focus,
 * or else the first one in view once the page is scrolled. At its top, new rows move the others down. Browsers do it by
 * themselves only on pages that are scrolled, and some not at all.
 */
export function useHeldInPlace(area: RefObject<HTMLElement | null>, { selector, holdsFirst = false }: Held): void {
  useLayoutEffect(() => {
    const panel = area.current!
    /** How far each is below the beginning of the area, in px. */
    const topsOf = () => {
      const { top } = panel.getBoundingClientRect()
      const all = panel.querySelectorAll<HTMLElement>(selector)
      return new Map([...all].map((each) => [each, each.getBoundingClientRect().top - top]))
    }
    let before = topsOf()
    const held = (): HTMLElement | undefined => {
      const focused = document.activeElement?.closest<HTMLElement>(selector)
      if (focused && before.has(focused)) return focused
      if (!holdsFirst || scrollY === 0) return undefined
      const viewTop = -panel.getBoundingClientRect().top
      return [...before].find(([each, top]) => each.isConnected && top >= viewTop)?.[0]
    }
    // Browsers scroll by whole pixels: what is missing is made up for the next time.
    let missing = 0
    const hold = () => {
      const one = held()
      const after = topsOf()
      const moved = one && after.has(one) ? after.get(one)! - before.get(one)! : 0
      before = after
      if (moved === 0) return
      const from = scrollY
      const wanted = moved + missing
      scrollBy({ top: wanted, behavior: 'instant' })
      const rest = wanted - (scrollY - from)
      // More is missing only at an end of the page, which it does not get past later either.
      missing = Math.abs(rest) < 1 ? rest : 0
    }
    // Both call before the browser paints: one for what comes and goes, the other for what grows.
    const comings = new MutationObserver(hold)
    const growth = new ResizeObserver(hold)
    comings.observe(panel, { childList: true, subtree: true })
    growth.observe(panel)
    return () => {
      comings.disconnect()
      growth.disconnect()
    }
  }, [area, selector, holdsFirst])
}
