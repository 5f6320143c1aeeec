import type { TypedDocumentNode } from '@urql/core'
import { useState } from 'react'
import { useClient } from 'urql'
import { Link, useLocation } from 'wouter'
import { AccountDocument } from '../../components/account-operations'
import { ConfirmButton } from '../../components/confirm-button'
import { TextField } from '../../components/field'
import { FormDialog } from '../../components/form-dialog'
import { May, OnlyReads } from '../../components/may'
import { showToast } from '../../components/toasts'
import { problemOf } from '../../graphql/problem'
import { useQuery } from '../../graphql/use-query'
import { useSubmit } from '../../graphql/use-submit'
import { counted } from '../../lib/counted'
import { useSendKey } from '../../lib/send-key'
import {
  BroadcastNamesDocument,
  CancelBroadcastDocument,
  DeleteBroadcastDocument,
  PauseBroadcastDocument,
  ResumeBroadcastDocument,
  SendBroadcastDocument,
  SendingWarningsDocument,
  TestBroadcastDocument,
} from './broadcast-operations'
import type { FoundBroadcast } from './found-broadcast'
import { Warnings } from './mail-preview'
import { senderOf } from './words'

type Status = FoundBroadcast['status']

const CAN: Record<'edit' | 'send' | 'pause' | 'resume' | 'cancel' | 'delete', readonly Status[]> = {
  edit: ['DRAFT'],
  send: ['DRAFT', 'SCHEDULED'],
  pause: ['SENDING'],
  resume: ['PAUSED'],
  cancel: ['SCHEDULED', 'SENDING', 'PAUSED'],
  delete: ['DRAFT', 'SCHEDULED', 'SENT', 'CANCELED'],
}

interface ActionsProps {
  broadcast: FoundBroadcast
  onChanged: () => void
}

/** What can be done with a broadcast where it stands. */
export function Actions(props: ActionsProps) {
  return (
    <May scope="admin" instead={<OnlyReads />}>
      <Allowed {...props} />
    </May>
  )
}

function Allowed({ broadcast, onChanged }: ActionsProps) {
  const { id, status } = broadcast
  const client = useClient()
  const [isTesting, setTesting] = useState(false)
  // Here, so that it outlives the dialog: who closes it without an answer may open it again.
  const keyFor = useSendKey<TestContent>()
  const [isBusy, setBusy] = useState(false)
  const [, go] = useLocation()
  const run = async <Data,>(mutation: TypedDocumentNode<Data, { id: string }>, done: string) => {
    setBusy(true)
    const { error } = await client.mutation(mutation, { id }).toPromise()
    setBusy(false)
    if (error) showToast(`Refused: ${problemOf(error).message}`, { isBad: true })
    else showToast(done)
    onChanged()
    return !error
  }
  const onDelete = async () => {
    if (await run(DeleteBroadcastDocument, 'The broadcast is deleted. Its messages stay.')) go('/broadcasts')
  }
  return (
    <div className="actions">
      {CAN.edit.includes(status) && (
        <Link href={`/broadcasts/${id}/edit`} className="button">
          Edit
        </Link>
      )}
      <Link href={`/broadcasts/new?like=${id}`} className="button">
        Copy
      </Link>
      {CAN.delete.includes(status) && (
        <ConfirmButton
          label="Delete"
          isDisabled={isBusy}
          title="Delete this broadcast?"
          action="Delete the broadcast"
          decline="Keep it"
          onConfirm={() => void onDelete()}
        >
          Its counts are lost. The messages that it sent stay.
        </ConfirmButton>
      )}
      {CAN.cancel.includes(status) && (
        <ConfirmButton
          label="Cancel"
          isDisabled={isBusy}
          title="Cancel this broadcast?"
          action="Cancel the broadcast"
          decline="Keep it"
          onConfirm={() => void run(CancelBroadcastDocument, 'Canceled.')}
        >
          Nobody else gets it. Mail that was accepted already is still sent. It cannot be started again.
        </ConfirmButton>
      )}
      <button type="button" className="button" onClick={() => setTesting(true)}>
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
        <Send
          broadcast={broadcast}
          isBusy={isBusy}
          onSend={() => void run(SendBroadcastDocument, 'It is being sent.')}
        />
      )}
      {isTesting && <Test broadcast={broadcast} keyFor={keyFor} onClose={() => setTesting(false)} />}
    </div>
  )
}

interface SendProps {
  broadcast: FoundBroadcast
  isBusy: boolean
  onSend: () => void
}

/** Says what goes to whom and from where, before it cannot be taken back. */
function Send({ broadcast, isBusy, onSend }: SendProps) {
  const { id, name, listId, counts } = broadcast
  const [{ data }] = useQuery({ query: BroadcastNamesDocument, variables: { listId } })
  const [{ data: checked }] = useQuery({
    query: SendingWarningsDocument,
    variables: { id },
    requestPolicy: 'cache-and-network',
  })
  const people = counted(counts.total, 'person', 'people')
  return (
    <ConfirmButton
      label="Send…"
      className="button main"
      isDisabled={isBusy}
      title={`Send “${name}” now?`}
      action={`Send to ${people}`}
      decline="Not yet"
      onConfirm={onSend}
    >
      It goes from {senderOf(broadcast)} to everybody in the list “{data?.contactList?.name ?? listId}”: {people} now.
      Whoever has unsubscribed or is on the suppression list gets nothing. What is sent cannot be taken back.
      {checked?.previewBroadcast && <Warnings preview={checked.previewBroadcast} />}
    </ConfirmButton>
  )
}

/** What a test consists of: a draft that was changed makes another mail. */
interface TestContent {
  id: string
  updatedAt: string
  email: string
}

interface TestProps {
  broadcast: FoundBroadcast
  keyFor: (content: TestContent) => string
  onClose: () => void
}

function Test({ broadcast: { id, updatedAt }, keyFor, onClose }: TestProps) {
  const { submit, isBusy, problem, fault } = useSubmit(TestBroadcastDocument)
  const [{ data: whose }] = useQuery({ query: AccountDocument })
  const [typed, setTyped] = useState<string | null>(null)
  const [, go] = useLocation()
  const email = typed ?? whose?.account?.ownerEmail ?? ''
  const onSubmit = async () => {
    const sent = await submit({ id, email, idempotencyKey: keyFor({ id, updatedAt, email }) })
    if (!sent?.testBroadcast) return
    showToast('The test is accepted. Its timeline grows here while it is sent.')
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
