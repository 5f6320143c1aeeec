import { useEffect, useState } from 'react'
import { ChoiceField } from '../../components/choice-field'
import { ConfirmButton } from '../../components/confirm-button'
import { TextField } from '../../components/field'
import { FormDialog } from '../../components/form-dialog'
import { ListChoicesDocument } from '../../graphql/choices-operations'
import { useAllPages } from '../../graphql/use-all-pages'
import { typedValue } from '../../lib/attribute-value'
import { counted } from '../../lib/counted'
import type { Chosen } from '../../lib/use-chosen'
import { ContactIdsDocument } from './contacts-operations'
import { type Change, useChangeMany } from './use-change-many'

interface BulkBarProps {
  chosen: Chosen
  /** What finds the contacts of the list in which they are chosen. */
  filter: { search?: string; listId?: string }
  /** Whether contacts can be taken off the list. */
  isList?: boolean
}

/** Changes many contacts at once. */
export function BulkBar({ chosen: { chosen, choose, chooseShown, clear }, filter, isList = false }: BulkBarProps) {
  const [open, setOpen] = useState<'list' | 'attribute' | null>(null)
  const many = useChangeMany()
  const run = async (change: Change) => {
    if (!(await many.run(chosen, change))) return
    setOpen(null)
    clear()
  }
  const show = (form: 'list' | 'attribute') => {
    many.forget()
    setOpen(form)
  }
  const { listId } = filter
  const form = { count: chosen.size, many, onClose: () => setOpen(null), onRun: (change: Change) => void run(change) }
  return (
    <div className="bulk-bar">
      <button type="button" className="text-button" onClick={chosen.size > 0 ? clear : chooseShown}>
        {chosen.size > 0 ? 'Choose none' : 'Choose all that are shown'}
      </button>
      <ChooseAll filter={filter} onFound={choose} />
      {chosen.size > 0 && (
        <>
          <span role="status">
            {many.done === null ? `${chosen.size.toLocaleString()} chosen` : `${many.done.toLocaleString()} done …`}
          </span>
          <button type="button" className="button small" onClick={() => show('list')}>
            Add to a list
          </button>
          <button type="button" className="button small" onClick={() => show('attribute')}>
            Set an attribute
          </button>
          {isList && listId !== undefined && (
            <button
              type="button"
              className="button small"
              disabled={many.done !== null}
              onClick={() => void run({ removeFromListIds: [listId] })}
            >
              Take off this list
            </button>
          )}
          <ConfirmButton
            label="Delete"
            className="button small danger"
            isDisabled={many.done !== null}
            title={`Delete ${counted(chosen.size, 'contact')}?`}
            action={`Delete ${counted(chosen.size, 'contact')}`}
            decline="Keep them"
            onConfirm={() => void run({ delete: true })}
          >
            They leave their lists. Mail that was sent to them stays in the messages. This cannot be undone.
          </ConfirmButton>
        </>
      )}
      {open === 'list' && <AddToList {...form} />}
      {open === 'attribute' && <SetAttribute {...form} />}
    </div>
  )
}

/** Chooses all contacts that a filter finds, however many they are. */
function ChooseAll({ filter, onFound }: { filter: BulkBarProps['filter']; onFound: (ids: string[]) => void }) {
  const [isWanted, setWanted] = useState(false)
  return isWanted ? (
    <Looking
      filter={filter}
      onFound={(ids) => {
        setWanted(false)
        onFound(ids)
      }}
      onStop={() => setWanted(false)}
    />
  ) : (
    <button type="button" className="text-button" onClick={() => setWanted(true)}>
      {filter.search === undefined ? 'Choose all contacts' : 'Choose all that match'}
    </button>
  )
}

interface LookingProps {
  filter: BulkBarProps['filter']
  onFound: (ids: string[]) => void
  onStop: () => void
}

function Looking({ filter, onFound, onStop }: LookingProps) {
  const { items, isWhole, error, retry } = useAllPages(ContactIdsDocument, ({ contacts }) => contacts, {
    variables: filter,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when all are found
  useEffect(() => {
    if (isWhole) onFound(items.map(({ id }) => id))
  }, [isWhole])
  return (
    <span>
      <span role="status">
        {error ? 'Not all were found.' : `Looking for all of them: ${items.length.toLocaleString()} …`}
      </span>{' '}
      {error && (
        <button type="button" className="text-button" onClick={retry}>
          Try again
        </button>
      )}{' '}
      <button type="button" className="text-button" onClick={onStop}>
        Stop
      </button>
    </span>
  )
}

interface ChangeFormProps {
  count: number
  many: ReturnType<typeof useChangeMany>
  onClose: () => void
  onRun: (change: Change) => void
}

function AddToList({ count, many, onClose, onRun }: ChangeFormProps) {
  const lists = useAllPages(ListChoicesDocument, ({ contactLists }) => contactLists)
  const [listId, setListId] = useState('')
  return (
    <FormDialog
      title={`Add ${counted(count, 'contact')} to a list`}
      action="Add"
      isOpen
      isBusy={many.done !== null}
      problem={many.problem}
      onClose={onClose}
      onSubmit={() => {
        if (listId !== '') onRun({ addToListIds: [listId] })
      }}
    >
      <ChoiceField
        label="List"
        value={listId}
        onChange={setListId}
        choices={lists.items.filter(({ filter }) => filter === null)}
        isLoading={!lists.isWhole}
        placeholder="Choose a list"
        hint="Filters decide who is in dynamic lists, so they are not offered."
      />
    </FormDialog>
  )
}

function SetAttribute({ count, many, onClose, onRun }: ChangeFormProps) {
  const [name, setName] = useState('')
  const [value, setValue] = useState('')
  return (
    <FormDialog
      title={`Set an attribute of ${counted(count, 'contact')}`}
      action="Set"
      isOpen
      isBusy={many.done !== null}
      problem={many.problem}
      onClose={onClose}
      onSubmit={() => onRun({ attributes: { [name]: value === '' ? null : typedValue(value) } })}
    >
      <TextField label="Name" value={name} onChange={setName} fault={many.problem?.fields.get(`attributes.${name}`)} />
      <TextField
        label="Value"
        isOptional
        value={value}
        onChange={setValue}
        hint="Leave it empty to remove the attribute."
      />
    </FormDialog>
  )
}
