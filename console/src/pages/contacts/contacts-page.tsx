import './contacts.css'
import { useState } from 'react'
import { Link, useLocation, useSearchParams } from 'wouter'
import { BidiIsolate } from '../../components/bidi-isolate'
import { ChooseBox } from '../../components/choose-box'
import { ContactStatus } from '../../components/contact-status'
import { TextField } from '../../components/field'
import { FormDialog } from '../../components/form-dialog'
import { May, OnlyReads } from '../../components/may'
import { PageHead } from '../../components/page-head'
import { PagedList } from '../../components/paged-list'
import { SearchField } from '../../components/search-field'
import { Empty } from '../../components/states'
import { Tabs } from '../../components/tabs'
import { Time } from '../../components/time'
import { useQuery } from '../../graphql/use-query'
import { useSubmit } from '../../graphql/use-submit'
import { nameOfContact } from '../../lib/person'
import { type Chosen, useChosen } from '../../lib/use-chosen'
import { BulkBar } from './bulk-bar'
import { attributeOf, Columns, useColumns } from './columns'
import {
  ContactListsDocument,
  ContactsDocument,
  type ContactsQuery,
  CreateContactDocument,
} from './contacts-operations'
import { NewList } from './new-list'

/** The people whom the account writes to, and the lists that hold them together. */
export default function ContactsPage() {
  const [address, setAddress] = useSearchParams()
  const [open, setOpen] = useState<'contact' | 'list' | null>(null)
  const view = address.get('view') === 'lists' ? 'lists' : 'contacts'
  const add = () => setOpen(view === 'lists' ? 'list' : 'contact')
  return (
    <>
      <PageHead title="Contacts">
        <a className="button" href="/v1/contacts/export" download>
          Export
        </a>
        <May scope="admin" instead={<OnlyReads />}>
          <Link href="/contacts/import" className="button">
            Import a file
          </Link>
          <button type="button" className="button main" onClick={add}>
            {view === 'lists' ? 'New list' : 'Add a contact'}
          </button>
        </May>
      </PageHead>
      <section className="panel" aria-label="Contacts and lists">
        <Tabs
          label="Contacts and lists"
          chosen={view}
          onChoose={(name) => setAddress(name === 'lists' ? { view: 'lists' } : {}, { replace: true })}
          items={[
            { name: 'contacts', title: 'Contacts', content: () => <People onAdd={add} /> },
            { name: 'lists', title: 'Lists', content: () => <Lists onAdd={add} /> },
          ]}
        />
      </section>
      {open === 'contact' && <NewContact onClose={() => setOpen(null)} />}
      {open === 'list' && <NewList onClose={() => setOpen(null)} />}
    </>
  )
}

function People({ onAdd }: { onAdd: () => void }) {
  const [address, setAddress] = useSearchParams()
  const search = address.get('search')?.trim() ?? ''
  return (
    <div className="stack">
      <SearchField
        label="Search: a name, or an address or a part of it"
        value={search}
        onChange={(text) => setAddress(text === '' ? {} : { search: text }, { replace: true })}
      />
      <Found key={search} search={search} onAdd={onAdd} />
    </div>
  )
}

function Found({ search, onAdd }: { search: string; onAdd: () => void }) {
  const filter = search === '' ? {} : { search }
  const chosen = useChosen()
  const [columns, setColumns] = useColumns()
  const [{ data }] = useQuery({ query: ContactsDocument, variables: filter })
  return (
    <div className="contacts">
      <Columns contacts={data?.contacts?.nodes ?? []} columns={columns} onChange={setColumns} />
      <May scope="admin">
        <BulkBar chosen={chosen} filter={filter} />
      </May>
      <div ref={chosen.list}>
        <PagedList
          label="Contacts"
          query={ContactsDocument}
          variables={filter}
          pick={({ contacts }) => contacts}
          row={(contact) => <Person key={contact.id} contact={contact} columns={columns} chosen={chosen} />}
          empty={
            search === '' ? (
              <Empty
                action={
                  <May scope="admin">
                    <button type="button" className="button" onClick={onAdd}>
                      Add a contact
                    </button>
                  </May>
                }
              >
                Contacts are the people whom you write to. Add one, or import a file of many.
              </Empty>
            ) : (
              <Empty>No contact matches. The search finds whole words of a name, and addresses or their parts.</Empty>
            )
          }
        />
      </div>
    </div>
  )
}

interface PersonProps {
  contact: NonNullable<ContactsQuery['contacts']>['nodes'][number]
  columns: readonly string[]
  chosen: Chosen
}

function Person({ contact, columns, chosen }: PersonProps) {
  const { id, email, status, createdAt } = contact
  return (
    <li className="choosable">
      <ChooseBox id={id} label={`Choose ${email}`} chosen={chosen} />
      <Link href={`/contacts/${id}`} className={`row with-${columns.length}`}>
        <span className="clip">
          <BidiIsolate text={email} />
        </span>
        <span className="clip">
          <BidiIsolate text={nameOfContact(contact)} />
        </span>
        {columns.map((name) => (
          <span key={name} className="clip attribute-column">
            <span className="muted">
              <BidiIsolate text={name} />
            </span>{' '}
            <BidiIsolate text={attributeOf(contact, name)} />
          </span>
        ))}
        <span>
          <ContactStatus status={status} />
        </span>
        <span className="time">
          <Time at={createdAt} />
        </span>
      </Link>
    </li>
  )
}

function Lists({ onAdd }: { onAdd: () => void }) {
  return (
    <div className="contact-lists">
      <PagedList
        label="Lists"
        query={ContactListsDocument}
        variables={{}}
        pick={({ contactLists }) => contactLists}
        row={({ id, name, description, isTopic, filter, createdAt }) => (
          <li key={id}>
            <Link href={`/contacts/lists/${id}`} className="row">
              <span className="clip">
                <BidiIsolate text={name} />{' '}
                <span className="muted">
                  <BidiIsolate text={description ?? ''} />
                </span>
              </span>
              <span>
                {filter && <span className="badge info">by filter</span>}{' '}
                {isTopic && <span className="badge">topic</span>}
              </span>
              <span className="time">
                <Time at={createdAt} />
              </span>
            </Link>
          </li>
        )}
        empty={
          <Empty
            action={
              <May scope="admin">
                <button type="button" className="button" onClick={onAdd}>
                  New list
                </button>
              </May>
            }
          >
            Lists hold contacts together, so that a broadcast can reach all of them.
          </Empty>
        }
      />
    </div>
  )
}

function NewContact({ onClose }: { onClose: () => void }) {
  const { submit, isBusy, problem, fault } = useSubmit(CreateContactDocument)
  const [email, setEmail] = useState('')
  const [firstName, setFirstName] = useState('')
  const [lastName, setLastName] = useState('')
  const [, go] = useLocation()
  const onSubmit = async () => {
    const created = await submit({ input: { email, firstName: firstName || null, lastName: lastName || null } })
    if (created?.createContact) go(`/contacts/${created.createContact.id}`)
  }
  return (
    <FormDialog
      title="Add a contact"
      action="Add"
      isOpen
      isBusy={isBusy}
      problem={problem}
      onClose={onClose}
      onSubmit={() => void onSubmit()}
    >
      <TextField label="Address" value={email} onChange={setEmail} fault={fault('email')} />
      <TextField label="First name" isOptional value={firstName} onChange={setFirstName} fault={fault('firstName')} />
      <TextField label="Last name" isOptional value={lastName} onChange={setLastName} fault={fault('lastName')} />
    </FormDialog>
  )
}
