import type { KeyboardEvent } from 'react'

/** Submits a form by `Ctrl Enter`, in whichever of its fields. */
export function submitByKeyboard(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
  // In a field on one line, the key alone submits as well.
  event.preventDefault()
  event.currentTarget.requestSubmit()
}
