import { type FocusEvent, useCallback, useEffect, useRef, useState } from 'react'
import { isTyping } from '../lib/shortcuts'

interface FormChange {
  isDirty: boolean
  /** When a field of the form gets the focus. */
  onFocus: (event: FocusEvent) => void
  /** When a field of the form has changed. */
  look: () => void
}

/** Whether the fields of a form hold something else than before the reader came to them. */
export function useFormChanged(): FormChange {
  const before = useRef(new Map<HTMLInputElement, string>())
  const [isDirty, setDirty] = useState(false)
  const look = useCallback(
    () => setDirty([...before.current].some(([field, text]) => field.isConnected && field.value !== text)),
    [],
  )
  // The page changes fields, too: one that it empties holds nothing to lose.
  useEffect(look)
  const onFocus = ({ target }: FocusEvent) => {
    const field = target as HTMLInputElement
    if (isTyping(field) && !before.current.has(field)) before.current.set(field, field.value)
  }
  return { isDirty, onFocus, look }
}
