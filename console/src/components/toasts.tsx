import { useSyncExternalStore } from 'react'

/** What the reader can still do about what happened. */
interface ToastAction {
  label: string
  run: () => void
}

interface Toast {
  id: number
  text: string
  isBad: boolean
  action: ToastAction | null
}

const SHOWN_MS = 6_000
/** Longer, for who has to decide. */
const WITH_ACTION_MS = 10_000

interface ToastOptions {
  isBad?: boolean
  action?: ToastAction
  /** How long it is shown, in ms, if not as long as most. */
  shownMs?: number
}

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
export function tell(text: string, options: ToastOptions = {}): void {
  const { isBad = false, action = null } = options
  const { shownMs = action ? WITH_ACTION_MS : SHOWN_MS } = options
  const toast = { id: nextId++, text, isBad, action }
  set([...toasts, toast])
  setTimeout(() => hide(toast.id), shownMs)
}

const hide = (gone: number) => set(toasts.filter(({ id }) => id !== gone))

/** Shows what the reader is told. Once in the page. */
export function Toasts() {
  const shown = useSyncExternalStore(subscribe, () => toasts)
  return (
    <div className="toasts" role="status">
      {shown.map(({ id, text, isBad, action }) => (
        <p key={id} className={isBad ? 'toast bad' : 'toast'}>
          {text}
          {action && (
            <button
              type="button"
              className="button small"
              onClick={() => {
                hide(id)
                action.run()
              }}
            >
              {action.label}
            </button>
          )}
        </p>
      ))}
    </div>
  )
}
