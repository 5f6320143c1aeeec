import { useRef, useState } from 'react'
import { Link, useLocation, useSearchParams } from 'wouter'
import { BidiIsolate } from '../../../components/bidi-isolate'
import { May } from '../../../components/may'
import { PagedList } from '../../../components/paged-list'
import { Pending } from '../../../components/pending'
import { Empty } from '../../../components/states'
import { Time } from '../../../components/time'
import { showToast } from '../../../components/toasts'
import { client } from '../../../graphql/client'
import { useQuery } from '../../../graphql/use-query'
import { useWrite } from '../../../graphql/use-write'
import { lazyPart } from '../../../lib/lazy-part'
import { exactTime } from '../../../lib/time'
import { useTitle } from '../../../lib/use-title'
import { addressOfDraft } from '../drafts/address-of-draft'
import { DraftDocument } from '../drafts/draft-operations'
import { useChanges, useMailbox } from '../mailbox'
import {
  CancelMailDocument,
  type ScheduledMailFragment,
  ScheduledMailsDocument,
  SendDraftDocument,
} from './sending-operations'

const SendLaterDialog = lazyPart(() => import('./send-later-dialog'))

/** Mail from an address of ours, or from all of them, that waits for its time, whoever or whatever has written it. */
export default function ScheduledView() {
  useTitle('Scheduled')
  const [search] = useSearchParams()
  const inbox = search.get('inbox') || null
  const variables = inbox === null ? {} : { sender: inbox }
  const [, again] = useQuery({ query: ScheduledMailsDocument, variables, pause: true })
  useChanges(() => again({ requestPolicy: 'network-only' }))
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <>
      <div className="page-head">
        <h1 ref={heading} tabIndex={-1}>
          Scheduled
        </h1>
        {inbox !== null && <span className="badge">{inbox}</span>}
      </div>
      <PagedList
        key={inbox}
        label="Scheduled mails"
        query={ScheduledMailsDocument}
        variables={variables}
        pick={({ messages }) => messages}
        row={(mail) => <Row key={mail.id} mail={mail} onChange={() => heading.current?.focus()} />}
        empty={<Empty>No mail waits for its time. “Send later” in a mail that you write puts it here.</Empty>}
      />
    </>
  )
}

/** The draft that a message was, by its idempotency key; null for mail from elsewhere. */
const draftOf = ({ idempotencyKey }: ScheduledMailFragment) => /^draft-(drf_\w+)/.exec(idempotencyKey)?.[1] ?? null

function Row({ mail, onChange }: { mail: ScheduledMailFragment; onChange: () => void }) {
  const { id, to, subject, scheduledAt, thread } = mail
  const [isAsking, setAsking] = useState(false)
  const [isCanceling, cancel] = useWrite(CancelMailDocument)
  const [isSending, send] = useWrite(SendDraftDocument)
  const { lookAgain } = useMailbox()
  const [, go] = useLocation()
  const draft = draftOf(mail)
  const isBusy = isCanceling || isSending
  const name = subject || 'No subject'

  const open = async (id: string) => {
    // The thread that a new mail began is gone with it.
    const { data } = await client.query(DraftDocument, { id }).toPromise()
    go(addressOfDraft(id, data?.draft?.threadId ?? null))
  }
  const onCancel = async () => {
    if (!(await cancel({ id }, { failed: 'Not canceled' }))) return lookAgain()
    if (draft === null) showToast('Canceled.')
    else
      showToast('Not sent. It is a draft again.', { action: { label: 'Open the draft', run: () => void open(draft) } })
    onChange()
    lookAgain()
  }
  const onMove = async (at: string) => {
    setAsking(false)
    if (draft === null || !(await cancel({ id }, { failed: 'Not changed' }))) return lookAgain()
    // Whatever fails now, it is a draft again.
    const words = {
      done: `It is sent on ${exactTime(at)}.`,
      failed: 'It is a draft again, because it was not scheduled',
    }
    await send({ id: draft, input: { scheduledAt: at } }, words)
    onChange()
    lookAgain()
  }
  return (
    <li className="written-row">
      <Link href={thread ? `/mail/threads/${thread.id}` : `/messages/${id}`} className="row">
        <strong className="clip">
          <BidiIsolate text={to.join(', ')} />
        </strong>
        <span className="clip">
          <BidiIsolate text={name} />
        </span>
        <span className="time">{scheduledAt !== null && <Time at={scheduledAt} />}</span>
      </Link>
      <May scope="send">
        {draft !== null && (
          <button type="button" className="button small" disabled={isBusy} onClick={() => setAsking(true)}>
            Change time<span className="visually-hidden"> of {name}</span>
          </button>
        )}
        <button type="button" className="button small" disabled={isBusy} onClick={() => void onCancel()}>
          Cancel<span className="visually-hidden"> {name}</span>
        </button>
      </May>
      {isAsking && (
        <Pending>
          <SendLaterDialog onChoose={(at) => void onMove(at)} onClose={() => setAsking(false)} />
        </Pending>
      )}
    </li>
  )
}
