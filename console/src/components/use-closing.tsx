import { type ReactNode, useState } from 'react'
import { Confirm } from './dialog'

interface Closing {
  /** Closes the form, or asks first. */
  close: () => void
  /** To be drawn with the form. */
  question: ReactNode
}

/** Closes a form, after a question if something in it is not saved. */
export function useClosing(isDirty: boolean, onClose: () => void): Closing {
  const [isAsking, setAsking] = useState(false)
  return {
    close: () => (isDirty ? setAsking(true) : onClose()),
    question: (
      <Confirm
        title="Leave without saving?"
        action="Leave and lose the changes"
        decline="Stay"
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={onClose}
      >
        What you have written here is not saved.
      </Confirm>
    ),
  }
}
