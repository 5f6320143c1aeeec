import '../contacts/contacts.css'
import { type FormEvent, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { BidiIsolate } from '../../components/bidi-isolate'
import { ConfirmButton } from '../../components/confirm-button'
import { ContactStatus } from '../../components/contact-status'
import { Copyable } from '../../components/copyable'
import { TextField } from '../../components/field'
import { May, OnlyReads } from '../../components/may'
import { Panel } from '../../components/panel'
import { Failure, NotFound, Refusal, Skeleton } from '../../components/states'
import { Time } from '../../components/time'
import { showToast } from '../../components/toasts'
import { useQuery } from '../../graphql/use-query'
import { useSubmit } from '../../graphql/use-submit'
import { useWrite } from '../../graphql/use-write'
import { typedValue } from '../../lib/attribute-value'
import { counted } from '../../lib/counted'
import { personPath } from '../../lib/person'
import { useMay } from '../../lib/rights'
import { discardUnsaved, useUnsaved } from '../../lib/unsaved'
import { useTitle } from '../../lib/use-title'
import {
  ContactDocument,
  type ContactQuery,
  DeleteContactDocument,
  EraseRecipientDocument,
  UpdateContactDocument,
} from './contact-operations'
import { ContactLists } from './lists'

type Found = NonNullable<ContactQuery['contact']>

/** A contact: what is known of the person, and the lists that hold it. */
export default function ContactPage({ id }: { id: string }) {
  const [{ data, error, fetching }, again] = useQuery({ query: ContactDocument, variables: { id } })
  const refresh = () => again({ requestPolicy: 'network-only' })
  const contact = data?.contact
  useTitle(contact?.email ?? 'Contact')
  if (error && !contact) return <Failure error={error} retry={refresh} />
  if (!contact)
    return fetching ? (
      <Skeleton width="240px" />
    ) : (
      <NotFound what="contact" href="/contacts" action="Show all contacts" />
    )
  return (
    <>
      <div className="page-head">
        <h1>
          <BidiIsolate text={contact.email} />
        </h1>
        <ContactStatus status={contact.status} />
        <div className="actions">
          <Link className="button" href={personPath(contact.email)}>
            Mail to this person
          </Link>
          <Deletion contact={contact} />
        </div>
      </div>
      <div className="contact">
        <Form contact={contact} />
        <div className="stack">
          <ContactLists contactId={id} />
          <Panel title="Details">
            <dl className="facts content">
              <dt>Id</dt>
              <dd>
                <Copyable text={id} what="id" />
              </dd>
              <dt>Added</dt>
              <dd>
                <Time at={contact.createdAt} />
              </dd>
              <dt>Changed</dt>
              <dd>
                <Time at={contact.updatedAt} />
              </dd>
            </dl>
          </Panel>
        </div>
      </div>
    </>
  )
}

interface Attribute {
  key: number
  name: string
  value: string
}

interface Draft {
  email: string
  firstName: string
  lastName: string
  attributes: Attribute[]
}

const draftOf = ({ email, firstName, lastName, attributes }: Found): Draft => ({
  ...{ email, firstName: firstName ?? '', lastName: lastName ?? '' },
  attributes: Object.entries(attributes as Record<string, unknown>).map(([name, value], key) => ({
    ...{ key, name, value: String(value) },
  })),
})

function Form({ contact }: { contact: Found }) {
  const { submit, isBusy, problem, fault } = useSubmit(UpdateContactDocument)
  const may = useMay('admin')
  const [saved, setSaved] = useState(() => draftOf(contact))
  const [draft, setDraft] = useState(saved)
  const isDirty = JSON.stringify(draft) !== JSON.stringify(saved)
  useUnsaved(isDirty)
  const set = (changes: Partial<Draft>) => setDraft((old) => ({ ...old, ...changes }))
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault()
    const done = await submit({ id: contact.id, input: inputOf(draft, saved, contact.attributes) })
    if (!done) return
    setSaved(draft)
    showToast('Saved.')
  }
  return (
    <Panel title="What is known" aside={isDirty && <span className="badge warn">not saved</span>}>
      <form onSubmit={(event) => void onSubmit(event)}>
        <fieldset className="content stack" disabled={!may}>
          <TextField label="Address" value={draft.email} onChange={(email) => set({ email })} fault={fault('email')} />
          <TextField
            label="First name"
            isOptional
            value={draft.firstName}
            onChange={(firstName) => set({ firstName })}
            fault={fault('firstName')}
          />
          <TextField
            label="Last name"
            isOptional
            value={draft.lastName}
            onChange={(lastName) => set({ lastName })}
            fault={fault('lastName')}
          />
          <Attributes attributes={draft.attributes} onChange={(attributes) => set({ attributes })} fault={fault} />
          <Refusal problem={problem} />
          <div>
            <May scope="admin" instead={<OnlyReads />}>
              <button type="submit" className="button main" disabled={isBusy || !isDirty}>
                {isBusy ? 'Saving…' : 'Save'}
              </button>
            </May>
          </div>
        </fieldset>
      </form>
    </Panel>
  )
}

