import { AlertDialog } from '@base-ui/react/alert-dialog'
import { Code } from './copyable'
import type { SecretOnceProps } from './secret-props'

/** The dialog of a new secret. */
export default function SecretPopup({ title, secrets, children, onClose }: SecretOnceProps) {
  return (
    <AlertDialog.Root open={secrets !== null}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="backdrop" />
        <AlertDialog.Popup className="dialog">
          <div className="content">
            <AlertDialog.Title>{title}</AlertDialog.Title>
            <AlertDialog.Description>
              Copy it now, and keep it like a password. It is shown only this once.
            </AlertDialog.Description>
            {secrets?.map(({ label, text }) => (
              <div key={label} className="field">
                <span className="label">{label}</span>
                <Code text={text} label={label} />
              </div>
            ))}
            <div className="muted">{children}</div>
            <div className="actions">
              <button type="button" className="button main" onClick={onClose}>
                I have copied it
              </button>
            </div>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
