import { type ReactNode, useState } from 'react'
import { Confirm } from './dialog'

interface ConfirmButtonProps {
  /** What the button says that leads to the question. */
  label: string
  className?: string
  isDisabled?: boolean
  title: string
  /** What will be, once confirmed. */
  children: ReactNode
  /** What the button says that confirms. */
  action: string
  /** What the button says that changes nothing. */
  decline: string
  onConfirm: () => void
}

/** A button that asks before it does something that cannot be undone. */
export function ConfirmButton({ label, className, isDisabled = false, ...question }: ConfirmButtonProps) {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <button
        type="button"
        className={className ?? 'button danger'}
        disabled={isDisabled}
        onClick={() => setAsking(true)}
      >
        {label}
      </button>
      <Confirm {...question} isOpen={isAsking} onClose={() => setAsking(false)} />
    </>
  )
}
