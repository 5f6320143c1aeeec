import { type FormEvent, type KeyboardEvent, useId, useRef, useState } from 'react'
import { Field, SelectField, TextField } from '../../components/field'
import { Refusal } from '../../components/states'
import type { Problem } from '../../graphql/problem'
import { sizeInWords } from '../../lib/size'
import { type ChosenFile, chosenFile, MAX_FILES_BYTES, wordsForLost } from './chosen-file'
import type { Draft } from './drafts'
import { FormattedField } from './formatted-field'

interface ComposerProps {
  draft: Draft
  set: (changes: Partial<Draft>) => void
  /** The addresses to send from. With none, the API chooses. */
  senders?: readonly string[]
  /** What the API writes if the subject is left empty. Without it, a subject is required. */
  subjectIfEmpty?: string
  /** Whether a mail without a text makes sense. */
  isTextOptional?: boolean
  isBusy: boolean
  problem: Problem | null
  onSend: () => void
  onDiscard: () => void
}

/** Writes a mail. `Ctrl Enter` sends it. */
export function Composer(props: ComposerProps) {
  const { draft, set, senders = [], isBusy, problem, onSend, onDiscard } = props
  const { subjectIfEmpty, isTextOptional = false } = props
  const [hasCopies, setCopies] = useState(draft.cc !== '' || draft.bcc !== '')
  const form = useRef<HTMLFormElement>(null)
  const faultOf = (name: string) => faultIn(problem, name)
  const lost = wordsForLost(draft.files)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isBusy) onSend()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    // In a field on one line, the key alone submits as well.
    event.preventDefault()
    form.current?.requestSubmit()
  }
  return (
    <form ref={form} className="content stack composer" onSubmit={submit} onKeyDown={onKeyDown}>
      {senders.length > 0 && (
        <SelectField
          label="From"
          value={draft.from}
          onChange={(from) => set({ from })}
          choices={senders.map((address) => [address, address] as const)}
          fault={faultOf('from')}
        />
      )}
      <TextField
        label="To"
        value={draft.to}
        onChange={(to) => set({ to })}
        fault={faultOf('to')}
        placeholder="Ada <ada@example.com>, bo@example.org"
      />
      {hasCopies ? (
        <>
          <TextField label="Cc" isOptional value={draft.cc} onChange={(cc) => set({ cc })} fault={faultOf('cc')} />
          <TextField label="Bcc" isOptional value={draft.bcc} onChange={(bcc) => set({ bcc })} fault={faultOf('bcc')} />
        </>
      ) : (
        <div>
          <button type="button" className="text-button" onClick={() => setCopies(true)}>
            Add Cc and Bcc
          </button>
        </div>
      )}
      <TextField
        label="Subject"
        isOptional={subjectIfEmpty !== undefined}
        placeholder={subjectIfEmpty}
        value={draft.subject}
        onChange={(subject) => set({ subject })}
        fault={faultOf('subject')}
      />
      <FormattedField
        value={draft.text}
        onChange={(text) => set({ text })}
        isOptional={isTextOptional}
        fault={faultOf('bodyText') ?? faultOf('bodyHtml')}
      />
      <Files files={draft.files} onChange={(files) => set({ files })} fault={faultOf('attachments')} />
      <Refusal problem={lost === null ? null : { message: lost }} />
      <Refusal problem={problem}>{problem?.code === 'no_verified_domain' && NO_DOMAIN}</Refusal>
      <div className="actions">
        <button type="submit" className="button main" disabled={isBusy}>
          {isBusy ? 'Sending…' : 'Send'}
        </button>
        <button type="button" className="button" onClick={onDiscard}>
          Discard
        </button>
        <span className="muted">
          <kbd>Ctrl Enter</kbd> sends
        </span>
      </div>
    </form>
  )
}

const NO_DOMAIN = 'Mail is sent from a verified domain of yours: add one and publish its DNS records.'

/** What is wrong with a field, or with one of its entries. */
function faultIn(problem: Problem | null, name: string): string | undefined {
  const paths = [...(problem?.fields ?? [])]
  return paths.find(([path]) => path === name || path.startsWith(`${name}.`))?.[1]
}

interface FilesProps {
  files: readonly ChosenFile[]
  onChange: (files: readonly ChosenFile[]) => void
  fault: string | undefined
}

function Files({ files, onChange, fault }: FilesProps) {
  const listId = useId()
  const bytes = files.reduce((sum, { size }) => sum + size, 0)
  const tooMuch = `must have at most 7 MiB in all, and have ${sizeInWords(bytes)}`
  return (
    <div className="stack-tight">
      <Field label="Files" fault={fault ?? (bytes > MAX_FILES_BYTES ? tooMuch : undefined)}>
        {(control) => (
          <input
            {...control}
            type="file"
            multiple
            onChange={({ target }) => {
              onChange(withChosen(files, [...(target.files ?? [])]))
              // So that the same file can be chosen again once it is removed.
              target.value = ''
            }}
          />
        )}
      </Field>
      <ul id={listId} className="attachments" aria-label="Files to send">
        {files.map((file, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: names may repeat
          <li key={index}>
            {file.name} <span className="muted">{sizeInWords(file.size)}</span>{' '}
            {file.content === null && <span className="badge bad">cannot be read</span>}{' '}
            <button
              type="button"
              className="text-button"
              onClick={() => onChange(files.filter((each) => each !== file))}
            >
              Remove<span className="visually-hidden"> {file.name}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The files with more. Those that cannot be read any more go when one of their name is chosen again. */
function withChosen(files: readonly ChosenFile[], chosen: readonly File[]): ChosenFile[] {
  const names = new Set(chosen.map(({ name }) => name))
  const stay = files.filter(({ name, content }) => content !== null || !names.has(name))
  return [...stay, ...chosen.map(chosenFile)]
}
