import { useEffect, useRef } from 'react'
import { SECTIONS } from '../../../src/http/console/sections'

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

const MAIL_SHORTCUTS: [keys: string, what: string][] = [
  ['x', 'Mail: select the thread'],
  ['X', 'Mail: select all from the one selected before to this'],
  ['A', 'Mail: select all that are shown'],
  ['e', 'Mail: archive'],
  ['#', 'Mail: move to the trash'],
  ['!', 'Mail: move to spam'],
  ['i', 'Mail: back to the inbox'],
  ['s', 'Mail: star'],
  ['U', 'Mail: read or unread'],
  ['l', 'Mail: labels'],
  ['b', 'Mail: snooze'],
  ['@', 'Mail: assign'],
  ['z', 'Mail: undo'],
  ['u', 'Mail: back to the list'],
  ['n', 'Mail: next thread of the list'],
  ['p', 'Mail: thread before'],
  ['r', 'Mail: reply'],
  ['a', 'Mail: reply to all'],
  ['f', 'Mail: forward'],
  ['N', 'Mail: write an internal note'],
  ['c', 'Mail: compose'],
]

/** The keys of the console, for the list behind `?`. */
export const SHORTCUTS: [keys: string, what: string][] = [
  ['Ctrl K', 'Command palette: go anywhere, open an id, search messages'],
  ['/', 'Search'],
  ...SECTIONS.map(({ keys, title }): [string, string] => [keys, title]),
  ['j', 'Next row, or next mail of a thread'],
  ['k', 'Row or mail before'],
  ['Enter', 'Open the row or mail'],
  ['Esc', 'Close a dialog, leave a field'],
  ...MAIL_SHORTCUTS,
  ['?', 'This list'],
]
