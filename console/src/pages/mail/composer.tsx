import { type FormEvent, useId, useRef, useState } from 'react'
import { ConfirmButton } from '../../components/confirm-button'
import { Field, SelectField, TextField } from '../../components/field'
import { Pending } from '../../components/pending'
import { Refusal } from '../../components/states'
import type { Problem } from '../../graphql/problem'
import { lazyPart } from '../../lib/lazy-part'
import { sizeInWords } from '../../lib/size'
import { submitByKeyboard } from '../../lib/submit-by-keyboard'
import { type ChosenFile, chosenFile, isLost, MAX_FILES_BYTES, wordsForLost } from './chosen-file'
import type { DraftSession } from './drafts/draft-session'
import { DraftState } from './drafts/draft-state'
import { useWrittenState } from './drafts/written-mails'
import { FormattedField } from './formatted-field'
import { SavedReplyButton } from './saved-replies/saved-reply-button'
import { SignatureChoice } from './signatures/signature-choice'

interface ComposerProps {
  mail: DraftSession
  /** The addresses to send from. With none, the API chooses. */
  senders?: readonly string[]
  /** What the API writes if the subject is left empty. Without it, a subject is required. */
  subjectIfEmpty?: string
  /** Whether a mail without a text makes sense. */
  isTextOptional?: boolean
  /** @param at when it is sent; null for now. */
  onSend: (at: string | null) => void
  onDiscard: () => void
}

const SendLaterDialog = lazyPart(() => import('./sending/send-later-dialog'))

/** Writes a mail. `Ctrl Enter` sends it. */
export function Composer(props: ComposerProps) {
  const { mail, senders = [], onSend, onDiscard } = props
  const { subjectIfEmpty, isTextOptional = false } = props
  const { set } = mail
  const { draft, refusal: problem, id, isUnsaved, isSaving } = useWrittenState(mail)
  const isBegun = id !== null || isUnsaved || isSaving
  const [isOpen, setCopies] = useState(false)
  const [isLater, setLater] = useState(false)
  const hasCopies = isOpen || draft.cc !== '' || draft.bcc !== ''
  const form = useRef<HTMLFormElement>(null)
  const area = useRef<HTMLTextAreaElement>(null)
  const faultOf = (name: string) => faultIn(problem, name)
  const lost = wordsForLost(draft.files)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSend(null)
  }
  const askLater = () => {
    if (form.current?.reportValidity()) setLater(true)
  }
  return (
    <form ref={form} className="content stack composer" onSubmit={submit} onKeyDown={submitByKeyboard}>
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
        area={area}
        value={draft.text}
        onChange={(text) => set({ text })}
        isOptional={isTextOptional}
        fault={faultOf('bodyText') ?? faultOf('bodyHtml')}
      />
      <SavedReplyButton mail={mail} area={area} />
      <SignatureChoice
        from={draft.from || (senders[0] ?? '')}
        isOn={draft.signature}
        onChange={(signature) => set({ signature })}
      />
      <Files files={draft.files} onChange={(files) => set({ files })} fault={faultOf('attachments')} />
      <DraftState mail={mail} />
      <Refusal problem={lost === null ? null : { message: lost }} />
      <Refusal problem={problem}>{problem?.code === 'no_verified_domain' && NO_DOMAIN}</Refusal>
      <div className="actions">
        <button type="submit" className="button main">
          Send
        </button>
        <button type="button" className="button" onClick={askLater}>
          Send later
        </button>
        {isBegun ? (
          <ConfirmButton
            scope="send"
            label="Discard"
            className="button"
            title="Discard this draft?"
            action="Discard the draft"
            decline="Keep it"
            onConfirm={onDiscard}
          >
            What is written is lost, for your colleagues too. This cannot be undone.
          </ConfirmButton>
        ) : (
          <button type="button" className="button" onClick={onDiscard}>
            Discard
          </button>
        )}
        <span className="muted">
          <kbd>Ctrl Enter</kbd> sends
        </span>
      </div>
      {isLater && (
        <Pending>
          <SendLaterDialog
            onChoose={(at) => {
              setLater(false)
              onSend(at)
            }}
            onClose={() => setLater(false)}
          />
        </Pending>
      )}
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
            {isLost(file) && <span className="badge bad">cannot be read</span>}{' '}
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
  const stay = files.filter((file) => !isLost(file) || !names.has(file.name))
  return [...stay, ...chosen.map(chosenFile)]
}
