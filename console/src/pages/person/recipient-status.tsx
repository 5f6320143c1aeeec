import { useState } from 'react'
import { Link } from 'wouter'
import { BidiIsolate } from '../../components/bidi-isolate'
import { ConfirmButton } from '../../components/confirm-button'
import { Panel } from '../../components/panel'
import { Failure, Skeleton } from '../../components/states'
import { Time } from '../../components/time'
import { useQuery } from '../../graphql/use-query'
import { useWrite } from '../../graphql/use-write'
import { nameOfContact } from '../../lib/person'
import { adviceForSuppressed, reasonInWords } from '../../lib/suppression-reasons'
import {
  PersonContactDocument,
  PersonDocument,
  PersonListsDocument,
  type PersonQuery,
  RemovePersonSuppressionDocument,
} from './person-operations'

type Entry = NonNullable<PersonQuery['suppression']>

/** Whether mail may go to an address, and the contact that it is of. */
export function RecipientStatus({ address }: { address: string }) {
  const [{ data, error }, again] = useQuery({ query: PersonDocument, variables: { address } })
  const [isGone, setGone] = useState(false)
  const refresh = () => again({ requestPolicy: 'network-only' })
  const entry = isGone ? null : data?.suppression
  return (
    <Panel title="May mail go there?">
      <div className="content stack">
        {error && <Failure error={error} retry={refresh} />}
        {!data && !error && <Skeleton width="50%" />}
        {data && !entry && (
          <p>
            <span className="badge good">yes</span> The address is not on the suppression list.
          </p>
        )}
        {entry && <Blocked entry={entry} onGone={setGone} onRemoved={refresh} />}
        <Contact address={address} />
      </div>
    </Panel>
  )
}

interface BlockedProps {
  entry: Entry
  onGone: (isGone: boolean) => void
  onRemoved: () => void
}

function Blocked({ entry, onGone, onRemoved }: BlockedProps) {
  const { recipient, state, reason, updatedAt } = entry
  const [, remove] = useWrite(RemovePersonSuppressionDocument)
  const isAll = state === 'SUPPRESSED'
  const onRemove = async () => {
    onGone(true)
    const removed = await remove({ recipient }, { done: 'Removed. Mail may go there again.', failed: 'Not removed' })
    onGone(false)
    if (removed) onRemoved()
  }
  return (
    <div className="blocked">
      <p>
        <span className={`badge ${isAll ? 'bad' : 'warn'}`}>{isAll ? 'no' : 'no marketing mail'}</span>{' '}
        {isAll ? 'All mail to it is stopped' : 'Marketing mail to it is stopped, other mail is sent'}:{' '}
        {reasonInWords(reason)}, <Time at={updatedAt} />.
      </p>
      <p className="muted">{adviceForSuppressed(reason)}</p>
      <div>
        <ConfirmButton
          label="Allow mail again"
          className="button small danger"
          title="Allow mail to this address again?"
          action="Allow mail"
          decline="Leave it blocked"
          onConfirm={() => void onRemove()}
        >
          <BidiIsolate text={recipient} /> is taken off the suppression list. {adviceForSuppressed(reason)}
        </ConfirmButton>
      </div>
    </div>
  )
}

function Contact({ address }: { address: string }) {
  const [{ data, error }] = useQuery({ query: PersonContactDocument, variables: { address } })
  const contact = data?.contacts?.nodes.find(({ email }) => email === address.toLowerCase())
  if (error && !data) return <p className="muted">Whether it is one of your contacts is not known.</p>
  if (!data) return <Skeleton width="40%" />
  if (!contact) return <p className="muted">It is not one of your contacts.</p>
  return (
    <>
      <p>
        <Link href={`/contacts/${contact.id}`}>{nameOfContact(contact) || contact.email}</Link> is one of your contacts.
      </p>
      <Lists contactId={contact.id} />
    </>
  )
}

function Lists({ contactId }: { contactId: string }) {
  const [{ data, error }] = useQuery({ query: PersonListsDocument, variables: { contactId, id: contactId } })
  const lists = data?.contactLists?.nodes ?? []
  const left = data?.contactTopics?.topics.filter(({ subscribed }) => !subscribed) ?? []
  if (error && !data) return null
  if (!data) return <Skeleton width="40%" />
  return (
    <dl className="facts">
      <dt>Lists</dt>
      <dd>
        {lists.length === 0 && 'none'}
        {lists.map(({ id, name }, index) => (
          <span key={id}>
            {index > 0 && ', '}
            <Link href={`/contacts/lists/${id}`}>
              <BidiIsolate text={name} />
            </Link>
          </span>
        ))}
      </dd>
      {left.length > 0 && (
        <>
          <dt>Has unsubscribed from</dt>
          <dd>{left.map(({ name }) => name).join(', ')}</dd>
        </>
      )}
    </dl>
  )
}
