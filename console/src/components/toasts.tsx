import { useEffect, useState } from 'react'
import { createStore } from '../lib/store'

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
  /** Until when the action can be taken, in ms; null if nobody has to hurry. */
  until: number | null
}

const SHOWN_MS = 6_000
/** Longer, for who has to decide. */
const WITH_ACTION_MS = 10_000

interface ToastOptions {
  /** Whether the seconds are shown that are left. */
  isCounted?: boolean
  isBad?: boolean
  action?: ToastAction
  /** How long it is shown, in ms, if not as long as most. */
  shownMs?: number
}

const toasts = createStore<readonly Toast[]>([])
let nextId = 0

/** Tells the reader what has happened, for a few seconds. */
export function showToast(text: string, options: ToastOptions = {}): void {
  showDismissibleToast(text, options)
}

/** The same. Returns what takes it away. */
export function showDismissibleToast(text: string, options: ToastOptions): () => void {
  const { isBad = false, action = null } = options
  const { shownMs = action ? WITH_ACTION_MS : SHOWN_MS, isCounted = false } = options
  const id = nextId++
  toasts.set([...toasts.get(), { id, text, isBad, action, until: isCounted ? Date.now() + shownMs : null }])
  setTimeout(() => hide(id), shownMs)
  return () => hide(id)
}

const hide = (gone: number) => toasts.set(toasts.get().filter(({ id }) => id !== gone))

/** Shows what the reader is told. Once in the page. */
export function Toasts() {
  const shown = toasts.use()
  return (
    <div className="toasts" role="status">
      {shown.map(({ id, text, isBad, action, until }) => (
        <p key={id} className={isBad ? 'toast bad' : 'toast'}>
          {text}
          {until !== null && <Countdown until={until} />}
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

const SECOND_MS = 1_000

/** The seconds that are left. Screen readers are not told each of them. */
function Countdown({ until }: { until: number }) {
  const [left, setLeft] = useState(() => until - Date.now())
  useEffect(() => {
    const timer = setInterval(() => setLeft(until - Date.now()), SECOND_MS / 2)
    return () => clearInterval(timer)
  }, [until])
  return (
    <span className="muted" aria-hidden="true">
      {Math.max(0, Math.ceil(left / SECOND_MS))} s
    </span>
  )
}
