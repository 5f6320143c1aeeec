import { type ReactNode, useId } from 'react'

interface FieldProps {
  label: string
  fault?: string | undefined
  /** Gets what ties the control to its label and its fault. */
  children: (control: { id: string; 'aria-invalid': boolean; 'aria-describedby': string | undefined }) => ReactNode
}

/** A control with its label, and with what is wrong with it. */
export function Field({ label, fault, children }: FieldProps) {
  const id = useId()
  const faultId = `${id}-fault`
  const isWrong = fault !== undefined
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children({ id, 'aria-invalid': isWrong, 'aria-describedby': isWrong ? faultId : undefined })}
      {isWrong && (
        <span id={faultId} className="fault">
          {fault}
        </span>
      )}
    </div>
  )
}
