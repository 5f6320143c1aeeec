import { type ReactNode, useState } from 'react'
import { lazyPart } from '../lib/lazy-part'
import type { ConfirmProps, DialogProps } from './dialog-props'
import { Pending } from './pending'

// Their library is as large as most pages, which are read more often than changed.
const Popup = lazyPart(() => import('./dialog-popup').then(({ Dialog }) => ({ default: Dialog })))
const Question = lazyPart(() => import('./dialog-popup').then(({ Confirm }) => ({ default: Confirm })))

/** Something in front of the page, closed by Esc or a click beside it. Loaded when it is opened first. */
export function Dialog(props: DialogProps) {
  return (
    <FromFirst isOpen={props.isOpen}>
      <Popup {...props} />
    </FromFirst>
  )
}

/** A question before something that cannot be undone. Loaded when it is asked first. */
export function Confirm(props: ConfirmProps) {
  return (
    <FromFirst isOpen={props.isOpen}>
      <Question {...props} />
    </FromFirst>
  )
}

/** What is there from the time when it is opened first. Then it stays, so that it can close by itself. */
function FromFirst({ isOpen, children }: { isOpen: boolean; children: ReactNode }) {
  const [wasOpen, setWasOpen] = useState(isOpen)
  if (isOpen && !wasOpen) setWasOpen(true)
  return wasOpen && <Pending>{children}</Pending>
}
