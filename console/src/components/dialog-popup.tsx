import { AlertDialog as Alert } from '@base-ui/react/alert-dialog'
import { Dialog as Base } from '@base-ui/react/dialog'
import type { ConfirmProps, DialogProps } from './dialog-props'

/** Something in front of the page, closed by Esc or a click beside it. */
export function Dialog({ title, isOpen, onClose, children, isTitleHidden = false }: DialogProps) {
  return (
    <Base.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Base.Portal>
        <Base.Backdrop className="backdrop" />
        <Base.Popup className="dialog">
          {isTitleHidden ? (
            <>
              <Base.Title className="visually-hidden">{title}</Base.Title>
              {children}
            </>
          ) : (
            <div className="content">
              <Base.Title>{title}</Base.Title>
              {children}
            </div>
          )}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

/** A question before something that cannot be undone. */
export function Confirm({ title, children, action, decline, isOpen, onClose, onConfirm }: ConfirmProps) {
  return (
    <Alert.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Alert.Portal>
        <Alert.Backdrop className="backdrop" />
        <Alert.Popup className="dialog">
          <div className="content">
            <Alert.Title>{title}</Alert.Title>
            <Alert.Description render={<div />}>{children}</Alert.Description>
            <div className="actions">
              <Alert.Close className="button">{decline}</Alert.Close>
              <button
                type="button"
                className="button danger"
                onClick={() => {
                  onClose()
                  onConfirm()
                }}
              >
                {action}
              </button>
            </div>
          </div>
        </Alert.Popup>
      </Alert.Portal>
    </Alert.Root>
  )
}
