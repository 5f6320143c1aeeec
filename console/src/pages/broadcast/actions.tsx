import type { TypedDocumentNode } from '@urql/core'
import { useState } from 'react'
import { useClient, useQuery } from 'urql'
import { Link, useLocation } from 'wouter'
import { AccountDocument } from '../../components/account-operations'
import { Confirm } from '../../components/dialog'
import { TextField } from '../../components/field'
import { FormDialog } from '../../components/form-dialog'
import { tell } from '../../components/toasts'
import { problemOf } from '../../graphql/problem'
import { useSubmit } from '../../graphql/use-submit'
import {
  BroadcastNamesDocument,
  CancelBroadcastDocument,
  DeleteBroadcastDocument,
  PauseBroadcastDocument,
  ResumeBroadcastDocument,
  SendBroadcastDocument,
  TestBroadcastDocument,
} from './broadcast-operations'
import type { FoundBroadcast } from './broadcast-page'
import { senderOf } from './words'

type Asked = 'send' | 'cancel' | 'delete' | 'test'
type Status = FoundBroadcast['status']

const CAN: Record<'send' | 'pause' | 'resume' | 'cancel' | 'delete', readonly Status[]> = {
  send: ['DRAFT', 'SCHEDULED'],
  pause: ['SENDING'],
  resume: ['PAUSED'],
  cancel: ['SCHEDULED', 'SENDING', 'PAUSED'],
  delete: ['DRAFT', 'SCHEDULED', 'SENT', 'CANCELED'],
}

/** What can be done with a broadcast where it stands. */
export function Actions({ broadcast, onChanged }: { broadcast: FoundBroadcast; onChanged: () => void }) {
  const { id, status, counts } = broadcast
  const client = useClient()
  const [asked, setAsked] = useState<Asked | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [, go] = useLocation()
  const close = () => setAsked(null)
  const run = async <Data,>(mutation: TypedDocumentNode<Data, { id: string }>, done: string) => {
    setBusy(true)
    const { error } = await client.mutation(mutation, { id }).toPromise()
    setBusy(false)
    if (error) tell(`Refused: ${problemOf(error).message}`, { isBad: true })
    else tell(done)
    onChanged()
    return !error
  }
  const onDelete = async () => {
    if (await run(DeleteBroadcastDocument, 'The broadcast is deleted. Its messages stay.')) go('/broadcasts')
  }
  const people = `${counts.total.toLocaleString()} ${counts.total === 1 ? 'person' : 'people'}`
  return (
    <div className="actions">
      <Link href={`/broadcasts/new?like=${id}`} className="button">
        Copy
      </Link>
      {CAN.delete.includes(status) && (
        <button type="button" className="button danger" disabled={isBusy} onClick={() => setAsked('delete')}>
          Delete
        </button>
      )}
      {CAN.cancel.includes(status) && (
        <button type="button" className="button danger" disabled={isBusy} onClick={() => setAsked('cancel')}>
          Cancel
        </button>
      )}
      <button type="button" className="button" onClick={() => setAsked('test')}>
        Send a test
      </button>
      {CAN.pause.includes(status) && (
        <button
          type="button"
          className="button main"
          disabled={isBusy}
          onClick={() => void run(PauseBroadcastDocument, 'Paused. Mail that was accepted already is still sent.')}
        >
          Pause
        </button>
      )}
      {CAN.resume.includes(status) && (
        <button
          type="button"
          className="button main"
          disabled={isBusy}
          onClick={() => void run(ResumeBroadcastDocument, 'It goes on.')}
        >
          Resume
        </button>
      )}
      {CAN.send.includes(status) && (
        <button type="button" className="button main" disabled={isBusy} onClick={() => setAsked('send')}>
          Send…
        </button>
      )}
      <SendQuestion
        broadcast={broadcast}
        people={people}
        isOpen={asked === 'send'}
        onClose={close}
        onConfirm={() => void run(SendBroadcastDocument, 'It is being sent.')}
      />
      <Confirm
        title="Cancel this broadcast?"
        action="Cancel the broadcast"
        decline="Keep it"
        isOpen={asked === 'cancel'}
        onClose={close}
        onConfirm={() => void run(CancelBroadcastDocument, 'Canceled.')}
      >
        Nobody else gets it. Mail that was accepted already is still sent. It cannot be started again.
      </Confirm>
      <Confirm
        title="Delete this broadcast?"
        action="Delete the broadcast"
        decline="Keep it"
        isOpen={asked === 'delete'}
        onClose={close}
        onConfirm={() => void onDelete()}
      >
        Its counts are lost. The messages that it sent stay.
      </Confirm>
      {asked === 'test' && <Test id={id} onClose={close} />}
    </div>
  )
}

interface SendQuestionProps {
  broadcast: FoundBroadcast
  people: string
  isOpen: boolean
  onClose: () => void
  onConfirm: () => void
}

/** Says what goes to whom and from where, before it cannot be taken back. */
function SendQuestion({ broadcast, people, ...dialog }: SendQuestionProps) {
  const { name, listId } = broadcast
  const [{ data }] = useQuery({ query: BroadcastNamesDocument, variables: { listId } })
  return (
    <Confirm title={`Send “${name}” now?`} action={`Send to ${people}`} decline="Not yet" {...dialog}>
      It goes from {senderOf(broadcast)} to everybody in the list “{data?.contactList?.name ?? listId}”: {people} now.
      Whoever has unsubscribed or is on the suppression list gets nothing. What is sent cannot be taken back.
    </Confirm>
  )
}

function Test({ id, onClose }: { id: string; onClose: () => void }) {
  const { submit, isBusy, problem, fault } = useSubmit(TestBroadcastDocument)
  const [{ data: whose }] = useQuery({ query: AccountDocument })
  const [typed, setTyped] = useState<string | null>(null)
  const [, go] = useLocation()
  const email = typed ?? whose?.account?.ownerEmail ?? ''
  const onSubmit = async () => {
    const sent = await submit({ id, email })
    if (!sent?.testBroadcast) return
    tell('The test is accepted. Its timeline grows here while it is sent.')
    go(`/messages/${sent.testBroadcast.id}`)
  }
  return (
    <FormDialog
      title="Send a test"
      action="Send the test"
      isOpen
      isBusy={isBusy}
      problem={problem}
      onClose={onClose}
      onSubmit={() => void onSubmit()}
    >
      <TextField
        label="To"
        type="email"
        value={email}
        onChange={setTyped}
        hint="One mail, with [Test] before its subject. If the address is that of a contact, it has its name and attributes."
        fault={fault('email')}
      />
    </FormDialog>
  )
}