/** What has changed, as the API takes it. Attributes that are gone are null. */
function inputOf(draft: Draft, saved: Draft, stored: unknown) {
  const before = stored as Record<string, unknown>
  const gone = saved.attributes.filter(({ name }) => !draft.attributes.some((one) => one.name === name))
  const changed = draft.attributes.filter(
    ({ name, value }) => !saved.attributes.some((one) => one.name === name && one.value === value),
  )
  const attributes = Object.fromEntries([
    ...gone.map(({ name }) => [name, null]),
    // What is as it was keeps its type: a text may look like a number.
    ...changed.map(({ name, value }) => [name, String(before[name]) === value ? before[name] : typedValue(value)]),
  ])
  return {
    // A colleague may have changed the rest meanwhile.
    ...(draft.email !== saved.email && { email: draft.email }),
    ...(draft.firstName !== saved.firstName && { firstName: draft.firstName || null }),
    ...(draft.lastName !== saved.lastName && { lastName: draft.lastName || null }),
    attributes,
  }
}

interface AttributesProps {
  attributes: readonly Attribute[]
  onChange: (attributes: Attribute[]) => void
  fault: (path: string) => string | undefined
}

function Attributes({ attributes, onChange, fault }: AttributesProps) {
  const set = (key: number, changes: Partial<Attribute>) =>
    onChange(attributes.map((one) => (one.key === key ? { ...one, ...changes } : one)))
  const add = () => {
    const key = Math.max(0, ...attributes.map((one) => one.key)) + 1
    onChange([...attributes, { key, name: '', value: '' }])
  }
  return (
    <fieldset className="stack">
      <legend className="muted">Attributes: whatever else mail and filters should know</legend>
      {attributes.map(({ key, name, value }) => (
        <div key={key} className="attribute">
          <TextField label="Name" value={name} onChange={(text) => set(key, { name: text })} />
          <TextField
            label="Value"
            isOptional
            value={value}
            onChange={(text) => set(key, { value: text })}
            fault={fault(`attributes.${name}`)}
          />
          <button
            type="button"
            className="button"
            aria-label={`Remove the attribute ${name}`}
            onClick={() => onChange(attributes.filter((one) => one.key !== key))}
          >
            Remove
          </button>
        </div>
      ))}
      <div>
        <button type="button" className="button small" onClick={add}>
          Add an attribute
        </button>
      </div>
    </fieldset>
  )
}

function Deletion({ contact: { id, email } }: { contact: Found }) {
  const [isDeleting, remove] = useWrite(DeleteContactDocument)
  const [isErasing, erase] = useWrite(EraseRecipientDocument)
  const [, go] = useLocation()
  const leave = () => {
    discardUnsaved()
    go('/contacts')
  }
  const onDelete = async () => {
    const words = { done: 'The contact is deleted. Mail to it stays in the messages.', failed: 'Not deleted' }
    if (await remove({ id }, words)) leave()
  }
  const onErase = async () => {
    const erased = await erase({ email }, { failed: 'Not erased' })
    if (!erased) return
    showToast(`Erased, also from ${counted(erased.eraseRecipient?.messages ?? 0, 'message')}.`)
    leave()
  }
  return (
    <>
      <ConfirmButton
        label="Delete"
        isDisabled={isDeleting}
        title="Delete this contact?"
        action="Delete the contact"
        decline="Keep it"
        onConfirm={() => void onDelete()}
      >
        {email} leaves its lists. Mail that was sent to it stays in the messages.
      </ConfirmButton>
      <ConfirmButton
        live
        label="Erase everywhere"
        isDisabled={isErasing}
        title="Erase this person everywhere?"
        action="Erase the person"
        decline="Keep everything"
        onConfirm={() => void onErase()}
      >
        {email} is removed from contacts, from messages and from received mail. What the messages said is lost. This
        cannot be undone.
      </ConfirmButton>
    </>
  )
}
