import { useSyncExternalStore } from 'react'

interface Toast {
  id: number
  text: string
  isBad: boolean
}

const SHOWN_MS = 6_000

let toasts: readonly Toast[] = []
let nextId = 0
const readers = new Set<() => void>()

function set(next: readonly Toast[]): void {
  toasts = next
  for (const reader of readers) reader()
}

function subscribe(reader: () => void): () => void {
  readers.add(reader)
  return () => readers.delete(reader)
}

/** Tells the reader what has happened, for a few seconds. */
export function tell(text: string, { isBad = false } = {}): void {
  const toast = { id: nextId++, text, isBad }
  set([...toasts, toast])
  setTimeout(() => set(toasts.filter(({ id }) => id !== toast.id)), SHOWN_MS)
}

/** Shows what the reader is told. Once in the page. */
export function Toasts() {
  const shown = useSyncExternalStore(subscribe, () => toasts)
  return (
    <div className="toasts" role="status">
      {shown.map(({ id, text, isBad }) => (
        <p key={id} className={isBad ? 'toast bad' : 'toast'}>
          {text}
        </p>
      ))}
    </div>
  )
}
