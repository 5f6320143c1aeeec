import { useRef } from 'react'
import { Checkbox, TextField } from '../../components/field'
import { Panel } from '../../components/panel'
import { Empty } from '../../components/states'
import type { DraftVariable } from './draft'

interface VariablesProps {
  variables: readonly DraftVariable[]
  onChange: (variables: DraftVariable[]) => void
  fault: (path: string) => string | undefined
}

/** The variables of a template, with the values that the preview shows. */
export function Variables({ variables, onChange, fault }: VariablesProps) {
  const nextKey = useRef(-100)
  const set = (key: number, changes: Partial<DraftVariable>) =>
    onChange(variables.map((one) => (one.key === key ? { ...one, ...changes } : one)))
  const add = () => {
    nextKey.current -= 1
    const key = nextKey.current
    onChange([...variables, { key, name: '', required: false, sample: '', fallback: '', stored: null }])
  }
  return (
    <Panel
      title="Variables"
      aside={
        <button type="button" className="button small" onClick={add}>
          Add a variable
        </button>
      }
    >
      {variables.length === 0 && <Empty>Every recipient gets the same mail. Variables make it theirs.</Empty>}
      <ul>
        {variables.map(({ key, name, required, sample, fallback }, index) => (
          <li key={key} className="variable">
            <TextField
              label="Name"
              value={name}
              onChange={(text) => set(key, { name: text })}
              fault={fault(`variables.${index}.name`)}
            />
            <TextField
              label="Value in the preview"
              isOptional
              value={sample}
              onChange={(text) => set(key, { sample: text })}
              fault={fault(`vars.${name}`) ?? fault(`variables.${index}.sample`)}
            />
            <TextField
              label="If there is no value"
              isOptional
              value={fallback}
              onChange={(text) => set(key, { fallback: text })}
              fault={fault(`variables.${index}.default`)}
            />
            <Checkbox label="required" isOn={required} onChange={(isOn) => set(key, { required: isOn })} />
            <button
              type="button"
              className="button small"
              aria-label={`Remove the variable ${name}`}
              onClick={() => onChange(variables.filter((one) => one.key !== key))}
            >
              Remove
            </button>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
