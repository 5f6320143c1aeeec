import { type FormEvent, useState } from 'react'
import { useSearchParams } from 'wouter'
import { ConfirmButton } from '../../components/confirm-button'
import { TextField } from '../../components/field'
import { May, OnlyReads } from '../../components/may'
import { PageHead } from '../../components/page-head'
import { PagedList } from '../../components/paged-list'
import { Empty, Refusal } from '../../components/states'
import { Time } from '../../components/time'
import { showToast } from '../../components/toasts'
import { useSubmit } from '../../graphql/use-submit'
import { useWrite } from '../../graphql/use-write'
import { useHidden } from '../../lib/use-hidden'
import {
  CreateTestRecipientDocument,
  DeleteTestRecipientDocument,
  TestRecipientsDocument,
} from './test-recipients-operations'

const LIST_TYPES = ['TestRecipientConnection'] as const

/** Addresses that may get mail before a domain is verified. An `email` in the address of the page fills the form. */
export default function TestRecipientsPage() {
  const hidden = useHidden()
  const [, remove] = useWrite(DeleteTestRecipientDocument, LIST_TYPES)
  const onRemove = (id: string) =>
    hidden.during(id, () => remove({ id }, { done: 'Removed. It gets no test mail.', failed: 'Not removed' }))
  return (
    <>
      <PageHead title="Test recipients" />
      <p className="lead">
        Without a verified domain, mail goes to your own address and to these. The owner of an address confirms it by a
        link that is mailed to it.
      </p>
      <May scope="admin" instead={<OnlyReads />}>
        <NewRecipient />
      </May>
      <div className="panel in-columns short-rows">
        <PagedList
          label="Test recipients"
          query={TestRecipientsDocument}
          variables={{}}
          pick={({ testRecipients }) => testRecipients}
          row={({ id, email, status, createdAt }) => (
            <li key={id} hidden={hidden.has(id)}>
              <div className="row">
                <span className="whole clip">{email}</span>
                <span>
                  <span className={`badge ${status === 'verified' ? 'good' : 'quiet'}`}>
                    {status === 'verified' ? 'confirmed' : 'waits for its link'}
                  </span>
                </span>
                <span className="muted">
                  <Time at={createdAt} />
                </span>
                <span className="row-actions">
                  <ConfirmButton
                    label="Remove"
                    className="button small danger"
                    title={`Remove ${email}?`}
                    action="Remove the address"
                    decline="Keep it"
                    onConfirm={() => void onRemove(id)}
                  >
                    It gets no more test mail, and can be added again.
                  </ConfirmButton>
                </span>
              </div>
            </li>
          )}
          empty={<Empty>No test recipient yet. Add an address above, and ask its owner to open the link.</Empty>}
        />
      </div>
    </>
  )
}

function NewRecipient() {
  const [address] = useSearchParams()
  const [email, setEmail] = useState(address.get('email') ?? '')
  const { submit, isBusy, problem, fault } = useSubmit(CreateTestRecipientDocument, LIST_TYPES)
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault()
    if (!(await submit({ input: { email: email.trim() } }))) return
    showToast(`A link is on its way to ${email.trim()}.`)
    // What was typed meanwhile is another address.
    setEmail((now) => (now === email ? '' : now))
  }
  return (
    <form className="panel content stack" onSubmit={(event) => void onSubmit(event)}>
      <TextField label="Address" type="email" value={email} onChange={setEmail} fault={fault('email')} />
      <Refusal problem={problem} />
      <div>
        <button type="submit" className="button main" disabled={isBusy}>
          Add and mail the link
        </button>
      </div>
    </form>
  )
}
