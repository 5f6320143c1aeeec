import { useEffect, useRef } from 'react'

const EVERY_MS = 2_000

/**
 * Calls a function again and again while something is under way and the page is visible.
 * @param everyMs time between two calls, in ms.
 */
export function usePolling(callback: () => void, isUnderWay: boolean, everyMs = EVERY_MS): void {
  const latest = useRef(callback)
  latest.current = callback
  useEffect(() => {
    if (!isUnderWay) return
    const timer = setInterval(() => !document.hidden && latest.current(), everyMs)
    return () => clearInterval(timer)
  }, [isUnderWay, everyMs])
}
