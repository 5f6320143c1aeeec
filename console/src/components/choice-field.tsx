import './choice-field.css'
import { Combobox } from '@base-ui/react/combobox'
import type { ReactNode } from 'react'
import { Field } from './field'

export interface Choice {
  id: string
  name: string
}

interface ChoiceFieldProps {
  label: string
  /** The id of what is chosen; empty for nothing, or for the choice with that id. */
  value: string
  onChange: (id: string) => void
  choices: readonly Choice[]
  /** Whether more of them are being loaded. */
  isLoading: boolean
  /** What the field says while nothing is chosen. */
  placeholder: string
  hint?: ReactNode
  fault?: string | undefined
}

/** Most choices that are shown at once: whoever has more of them types a part of the name. */
const MOST_SHOWN = 100

/** One of many things, found by typing a part of its name. */
export function ChoiceField(props: ChoiceFieldProps) {
  const { label, value, onChange, choices, isLoading, placeholder, hint, fault } = props
  // One that is not there is shown as such and not replaced. The API says what is wrong with it.
  const missing = { id: value, name: isLoading ? 'Loading…' : 'It was deleted' }
  const chosen = choices.find(({ id }) => id === value) ?? (value === '' ? null : missing)
  return (
    <Field label={label} hint={hint} fault={fault}>
      {(control) => (
        <Combobox.Root
          items={choices}
          value={chosen}
          onValueChange={(choice) => onChange(choice?.id ?? '')}
          itemToStringLabel={({ name }) => name}
          isItemEqualToValue={(one, other) => one.id === other.id}
          limit={MOST_SHOWN}
          autoHighlight
        >
          <Combobox.Input
            {...control}
            className="input"
            placeholder={placeholder}
            onFocus={({ currentTarget }) => currentTarget.select()}
          />
          <Combobox.Portal>
            <Combobox.Positioner sideOffset={4}>
              <Combobox.Popup className="choice-popup">
                <Combobox.Empty className="choice-note">
                  {isLoading ? 'Loading…' : 'Nothing has this name.'}
                </Combobox.Empty>
                <Combobox.List aria-label="Choices">
                  {(choice: Choice) => (
                    <Combobox.Item key={choice.id} value={choice} className="choice">
                      {choice.name}
                    </Combobox.Item>
                  )}
                </Combobox.List>
                {choices.length > MOST_SHOWN && <p className="choice-note">Type a part of a name to find others.</p>}
              </Combobox.Popup>
            </Combobox.Positioner>
          </Combobox.Portal>
        </Combobox.Root>
      )}
    </Field>
  )
}
