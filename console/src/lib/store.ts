import { useSyncExternalStore } from 'react'

/** A value of the whole page. Components that use it are rendered again when it is set. */
export function createStore<T>(value: T) {
  const readers = new Set<() => void>()
  const get = () => value
  const subscribe = (reader: () => void) => {
    readers.add(reader)
    return () => readers.delete(reader)
  }
  return {
    get,
    set(next: T): void {
      value = next
      for (const reader of readers) reader()
    },
    use: (): T => useSyncExternalStore(subscribe, get),
  }
}
