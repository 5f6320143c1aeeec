import { useState } from 'react'
import { useLocation } from 'wouter'
import { Confirm, Dialog } from '../../components/dialog'
import { Checkbox, TextField } from '../../components/field'
import { DialogForm, FormDialog } from '../../components/form-dialog'
import { Empty } from '../../components/states'
import { showToast } from '../../components/toasts'
import { useSubmit } from '../../graphql/use-submit'
import { useWrite } from '../../graphql/use-write'
import { CreateLabelDocument, DeleteLabelDocument, RenameLabelDocument, type ThreadFragment } from './mail-operations'
import { useMailbox } from './mailbox'
import { useThreadWrites } from './thread-writes'
import { usePlaces } from './use-places'
import { addressOf } from './views'

interface NewLabelProps {
  onClose: () => void
  onCreated: (name: string) => void
}

/** Creates a label. */
export function LabelDialog({ onClose, onCreated }: { onClose: () => void; onCreated: () => void }) {
  const onMade = (name: string) => {
    showToast(`The label ${name} is there. Give it to threads with “Labels”.`)
    onCreated()
  }
  return (
    <Dialog title="New label" isOpen onClose={onClose}>
      <NewLabel onClose={onClose} onCreated={onMade} />
    </Dialog>
  )
}

function NewLabel({ onClose, onCreated }: NewLabelProps) {
  const [name, setName] = useState('')
  const { submit, isBusy, problem, fault } = useSubmit(CreateLabelDocument)
  const create = async () => {
    const made = await submit({ input: { name } })
    if (!made?.createLabel) return
    onCreated(made.createLabel.name)
    onClose()
  }
  return (
    <DialogForm
      action="Create the label"
      isBusy={isBusy}
      problem={problem}
      onClose={onClose}
      onSubmit={() => void create()}
    >
      <TextField label="Name" value={name} onChange={setName} fault={fault('name')} placeholder="Orders" />
    </DialogForm>
  )
}

/**
 * Chooses the labels of threads. Each choice is written at once; labels that only some have stay until chosen. The threads get a
 * new label, too.
 */
export function ThreadLabels({ threads, onClose }: { threads: readonly ThreadFragment[]; onClose: () => void }) {
  const [isCreating, setCreating] = useState(false)
  const { labels = [], refresh } = usePlaces()
  const { label } = useThreadWrites()
  const choose = (name: string, isOn: boolean) => void label(threads, name, isOn)
  if (isCreating) {
    const onCreated = (name: string) => {
      refresh()
      choose(name, true)
    }
    const back = () => setCreating(false)
    return (
      <Dialog title="New label" isOpen onClose={back}>
        <NewLabel onClose={back} onCreated={onCreated} />
      </Dialog>
    )
  }
  const title = threads.length === 1 ? 'Labels' : `Labels of ${threads.length} threads`
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      {labels.length === 0 && <Empty>There is no label yet.</Empty>}
      {labels.map(({ id, name }) => {
        const count = threads.filter((thread) => thread.labels.includes(name)).length
        const isMixed = count > 0 && count < threads.length
        return (
          <Checkbox
            key={id}
            label={<LabelChoice name={name} note={isMixed ? `on ${count} of ${threads.length}` : ''} />}
            isOn={count === threads.length}
            isMixed={isMixed}
            onChange={(isOn) => choose(name, isOn)}
          />
        )
      })}
      <div className="actions">
        <button type="button" className="button" onClick={() => setCreating(true)}>
          New label
        </button>
        <button type="button" className="button" onClick={onClose}>
          Done
        </button>
      </div>
    </Dialog>
  )
}

function LabelChoice({ name, note }: { name: string; note: string }) {
  return (
    <>
      {name} <span className="muted">{note}</span>
    </>
  )
}

/** Renames or deletes the label of a list. */
export function LabelActions({ name }: { name: string }) {
  const [open, setOpen] = useState<'rename' | 'delete' | null>(null)
  const { labels, refresh } = usePlaces()
  const { startOver } = useMailbox()
  const [, go] = useLocation()
  const label = labels?.find((each) => each.name.toLowerCase() === name.toLowerCase())
  if (!label) return null
  const leave = (address: string) => {
    refresh()
    startOver()
    go(address, { replace: true })
  }
  const close = () => setOpen(null)
  return (
    <div className="actions">
      <button type="button" className="button" onClick={() => setOpen('rename')}>
        Rename
      </button>
      <button type="button" className="button danger" onClick={() => setOpen('delete')}>
        Delete label
      </button>
      {open === 'rename' && (
        <RenameLabel label={label} onClose={close} onDone={(next) => leave(addressOf({ label: next }))} />
      )}
      <DeleteLabel label={label} isOpen={open === 'delete'} onClose={close} onDone={() => leave('/mail')} />
    </div>
  )
}

interface Label {
  id: string
  name: string
}

function RenameLabel(props: { label: Label; onClose: () => void; onDone: (name: string) => void }) {
  const { label, onClose, onDone } = props
  const [name, setName] = useState(label.name)
  const { submit, isBusy, problem, fault } = useSubmit(RenameLabelDocument)
  const rename = async () => {
    const renamed = await submit({ id: label.id, name })
    if (!renamed?.updateLabel) return
    onClose()
    onDone(renamed.updateLabel.name)
  }
  return (
    <FormDialog
      title="Rename the label"
      action="Rename"
      isOpen
      isBusy={isBusy}
      problem={problem}
      onClose={onClose}
      onSubmit={() => void rename()}
    >
      <TextField label="Name" value={name} onChange={setName} fault={fault('name')} />
    </FormDialog>
  )
}

function DeleteLabel(props: { label: Label; isOpen: boolean; onClose: () => void; onDone: () => void }) {
  const { label, isOpen, onClose, onDone } = props
  const [, remove] = useWrite(DeleteLabelDocument)
  const onDelete = async () => {
    const words = { done: `The label ${label.name} is deleted.`, failed: 'Not deleted' }
    if (await remove({ id: label.id }, words)) onDone()
  }
  return (
    <Confirm
      title={`Delete the label ${label.name}?`}
      action="Delete the label"
      decline="Keep it"
      isOpen={isOpen}
      onClose={onClose}
      onConfirm={() => void onDelete()}
    >
      It is taken off every thread. The threads stay.
    </Confirm>
  )
}
