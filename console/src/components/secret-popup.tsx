import { AlertDialog } from '@base-ui/react/alert-dialog'
import type { ReactNode } from 'react'
import { Code } from './copyable'

/** A secret that the API shows only once. */
export interface Secret {
  label: string
  text: string
}

interface SecretOnceProps {
  title: string
  /** In all its forms. Null while there is none to show. */
  secrets: readonly Secret[] | null
  /** What it is for, and what has changed by it. */
  children: ReactNode
  onClose: () => void
}

/** Shows a new secret. Only its button closes it: after that, nobody can see the secret again. */
export function SecretOnce({ title, secrets, children, onClose }: SecretOnceProps) {
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
