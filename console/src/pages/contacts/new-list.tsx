import { useState } from 'react'
import { useLocation } from 'wouter'
import { SelectField } from '../../components/field'
import { FormDialog } from '../../components/form-dialog'
import { useSubmit } from '../../graphql/use-submit'
import { CreateContactListDocument } from './contacts-operations'
import { conditionsOf, EMPTY_FILTER } from './filter-draft'
import { FilterFields } from './filter-fields'
import { ListFields, listInput } from './list-fields'

/** A list, of people who are added or of those who meet conditions. */
export function NewList({ onClose }: { onClose: () => void }) {
  const { submit, isBusy, problem, fault } = useSubmit(CreateContactListDocument)
  const [draft, setDraft] = useState({ name: '', description: '', isTopic: false })
  const [kind, setKind] = useState<'added' | 'filter'>('added')
  const [filter, setFilter] = useState(EMPTY_FILTER)
  const [, go] = useLocation()
  const onSubmit = async () => {
    const input = listInput(draft)
    const created = await submit({
      input: kind === 'added' ? input : { ...input, filter: { match: filter.match, conditions: conditionsOf(filter) } },
    })
    if (created?.createContactList) go(`/contacts/lists/${created.createContactList.id}`)
  }
  return (
    <FormDialog
      title="New list"
      action="Create the list"
      isOpen
      isBusy={isBusy}
      problem={problem}
      onClose={onClose}
      onSubmit={() => void onSubmit()}
    >
      <ListFields draft={draft} onChange={setDraft} fault={fault} />
      <SelectField
        label="Who is in it"
        value={kind}
        onChange={setKind}
        choices={[
          ['added', 'Contacts that are added to it'],
          ['filter', 'All contacts that meet conditions, found anew each time'],
        ]}
      />
      {kind === 'filter' && (
        <FilterFields filter={filter} onChange={setFilter} fault={(path) => fault(`filter.${path}`)} />
      )}
    </FormDialog>
  )
}
