import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'

interface FieldProps {
  label: string
  /** What to enter, where the label leaves that open. */
  hint?: ReactNode
  fault?: string | undefined
  /** Gets what ties the control to its label, its hint and its fault. */
  children: (control: { id: string; 'aria-invalid': boolean; 'aria-describedby': string | undefined }) => ReactNode
}

/** A control with its label, and with what is wrong with it. */
export function Field({ label, hint, fault, children }: FieldProps) {
  const id = useId()
  const isWrong = fault !== undefined
  const described = [hint ? `${id}-hint` : '', isWrong ? `${id}-fault` : ''].filter(Boolean).join(' ')
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children({ id, 'aria-invalid': isWrong, 'aria-describedby': described || undefined })}
      {hint && (
        <span id={`${id}-hint`} className="hint">
          {hint}
        </span>
      )}
      {isWrong && (
        <span id={`${id}-fault`} className="fault">
          {fault}
        </span>
      )}
    </div>
  )
}

interface TextFieldProps {
  label: string
  value: string
  onChange: (value: string) => void
  type?: 'email' | 'number' | 'password' | 'text' | 'url' | 'date' | 'datetime-local'
  /** With rows, it takes several lines. */
  rows?: number
  hint?: ReactNode
  fault?: string | undefined
  isOptional?: boolean
  placeholder?: string
  /** Of a number: the distance of the values, or `any`. */
  step?: number | 'any'
}

/** A text, on one line or on several. */
export function TextField(props: TextFieldProps) {
  const { label, value, onChange, type = 'text', rows, hint, fault, isOptional = false, placeholder, step } = props
  const common = { className: 'input', value, required: !isOptional, placeholder }
  return (
    <Field label={label} hint={hint} fault={fault}>
      {(control) =>
        rows === undefined ? (
          <input {...control} {...common} type={type} step={step} onChange={({ target }) => onChange(target.value)} />
        ) : (
          <textarea {...control} {...common} rows={rows} onChange={({ target }) => onChange(target.value)} />
        )
      }
    </Field>
  )
}

interface SelectFieldProps<Value extends string> {
  label: string
  value: Value
  onChange: (value: Value) => void
  choices: readonly (readonly [value: Value, title: string])[]
  hint?: ReactNode
  fault?: string | undefined
}

/** One of a few values. */
export function SelectField<Value extends string>(props: SelectFieldProps<Value>) {
  const { label, value, onChange, choices, hint, fault } = props
  return (
    <Field label={label} hint={hint} fault={fault}>
      {(control) => (
        <select
          {...control}
          className="input"
          value={value}
          onChange={({ target }) => onChange(choices[target.selectedIndex]![0])}
        >
          {choices.map(([name, title]) => (
            <option key={name} value={name}>
              {title}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

interface CheckboxProps {
  label: ReactNode
  isOn: boolean
  /** Whether it is on for only some of several things. Then it is shown as neither on nor off. */
  isMixed?: boolean
  onChange: (isOn: boolean) => void
}

/** Yes or no. */
export function Checkbox({ label, isOn, isMixed = false, onChange }: CheckboxProps) {
  const box = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    if (box.current) box.current.indeterminate = isMixed
  })
  return (
    <label className="checkbox">
      <input ref={box} type="checkbox" checked={isOn} onChange={({ target }) => onChange(target.checked)} />
      <span>{label}</span>
    </label>
  )
}
