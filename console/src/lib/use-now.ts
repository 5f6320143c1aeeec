import { useSyncExternalStore } from 'react'

const TICK_MS = 15_000

let now = Date.now()
const readers = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

function subscribe(reader: () => void): () => void {
  readers.add(reader)
  timer ??= setInterval(tick, TICK_MS)
  return () => {
    readers.delete(reader)
    if (readers.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

function tick(): void {
  now = Date.now()
  for (const reader of readers) reader()
}

/** The time in ms, brought up to date four times a minute. */
export const useNow = () => useSyncExternalStore(subscribe, () => now)
