import { useEffect, useRef, useState } from 'react'
import { Field } from './field'

const TYPING_MS = 250

interface SearchFieldProps {
  label: string
  value: string
  placeholder?: string
  /** Called with the trimmed text when the reader stops typing. Spaces around it are no other text. */
  onChange: (text: string) => void
  /** Called with the trimmed text when the reader presses Enter. */
  onEnter?: (text: string) => void
}

/** Searches when the reader stops typing. `/` leads to it. */
export function SearchField({ label, value, placeholder, onChange, onEnter }: SearchFieldProps) {
  const [text, setText] = useState(value)
  const sent = useRef(value.trim())
  useEffect(() => {
    // The address has changed by itself: a link, or the way back. A space that was just typed stays.
    if (value.trim() === sent.current) return
    sent.current = value.trim()
    setText(value)
  }, [value])
  useEffect(() => {
    const wanted = text.trim()
    if (wanted === sent.current) return
    const timer = setTimeout(() => {
      sent.current = wanted
      onChange(wanted)
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
          placeholder={placeholder}
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
