import { useEffect, useRef } from 'react'

const SEQUENCE_MS = 1_000
/** The key that others follow. */
const LEADER = 'g'

const TYPED_IN = 'textarea, select, input:not([type="checkbox"], [type="radio"], [type="file"])'

/** Whether keys belong to what has the focus. */
export function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches(TYPED_IN))
}

const hasDialog = () => document.querySelector('[role="dialog"], [role="alertdialog"]') !== null

/**
 * Calls actions by keys, like `?` or `g m` for one after the other. Not while the reader types, in dialogs, or with other
 * modifiers than Shift.
 */
export function useShortcuts(actions: Record<string, () => void>): void {
  const latest = useRef(actions)
  latest.current = actions
  useEffect(() => {
    let first = ''
    let firstAt = 0
    function onKey(event: KeyboardEvent): void {
      const { key, ctrlKey, metaKey, altKey, target, timeStamp, defaultPrevented } = event
      if (defaultPrevented || ctrlKey || metaKey || altKey || isTyping(target) || hasDialog()) return
      const isSecond = first !== '' && timeStamp - firstAt < SEQUENCE_MS
      const action = latest.current[isSecond ? `${first} ${key}` : key]
      first = key === LEADER && !isSecond ? key : ''
      firstAt = timeStamp
      if (!action) return
      event.preventDefault()
      first = ''
      action()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
}
