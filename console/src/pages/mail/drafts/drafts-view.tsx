import { useRef } from 'react'
import { Link } from 'wouter'
import { BidiIsolate } from '../../../components/bidi-isolate'
import { ConfirmButton } from '../../../components/confirm-button'
import { May } from '../../../components/may'
import { PagedList } from '../../../components/paged-list'
import { Empty } from '../../../components/states'
import { Time } from '../../../components/time'
import { useQuery } from '../../../graphql/use-query'
import { useWrite } from '../../../graphql/use-write'
import { useTitle } from '../../../lib/use-title'
import { useChanges, useMailbox } from '../mailbox'
import { addressOfDraft } from './address-of-draft'
import { DeleteDraftDocument, type DraftRowFragment, DraftsDocument } from './draft-operations'
import { useDraftOwner } from './draft-owner'
import { leaveDraft } from './written-mails'

const KINDS: Record<string, string> = { reply: 'Reply', reply_all: 'Reply to all', forward: 'Forward' }

/** Everything that is written and not sent yet, newest first, whoever of the account has written it. */
export default function DraftsView() {
  useTitle('Drafts')
  const [, again] = useQuery({ query: DraftsDocument, variables: {}, pause: true })
  useChanges(() => again({ requestPolicy: 'network-only' }))
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <>
      <div className="page-head">
        <h1 ref={heading} tabIndex={-1}>
          Drafts
        </h1>
      </div>
      <PagedList
        label="Drafts"
        query={DraftsDocument}
        variables={{}}
        pick={({ drafts }) => drafts}
        row={(draft) => <Row key={draft.id} draft={draft} onDeleted={() => heading.current?.focus()} />}
        empty={
          <Empty
            action={
              <May scope="send">
                <Link href="/mail/compose" className="button">
                  Compose
                </Link>
              </May>
            }
          >
            No drafts. What you write is kept here until you send it.
          </Empty>
        }
      />
    </>
  )
}

function Row({ draft, onDeleted }: { draft: DraftRowFragment; onDeleted: () => void }) {
  const { id, kind, threadId, to, subject, updatedAt } = draft
  const [isBusy, remove] = useWrite(DeleteDraftDocument)
  const { lookAgain } = useMailbox()
  const owner = useDraftOwner()
  const name = subject ?? KINDS[kind] ?? 'No subject'
  const onDelete = async () => {
    if (await remove({ id }, { done: 'The draft is deleted.', failed: 'Not deleted' })) {
      if (owner !== undefined) leaveDraft(owner, id)
      onDeleted()
    }
    lookAgain()
  }
  return (
    <li key={id} className="written-row">
      <Link href={addressOfDraft(id, threadId)} className="row">
        <strong className="clip">
          <BidiIsolate text={to.join(', ') || 'No recipients yet'} />
        </strong>
        <span className="clip">
          {subject !== null && threadId !== null && <span className="muted">{KINDS[kind]}: </span>}
          <BidiIsolate text={name} />
        </span>
        <span className="time">
          <Time at={updatedAt} />
        </span>
      </Link>
      <ConfirmButton
        scope="read"
        label={
          <>
            Delete<span className="visually-hidden"> the draft {name}</span>
          </>
        }
        className="button small"
        isDisabled={isBusy}
        title="Delete this draft?"
        action="Delete the draft"
        decline="Keep it"
        onConfirm={() => void onDelete()}
      >
        What is written is lost, for your colleagues too. This cannot be undone.
      </ConfirmButton>
    </li>
  )
}
