import '../contacts/contacts.css'
import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import { ConfirmButton } from '../../components/confirm-button'
import { Copyable } from '../../components/copyable'
import { FormDialog } from '../../components/form-dialog'
import { May, OnlyReads } from '../../components/may'
import { Failure, NotFound, Skeleton } from '../../components/states'
import { showToast } from '../../components/toasts'
import { useQuery } from '../../graphql/use-query'
import { useSubmit } from '../../graphql/use-submit'
import { useWrite } from '../../graphql/use-write'
import { useTitle } from '../../lib/use-title'
import { conditionsOf, draftFilter } from '../contacts/filter-draft'
import { FilterFields } from '../contacts/filter-fields'
import { filterInWords } from '../contacts/filter-words'
import { ListFields, listInput } from '../contacts/list-fields'
import {
  ContactListDocument,
  type ContactListQuery,
  DeleteContactListDocument,
  UpdateContactListDocument,
} from './contact-list-operations'
import { Members } from './members'

type Found = NonNullable<ContactListQuery['contactList']>

/** A list: who is in it, and how they come into it. */
export default function ContactListPage({ id }: { id: string }) {
  const [{ data, error, fetching }, again] = useQuery({ query: ContactListDocument, variables: { id } })
  const [isEditing, setEditing] = useState(false)
  const refresh = () => again({ requestPolicy: 'network-only' })
  const list = data?.contactList
  useTitle(list?.name ?? 'List')
  if (error && !list) return <Failure error={error} retry={refresh} />
  if (!list)
    return fetching ? (
      <Skeleton width="240px" />
    ) : (
      <NotFound what="list" href="/contacts?view=lists" action="Show all lists" />
    )
  return (
    <>
      <div className="page-head">
        <h1>{list.name}</h1>
        {list.filter && <span className="badge info">by filter</span>}
        {list.isTopic && <span className="badge">topic</span>}
        <div className="actions">
          <a className="button" href={`/v1/contacts/export?list_id=${encodeURIComponent(id)}`} download>
            Export
          </a>
          <May scope="admin" instead={<OnlyReads />}>
            {!list.filter && (
              <Link href={`/contacts/import?list=${encodeURIComponent(id)}`} className="button">
                Import a file
              </Link>
            )}
            <button type="button" className="button" onClick={() => setEditing(true)}>
              Change
            </button>
            <Deletion list={list} />
          </May>
        </div>
      </div>
      <div className="stack">
        <section className="panel" aria-label="About the list">
          <dl className="facts content">
            <dt>Contacts in it</dt>
            <dd>{list.memberCount?.toLocaleString() ?? 'unknown'}</dd>
            {list.description !== null && (
              <>
                <dt>What it is for</dt>
                <dd>{list.description}</dd>
              </>
            )}
            {list.filter && (
              <>
                <dt>Who is in it</dt>
                <dd>Every contact where {filterInWords(list.filter)}.</dd>
              </>
            )}
            <dt>Id</dt>
            <dd>
              <Copyable text={id} what="id" />
            </dd>
          </dl>
        </section>
        <Members listId={id} isDynamic={list.filter !== null} onChanged={refresh} />
      </div>
      {isEditing && <Form list={list} onClose={() => setEditing(false)} onSaved={refresh} />}
    </>
  )
}

function Form({ list, onClose, onSaved }: { list: Found; onClose: () => void; onSaved: () => void }) {
  const { submit, isBusy, problem, fault } = useSubmit(UpdateContactListDocument)
  const { name, description, isTopic } = list
  const [draft, setDraft] = useState({ name, description: description ?? '', isTopic })
  const [filter, setFilter] = useState(list.filter && draftFilter(list.filter))
  const onSubmit = async () => {
    const fields = listInput(draft)
    const input = filter ? { ...fields, filter: { match: filter.match, conditions: conditionsOf(filter) } } : fields
    if (!(await submit({ id: list.id, input }))) return
    showToast('Saved.')
    onSaved()
    onClose()
  }
  return (
    <FormDialog
      title={`Change ${name}`}
      action="Save"
      isOpen
      isBusy={isBusy}
      problem={problem}
      onClose={onClose}
      onSubmit={() => void onSubmit()}
    >
      <ListFields draft={draft} onChange={setDraft} fault={fault} />
      {filter && <FilterFields filter={filter} onChange={setFilter} fault={(path) => fault(`filter.${path}`)} />}
    </FormDialog>
  )
}

function Deletion({ list: { id, name } }: { list: Found }) {
  const [isBusy, remove] = useWrite(DeleteContactListDocument)
  const [, go] = useLocation()
  const onDelete = async () => {
    const words = { done: 'The list is deleted. Its contacts stay.', failed: 'Not deleted' }
    if (await remove({ id }, words)) go('/contacts?view=lists')
  }
  return (
    <ConfirmButton
      label="Delete"
      isDisabled={isBusy}
      title="Delete this list?"
      action="Delete the list"
      decline="Keep it"
      onConfirm={() => void onDelete()}
    >
      {name} is gone, and broadcasts cannot be sent to it. Its contacts stay. This cannot be undone.
    </ConfirmButton>
  )
}
