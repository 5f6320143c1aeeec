import { useState } from 'react'
import { BidiIsolate } from '../../components/bidi-isolate'

interface WithAttributes {
  attributes: unknown
}

const KEY = 'postline.contact-columns'
/** As many as a row has room for. */
const MOST = 3
/** Attributes to choose from. */
const MOST_OFFERED = 30

/** The attributes that rows of contacts show. The browser remembers them. */
export function useColumns(): [columns: readonly string[], set: (columns: string[]) => void] {
  const [columns, setColumns] = useState(stored)
  return [
    columns,
    (wanted) => {
      setColumns(wanted)
      localStorage.setItem(KEY, JSON.stringify(wanted))
    },
  ]
}

function stored(): readonly string[] {
  try {
    const known: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(known) ? known.filter((name) => typeof name === 'string').slice(0, MOST) : []
  } catch {
    return []
  }
}

export const attributeOf = ({ attributes }: WithAttributes, name: string): string =>
  String((attributes as Record<string, unknown>)[name] ?? '')

interface ColumnsProps {
  /** Whose attributes are offered. */
  contacts: readonly WithAttributes[]
  columns: readonly string[]
  onChange: (columns: string[]) => void
}

/** Chooses which attributes are shown in the list. */
export function Columns({ contacts, columns, onChange }: ColumnsProps) {
  const known = contacts.flatMap(({ attributes }) => Object.keys(attributes as object))
  const names = [...new Set([...columns, ...known])].slice(0, MOST_OFFERED).toSorted()
  if (names.length === 0) return null
  return (
    <details className="columns">
      <summary>Attributes shown in the list</summary>
      <div>
        {names.map((name) => {
          const isShown = columns.includes(name)
          return (
            <label key={name}>
              <input
                type="checkbox"
                checked={isShown}
                disabled={!isShown && columns.length >= MOST}
                onChange={() => onChange(isShown ? columns.filter((one) => one !== name) : [...columns, name])}
              />{' '}
              <BidiIsolate text={name} />
            </label>
          )
        })}
      </div>
    </details>
  )
}
