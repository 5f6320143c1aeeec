import { useRef } from 'react'
import { Field } from '../../components/field'

interface SourceFieldProps {
  label: string
  rows: number
  value: string
  onChange: (value: string) => void
  fault: string | undefined
  hint?: string
  isOptional?: boolean
}

const PLACE = /^line (\d+), column (\d+)/

/** The source of a template. What is wrong with it names the line, and leads there. */
export function SourceField({ label, rows, value, onChange, fault, hint, isOptional = false }: SourceFieldProps) {
  const area = useRef<HTMLTextAreaElement>(null)
  const place = PLACE.exec(fault ?? '')
  const line = place ? value.split('\n')[Number(place[1]) - 1] : undefined
  const goThere = () => {
    const [start, end] = rangeOfLine(value, Number(place?.[1]))
    area.current?.focus()
    area.current?.setSelectionRange(start, end)
  }
  return (
    <div className="source">
      <Field label={label} hint={hint} fault={fault}>
        {(control) => (
          <textarea
            {...control}
            ref={area}
            className="input"
            spellCheck={false}
            rows={rows}
            required={!isOptional}
            value={value}
            onChange={({ target }) => onChange(target.value)}
          />
        )}
      </Field>
      {line !== undefined && (
        <p className="fault-line">
          <code className="clip">{line.trim() || ' '}</code>
          <button type="button" className="button small" onClick={goThere}>
            Go to line {place?.[1]}
          </button>
        </p>
      )}
    </div>
  )
}

/** Where a line begins and ends in a text. Lines count from 1. */
function rangeOfLine(text: string, line: number): [start: number, end: number] {
  const lines = text.split('\n')
  const start = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0)
  return [start, start + (lines[line - 1]?.length ?? 0)]
}
