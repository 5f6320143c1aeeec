import type { ReactNode } from 'react'

export interface DialogProps {
  title: string
  isOpen: boolean
  onClose: () => void
  children: ReactNode
  /** Whether only screen readers get the title. */
  isTitleHidden?: boolean
}

export interface ConfirmProps {
  title: string
  /** What will be, once confirmed. */
  children: ReactNode
  /** What the button says that confirms. */
  action: string
  /** What the button says that changes nothing. */
  decline: string
  isOpen: boolean
  onClose: () => void
  onConfirm: () => void
}
