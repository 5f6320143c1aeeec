import { useId, useState } from 'react'
import { Dialog } from '../../../components/dialog'
import { Checkbox, Field } from '../../../components/field'
import { DialogForm } from '../../../components/form-dialog'
import { useQuery } from '../../../graphql/use-query'
import { AssigneesDocument, type ThreadFragment } from '../mail-operations'
import { ownName, rememberOwnName } from './own-name'

interface AssigneeDialogProps {
  threads: readonly ThreadFragment[]
  onChoose: (assignee: string | null) => void
  onClose: () => void
}

/** Longest name that the API takes, in characters. */
const MAX_NAME = 100

/** Says who takes care of threads. It suggests who takes care of others. */
export default function AssigneeDialog({ threads, onChoose, onClose }: AssigneeDialogProps) {
  const [own] = useState(ownName)
  const [name, setName] = useState('')
  const [isOwn, setOwn] = useState(false)
  const listId = useId()
  const [{ data }] = useQuery({ query: AssigneesDocument })
  const inUse = new Set([own, ...(data?.threads?.nodes ?? []).map(({ assignee }) => assignee ?? '')])
  const submit = () => {
    const given = name.trim()
    if (given === '') return
    if (isOwn) rememberOwnName(given)
    onChoose(given)
  }
  return (
    <Dialog
      title={threads.length === 1 ? 'Who takes care of it?' : `Who takes care of ${threads.length} threads?`}
      isOpen
      onClose={onClose}
    >
      <div className="choices-below">
        {own !== '' && (
          <button type="button" className="button" onClick={() => onChoose(own)}>
            Assign to me <span className="muted">{own}</span>
          </button>
        )}
      </div>
      <DialogForm action="Assign" isBusy={false} problem={null} onClose={onClose} onSubmit={submit}>
        <Field label="Name" hint="A name or an address, in your own words">
          {(control) => (
            <>
              <input
                {...control}
                className="input"
                list={listId}
                autoComplete="off"
                required
                maxLength={MAX_NAME}
                value={name}
                onChange={({ target }) => setName(target.value)}
              />
              <datalist id={listId}>
                {[...inUse].filter(Boolean).map((each) => (
                  <option key={each} value={each} />
                ))}
              </datalist>
            </>
          )}
        </Field>
        <Checkbox label="This is me. Remember the name in this browser." isOn={isOwn} onChange={setOwn} />
        {/* Behind the name, which has the focus first: Enter must not take anybody's work away. */}
        {threads.some(({ assignee }) => assignee !== null) && (
          <button type="button" className="button" onClick={() => onChoose(null)}>
            Assign to nobody
          </button>
        )}
      </DialogForm>
    </Dialog>
  )
}
