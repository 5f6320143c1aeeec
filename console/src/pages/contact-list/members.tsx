import { type FormEvent, useState } from 'react'
import { useClient } from 'urql'
import { Link } from 'wouter'
import { BidiIsolate } from '../../components/bidi-isolate'
import { ChooseBox } from '../../components/choose-box'
import { ContactStatus } from '../../components/contact-status'
import { TextField } from '../../components/field'
import { May } from '../../components/may'
import { PagedList } from '../../components/paged-list'
import { Panel } from '../../components/panel'
import { Empty } from '../../components/states'
import { showToast } from '../../components/toasts'
import { problemOf } from '../../graphql/problem'
import { useWrite } from '../../graphql/use-write'
import { nameOfContact } from '../../lib/person'
import { type Chosen, useChosen } from '../../lib/use-chosen'
import { BulkBar } from '../contacts/bulk-bar'
import {
  AddMemberDocument,
  CreateMemberDocument,
  FindContactDocument,
  MembersDocument,
  type MembersQuery,
  RemoveMemberDocument,
} from './contact-list-operations'

type Member = NonNullable<MembersQuery['contactList']>['members']['nodes'][number]

interface MembersProps {
  listId: string
  /** Whether a filter finds them. */
  isDynamic: boolean
  onChanged: () => void
}

/** The contacts in a list. */
export function Members({ listId, isDynamic, onChanged }: MembersProps) {
  const client = useClient()
  const [gone, setGone] = useState<string[]>([])
  const chosen = useChosen()
  const refresh = () => {
    void client.query(MembersDocument, { id: listId }, { requestPolicy: 'network-only' }).toPromise()
    onChanged()
  }
  const onGone = (id: string, isGone: boolean) =>
    setGone((old) => (isGone ? [...old, id] : old.filter((one) => one !== id)))
  return (
    <Panel title="Contacts in this list">
      {!isDynamic && (
        <div className="content">
          <May scope="admin">
            <AddMember
              listId={listId}
              onAdded={(id) => {
                onGone(id, false)
                refresh()
              }}
            />
          </May>
        </div>
      )}
      <div className="members" ref={chosen.list}>
        <May scope="admin">
          <BulkBar chosen={chosen} filter={{ listId }} isList={!isDynamic} />
        </May>
        <PagedList
          label="Contacts in this list"
          query={MembersDocument}
          variables={{ id: listId }}
          pick={({ contactList }) => contactList?.members}
          row={(member) =>
            gone.includes(member.id) ? null : (
              <Row
                key={member.id}
                listId={listId}
                member={member}
                isDynamic={isDynamic}
                chosen={chosen}
                onGone={(isGone) => onGone(member.id, isGone)}
                onRemoved={refresh}
              />
            )
          }
          empty={
            <Empty>
              {isDynamic
                ? 'No contact meets the conditions now.'
                : 'Nobody is in it yet. Add addresses above, or import a file of many.'}
            </Empty>
          }
        />
      </div>
    </Panel>
  )
}

interface RowProps {
  listId: string
  member: Member
  isDynamic: boolean
  chosen: Chosen
  onGone: (isGone: boolean) => void
  onRemoved: () => void
}

function Row({ listId, member, isDynamic, chosen, onGone, onRemoved }: RowProps) {
  const { id, email, status } = member
  const [, remove] = useWrite(RemoveMemberDocument)
  const onRemove = async () => {
    onGone(true)
    if (await remove({ listId, contactId: id }, { failed: 'Not taken off' })) onRemoved()
    else onGone(false)
  }
  return (
    <li className="row">
      <ChooseBox id={id} label={`Choose ${email}`} chosen={chosen} />
      <Link href={`/contacts/${id}`} className="clip">
        <BidiIsolate text={email} />
      </Link>
      <span className="clip">
        <BidiIsolate text={nameOfContact(member)} />
      </span>
      <span>
        <ContactStatus status={status} />
      </span>
      <span>
        {!isDynamic && (
          <May scope="admin">
            <button
              type="button"
              className="button small"
              aria-label={`Take off ${email}`}
              onClick={() => void onRemove()}
            >
              Take off
            </button>
          </May>
        )}
      </span>
    </li>
  )
}

/** Adds an address, which becomes a contact if it is none yet. */
function AddMember({ listId, onAdded }: { listId: string; onAdded: (contactId: string) => void }) {
  const client = useClient()
  const [email, setEmail] = useState('')
  const [fault, setFault] = useState<string | undefined>()
  const contactOf = async (wanted: string) => {
    const { data } = await client.query(FindContactDocument, { email: wanted }).toPromise()
    const known = data?.contacts?.nodes.find((contact) => contact.email === wanted.toLowerCase())
    if (known) return known.id
    const { data: created, error } = await client
      .mutation(CreateMemberDocument, { input: { email: wanted } })
      .toPromise()
    if (error) throw new Error(problemOf(error).message)
    return created?.createContact?.id ?? ''
  }
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault()
    setFault(undefined)
    try {
      const contactId = await contactOf(email.trim())
      const { error } = await client.mutation(AddMemberDocument, { listId, contactId }).toPromise()
      if (error) throw new Error(problemOf(error).message)
      // What was typed meanwhile is another address.
      setEmail((now) => (now === email ? '' : now))
      showToast('Added to the list.')
      onAdded(contactId)
    } catch (error) {
      setFault((error as Error).message)
    }
  }
  return (
    <form className="add-member" onSubmit={(event) => void onSubmit(event)}>
      <TextField label="Add an address" value={email} onChange={setEmail} fault={fault} />
      <button type="submit" className="button">
        Add
      </button>
    </form>
  )
}
