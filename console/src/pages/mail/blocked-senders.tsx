import { useState } from 'react'
import { TextField } from '../../components/field'
import { FormDialog } from '../../components/form-dialog'
import { PagedList } from '../../components/paged-list'
import { Empty } from '../../components/states'
import { useSubmit } from '../../graphql/use-submit'
import { useWrite } from '../../graphql/use-write'
import {
  BlockedSendersDocument,
  type BlockedSendersQuery,
  BlockSenderDocument,
  UnblockSenderDocument,
} from './mail-operations'

type Blocked = NonNullable<BlockedSendersQuery['blockedSenders']>['nodes'][number]

/** Answers of these are asked for again after a change. */
const CHANGES = ['BlockedSenderConnection']

/** The senders whose mail goes to spam: blocks others, and unblocks them. */
export function BlockedSendersDialog({ onClose }: { onClose: () => void }) {
  const [sender, setSender] = useState('')
  const { submit, isBusy, problem, fault } = useSubmit(BlockSenderDocument, CHANGES)
  const block = async () => {
    // What was typed meanwhile is another sender.
    if (await submit({ input: { sender } })) setSender((now) => (now === sender ? '' : now))
  }
  return (
    <FormDialog
      title="Blocked senders"
      action="Block"
      isOpen
      isBusy={isBusy}
      problem={problem}
      onClose={onClose}
      onSubmit={() => void block()}
    >
      <p className="muted">
        Their mail goes to spam. A thread that you move to spam blocks its sender, and “Not spam” unblocks the sender.
      </p>
      <PagedList
        label="Blocked senders"
        query={BlockedSendersDocument}
        variables={{}}
        pick={({ blockedSenders }) => blockedSenders}
        row={(blocked) => <BlockedRow key={blocked.id} blocked={blocked} />}
        empty={<Empty>Nobody is blocked.</Empty>}
        expected={3}
      />
      <TextField
        label="Address or domain"
        value={sender}
        onChange={setSender}
        fault={fault('sender')}
        placeholder="offers.example"
      />
    </FormDialog>
  )
}

function BlockedRow({ blocked: { id, sender, forgedOnly, testMode } }: { blocked: Blocked }) {
  const [isBusy, unblock] = useWrite(UnblockSenderDocument, CHANGES)
  const words = { done: `${sender} is no longer blocked.`, failed: 'Not unblocked' }
  return (
    <li className="blocked-sender">
      <span className="clip">
        {sender} {forgedOnly && <span className="badge">only if not proven</span>}
        {testMode && <span className="badge">test</span>}
      </span>
      <button type="button" className="button small" disabled={isBusy} onClick={() => void unblock({ id }, words)}>
        Unblock<span className="visually-hidden"> {sender}</span>
      </button>
    </li>
  )
}
