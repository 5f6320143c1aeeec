import { type ReactNode, useState } from 'react'
import { type Scope, useMay } from '../lib/rights'
import { Confirm } from './dialog'

interface ConfirmButtonProps {
  /** What it needs. Whose key lacks it is not offered the button. */
  scope?: Scope
  /** Whether it needs a live key. */
  live?: boolean
  /** What the button says that leads to the question. */
  label: ReactNode
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
export function ConfirmButton(props: ConfirmButtonProps) {
  const { scope = 'admin', live = false, label, className, isDisabled = false, ...question } = props
  const [isAsking, setAsking] = useState(false)
  if (!useMay(scope, live)) return null
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
