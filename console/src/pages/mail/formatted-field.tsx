import { type KeyboardEvent, type RefObject, useState } from 'react'
import { DraftFrame } from '../../components/draft-frame'
import { Field } from '../../components/field'
import { toHtml } from './formatted'
import { typeInto } from './type-into'

interface FormattedFieldProps {
  /** Gets its control. */
  area: RefObject<HTMLTextAreaElement | null>
  value: string
  onChange: (value: string) => void
  isOptional: boolean
  fault: string | undefined
}

/** The text of a mail, with buttons for its formatting, which is written into it as in Markdown. */
export function FormattedField({ area, value, onChange, isOptional, fault }: FormattedFieldProps) {
  const [isPreview, setPreview] = useState(false)

  const replace = (from: number, to: number, text: string, select: readonly [number, number]) =>
    typeInto(area.current!, from, to, text, select)
  const wrap = (before: string, after: string, otherwise: string) => {
    const { selectionStart: from, selectionEnd: to } = area.current!
    const words = value.slice(from, to) || otherwise
    replace(from, to, before + words + after, [before.length, before.length + words.length])
  }
  const mark = (prefix: (index: number) => string) => {
    const { selectionStart, selectionEnd: to } = area.current!
    const from = value.lastIndexOf('\n', selectionStart - 1) + 1
    const lines = value.slice(from, to).split('\n')
    const text = lines.map((line, index) => prefix(index) + line).join('\n')
    replace(from, to, text, [text.length, text.length])
  }
  const bold = () => wrap('**', '**', 'bold')
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 'b' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    bold()
  }
  const tools = [
    ['Bold', bold],
    ['List', () => mark(() => '- ')],
    ['Numbered list', () => mark((index) => `${index + 1}. `)],
    ['Quote', () => mark(() => '> ')],
    ['Link', () => wrap('[', '](https://)', 'words')],
  ] as const
  return (
    <div className="stack-tight">
      <Field
        label="Text"
        fault={fault}
        hint="Formatting: **bold**, [words](https://…), - list, 1. numbered list, > quote"
      >
        {(control) => (
          <textarea
            {...control}
            ref={area}
            className="input"
            rows={12}
            required={!isOptional}
            value={value}
            onKeyDown={onKeyDown}
            onChange={({ target }) => onChange(target.value)}
          />
        )}
      </Field>
      <div className="toolbar" role="toolbar" aria-label="Formatting">
        {tools.map(([title, action]) => (
          <button key={title} type="button" className="button small" onClick={action}>
            {title}
          </button>
        ))}
        <button type="button" className="button small" aria-pressed={isPreview} onClick={() => setPreview(!isPreview)}>
          Preview
        </button>
      </div>
      {isPreview && <DraftFrame title="Preview of your mail" html={toHtml(value)} />}
    </div>
  )
}
