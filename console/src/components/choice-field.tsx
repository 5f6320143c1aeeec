import './choice-field.css'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { inOrder } from '../lib/in-order'
import { BidiIsolate } from './bidi-isolate'
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

/**
 * One of many things, found by typing a part of its name. It follows the pattern of a combobox with a list below it; a
 * library for it would be larger than any page.
 */
export function ChoiceField(props: ChoiceFieldProps) {
  const { label, value, onChange, choices, isLoading, placeholder, hint, fault } = props
  const [isOpen, setOpen] = useState(false)
  // Null while the field shows what is chosen.
  const [typed, setTyped] = useState<string | null>(null)
  const [current, setCurrent] = useState(0)
  const listId = useId()
  // One that is not there is shown as such and not replaced. The API says what is wrong with it.
  const missing = { id: value, name: isLoading ? 'Loading…' : 'It was deleted' }
  const chosen = choices.find(({ id }) => id === value) ?? (value === '' ? null : missing)
  const shown = choices.filter(({ name }) => plain(name).includes(plain(typed ?? ''))).slice(0, MOST_SHOWN)
  const idOf = (index: number) => `${listId}-${index}`

  const open = () => {
    if (isOpen) return
    setOpen(true)
    setCurrent(
      Math.max(
        shown.findIndex(({ id }) => id === value),
        0,
      ),
    )
  }
  const close = () => {
    setOpen(false)
    setTyped(null)
  }
  const choose = (choice: Choice) => {
    onChange(choice.id)
    close()
  }
  const onType = (text: string) => {
    setTyped(text)
    setOpen(true)
    setCurrent(0)
    if (text === '') onChange('')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const choice = shown[current]
    if (step && !isOpen) open()
    else if (step && choice) setCurrent((current + step + shown.length) % shown.length)
    else if (isOpen && event.key === 'Enter' && choice) choose(choice)
    else if (isOpen && event.key === 'Escape') close()
    else return
    event.preventDefault()
    // The dialog around it stays open.
    event.stopPropagation()
  }

  return (
    <Field label={label} hint={hint} fault={fault}>
      {(control) => (
        <div className="choice-field">
          <input
            {...control}
            className="input"
            role="combobox"
            autoComplete="off"
            aria-autocomplete="list"
            aria-expanded={isOpen}
            aria-controls={isOpen && shown.length > 0 ? listId : undefined}
            aria-activedescendant={isOpen && shown.length > 0 ? idOf(current) : undefined}
            placeholder={placeholder}
            value={typed ?? inOrder(chosen?.name ?? '')}
            onChange={({ target }) => onType(target.value)}
            onFocus={({ currentTarget }) => currentTarget.select()}
            onClick={open}
            onBlur={close}
            onKeyDown={onKeyDown}
          />
          {isOpen && (
            // biome-ignore lint/a11y/noStaticElementInteractions: the field keeps the focus
            <div className="choice-popup" onMouseDown={(event) => event.preventDefault()}>
              {shown.length === 0 && (
                <p className="choice-note" role="status">
                  {isLoading ? 'Loading…' : 'Nothing has this name.'}
                </p>
              )}
              {shown.length > 0 && (
                <div id={listId} className="choice-list" role="listbox" aria-label="Choices">
                  {shown.map((choice, index) => (
                    <Option
                      key={choice.id}
                      id={idOf(index)}
                      name={choice.name}
                      isChosen={choice.id === value}
                      isCurrent={index === current}
                      onChoose={() => choose(choice)}
                    />
                  ))}
                </div>
              )}
              {choices.length > MOST_SHOWN && <p className="choice-note">Type a part of a name to find others.</p>}
            </div>
          )}
        </div>
      )}
    </Field>
  )
}

interface OptionProps {
  id: string
  name: string
  isChosen: boolean
  isCurrent: boolean
  onChoose: () => void
}

function Option({ id, name, isChosen, isCurrent, onChoose }: OptionProps) {
  const row = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isCurrent) row.current?.scrollIntoView({ block: 'nearest' })
  }, [isCurrent])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field
    // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus
    <div
      ref={row}
      id={id}
      className={isCurrent ? 'choice current' : 'choice'}
      role="option"
      aria-selected={isChosen}
      onClick={onChoose}
    >
      <BidiIsolate text={name} />
    </div>
  )
}

/** A text without what readers do not type: capitals and accents. */
const plain = (text: string) => text.trim().normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
