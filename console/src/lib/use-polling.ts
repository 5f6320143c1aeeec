import { useEffect, useRef } from 'react'

const EVERY_MS = 2_000

/** Calls a function again and again while something is under way and the page is visible. */
export function usePolling(callback: () => void, isUnderWay: boolean): void {
  const latest = useRef(callback)
  latest.current = callback
  useEffect(() => {
    if (!isUnderWay) return
    const timer = setInterval(() => !document.hidden && latest.current(), EVERY_MS)
    return () => clearInterval(timer)
  }, [isUnderWay])
}
