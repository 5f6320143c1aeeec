import { useEffect, useRef, useState } from 'react'
import { Field } from './field'

const TYPING_MS = 250

interface SearchFieldProps {
  label: string
  value: string
  /** Called when the reader stops typing. */
  onChange: (text: string) => void
  /** Called with the trimmed text when the reader presses Enter. */
  onEnter?: (text: string) => void
}

/** Searches when the reader stops typing. `/` leads to it. */
export function SearchField({ label, value, onChange, onEnter }: SearchFieldProps) {
  const [text, setText] = useState(value)
  const sent = useRef(value)
  useEffect(() => {
    // The address has changed by itself: a link, or the way back.
    if (value === sent.current) return
    sent.current = value
    setText(value)
  }, [value])
  useEffect(() => {
    if (text === sent.current) return
    const timer = setTimeout(() => {
      sent.current = text
      onChange(text)
    }, TYPING_MS)
    return () => clearTimeout(timer)
  }, [text, onChange])
  return (
    <Field label={label}>
      {({ id }) => (
        <input
          id={id}
          type="search"
          className="input"
          value={text}
          onChange={({ target }) => setText(target.value)}
          onKeyDown={({ key, currentTarget }) => {
            if (key === 'Escape') currentTarget.blur()
            if (key === 'Enter') onEnter?.(text.trim())
          }}
        />
      )}
    </Field>
  )
}
