import { useEffect, useMemo, useRef } from 'react'

/**
 * A function that calls another one soon, and at most once in a while: a burst of events is one look at the server.
 * @param everyMs time between two calls at least, in ms.
 */
export function useThrottled(callback: () => void, everyMs = 1_000): () => void {
  const latest = useRef(callback)
  latest.current = callback
  const throttled = useMemo(() => {
    let lastAt = 0
    let timer: ReturnType<typeof setTimeout> | undefined
    function run() {
      timer = undefined
      lastAt = Date.now()
      latest.current()
    }
    return {
      call: () => {
        timer ??= setTimeout(run, Math.max(SOON_MS, lastAt + everyMs - Date.now()))
      },
      stop: () => clearTimeout(timer),
    }
  }, [everyMs])
  useEffect(() => throttled.stop, [throttled])
  return throttled.call
}

/** Long enough for events that come together, in ms. */
const SOON_MS = 60
