import { useEffect, useRef, useState } from 'react'
import { TextField } from '../../../components/field'
import { DialogForm } from '../../../components/form-dialog'
import { Failure, Refusal, SkeletonRows } from '../../../components/states'
import { showToast } from '../../../components/toasts'
import type { Problem } from '../../../graphql/problem'
import { useQuery } from '../../../graphql/use-query'
import { useSubmit } from '../../../graphql/use-submit'
import { SourceField } from '../../template/source-field'
import {
  CreateSavedReplyDocument,
  SavedReplyDocument,
  type SavedReplyQuery,
  UpdateSavedReplyDocument,
} from './saved-replies-operations'

/** Answers of these are asked for again after a change. */
export const CHANGES = ['SavedReplyConnection']

interface FormProps {
  /** Called with whether something is written that is not saved. */
  onDirty: (isDirty: boolean) => void
  onClose: () => void
  onSaved: () => void
}

/** A saved reply as its writer sees it. Sources that it lacks are empty. */
interface Written {
  name: string
  subject: string
  bodyText: string
  bodyHtml: string
}

const BLANK: Written = { name: '', subject: '', bodyText: '', bodyHtml: '' }

/** Writes a new one. */
export function NewSavedReply(props: FormProps) {
  const { submit, isBusy, problem, fault } = useSubmit(CreateSavedReplyDocument, CHANGES)
  const create = async (written: Written) => (await submit({ input: written }))?.createSavedReply != null
  return <Form {...props} initial={BLANK} isBusy={isBusy} problem={problem} fault={fault} onSave={create} />
}

/** Changes one that is there. */
export function StoredSavedReply({ id, ...props }: FormProps & { id: string }) {
  const [{ data, error }, again] = useQuery({
    query: SavedReplyDocument,
    variables: { id },
    requestPolicy: 'network-only',
  })
  if (error && !data) return <Failure error={error} retry={() => again({ requestPolicy: 'network-only' })} />
  if (!data) return <SkeletonRows count={4} />
  if (!data.savedReply) return <Refusal problem={{ message: 'This saved reply was deleted.' }} />
  return <Editor {...props} stored={data.savedReply} />
}

function Editor({ stored, ...props }: FormProps & { stored: NonNullable<SavedReplyQuery['savedReply']> }) {
  const { submit, isBusy, problem, fault } = useSubmit(UpdateSavedReplyDocument, CHANGES)
  const { id, name, subject, bodyText, bodyHtml } = stored
  const [initial] = useState({
    ...{ name, subject: subject ?? '', bodyText: bodyText ?? '', bodyHtml: bodyHtml ?? '' },
  })
  // Only what the writer has changed, because a colleague may change the rest.
  const update = async (written: Written) => {
    const input = {
      ...(written.name !== initial.name && { name: written.name }),
      ...(written.subject !== initial.subject && { subject: written.subject }),
      ...(written.bodyText !== initial.bodyText && { bodyText: written.bodyText }),
      ...(written.bodyHtml !== initial.bodyHtml && { bodyHtml: written.bodyHtml }),
    }
    return (await submit({ id, input }))?.updateSavedReply != null
  }
  return <Form {...props} initial={initial} isBusy={isBusy} problem={problem} fault={fault} onSave={update} />
}

interface FieldsProps extends FormProps {
  initial: Written
  isBusy: boolean
  problem: Problem | null
  fault: (path: string) => string | undefined
  /** Resolves to whether it is saved. */
  onSave: (written: Written) => Promise<boolean>
}

function Form({ initial, isBusy, problem, fault, onSave, onDirty, onClose, onSaved }: FieldsProps) {
  const [written, setWritten] = useState(initial)
  const { name, subject, bodyText, bodyHtml } = written
  const fields = useRef<HTMLDivElement>(null)
  useEffect(() => fields.current?.querySelector('input')?.focus(), [])
  const write = (changes: Partial<Written>) => {
    const next = { ...written, ...changes }
    setWritten(next)
    onDirty(JSON.stringify(next) !== JSON.stringify(initial))
  }
  const save = async () => {
    if (!(await onSave(written))) return
    showToast(`The saved reply ${name.trim()} is saved.`)
    onSaved()
  }
  return (
    <DialogForm action="Save" isBusy={isBusy} problem={problem} onClose={onClose} onSubmit={() => void save()}>
      <div ref={fields} className="stack">
        <TextField
          label="Name"
          value={name}
          onChange={(next) => write({ name: next })}
          fault={fault('name')}
          placeholder="On its way"
        />
        <TextField
          label="Subject"
          isOptional
          value={subject}
          onChange={(next) => write({ subject: next })}
          fault={fault('subject')}
          hint="Only for mail that has no subject yet."
        />
        <SourceField
          label="Text"
          rows={8}
          isOptional={bodyHtml !== ''}
          value={bodyText}
          onChange={(next) => write({ bodyText: next })}
          fault={fault('bodyText')}
          hint={VARIABLES}
        />
        <SourceField
          label="HTML"
          rows={3}
          isOptional
          value={bodyHtml}
          onChange={(next) => write({ bodyHtml: next })}
          fault={fault('bodyHtml')}
          hint="For programs that send it. The console inserts the text, or the words of the HTML if there is no text."
        />
      </div>
    </DialogForm>
  )
}

const VARIABLES =
  'Filled in for whom you answer: {{ first_name | default: name }}, {{ name }}, {{ email }}, {{ thread.subject }}, and what you know of the contact.'
