import { Link, useLocation } from 'wouter'
import { Copyable } from '../../components/copyable'
import { PageHead } from '../../components/page-head'
import { Panel } from '../../components/panel'
import { Failure, NotFound, SkeletonRows } from '../../components/states'
import { Time } from '../../components/time'
import { showToast } from '../../components/toasts'
import { useQuery } from '../../graphql/use-query'
import { useWrite } from '../../graphql/use-write'
import { inOrder } from '../../lib/in-order'
import { usePolling } from '../../lib/use-polling'
import { useTitle } from '../../lib/use-title'
import { ApprovalDocument, type ApprovalQuery, ApproveMailDocument, RefuseMailDocument } from './approvals-operations'
import { partsOf } from './mail-parts'
import { APPROVALS_PATH, actionOf, statusOf } from './words'

type Approval = NonNullable<ApprovalQuery['approval']>

/** Lists of approvals, and what Home says of them. */
const CHANGED = ['ApprovalConnection']
/** Others may decide, or the draft may change. */
const EVERY_MS = 10_000

/** One mail of a model: all of it, and the decision. */
export function ApprovalView({ id }: { id: string }) {
  const [{ data, error, fetching }, again] = useQuery({ query: ApprovalDocument, variables: { id } })
  const refresh = () => again({ requestPolicy: 'network-only' })
  const approval = data?.approval
  const title = approval ? actionOf(approval.operation) : 'Approval'
  useTitle(title)
  usePolling(refresh, approval?.status === 'pending' || approval?.status === 'approved', EVERY_MS)
  if (approval) return <Found approval={approval} refresh={refresh} />
  if (error) return <Failure error={error} retry={refresh} />
  return fetching ? (
    <SkeletonRows count={6} />
  ) : (
    <NotFound what="approval" href={APPROVALS_PATH} action="Show the approvals">
      It was deleted: 24 hours after it was asked for, or 30 days after the decision.
    </NotFound>
  )
}

function Found({ approval, refresh }: { approval: Approval; refresh: () => void }) {
  const { id, status, operation, input, digest, keyId, testMode, messageId, error } = approval
  const { tone, title } = statusOf(status)
  return (
    <>
      <PageHead title={actionOf(operation)}>
        <Decision approval={approval} refresh={refresh} />
      </PageHead>
      <div className="stack">
        <Panel title="How it stands">
          <dl className="facts content">
            <dt>Status</dt>
            <dd>
              <span className={`badge ${tone}`}>{title}</span> {testMode && <span className="badge">test</span>}{' '}
              {messageId && <Link href={`/messages/${messageId}`}>Show the message</Link>}
            </dd>
            {error && (
              <>
                <dt>Reason</dt>
                <dd>{error.message}</dd>
              </>
            )}
            <dt>Asked</dt>
            <dd>
              <Time at={approval.createdAt} /> by the key <Copyable text={keyId} what="id of the key" />
            </dd>
            {approval.decidedAt && (
              <>
                <dt>Decided</dt>
                <dd>
                  <Time at={approval.decidedAt} /> by {approval.decidedBy}
                </dd>
              </>
            )}
            <dt>Deleted</dt>
            <dd>
              <Time at={approval.expiresAt} />
            </dd>
            <dt>Id</dt>
            <dd>
              <Copyable text={id} what="id" />
            </dd>
            <dt>Digest</dt>
            <dd>
              <Copyable text={digest} what="digest" />
            </dd>
          </dl>
        </Panel>
        {input !== null && (
          <Panel
            title="What is sent"
            aside={<span className="badge warn">written by a model, perhaps from texts of strangers</span>}
          >
            <Parts input={input} />
          </Panel>
        )}
      </div>
    </>
  )
}

/** Approves or refuses it. Whoever approved and had no answer can approve again: it is sent once. */
function Decision({ approval: { id, status }, refresh }: { approval: Approval; refresh: () => void }) {
  const [, go] = useLocation()
  const [isApproving, approve] = useWrite(ApproveMailDocument, CHANGED)
  const [isRefusing, refuse] = useWrite(RefuseMailDocument, CHANGED)
  const isBusy = isApproving || isRefusing
  const onApprove = async () => {
    const decided = (await approve({ id }, { failed: 'Not approved' }))?.approveMail
    refresh()
    if (decided?.error) showToast(`Approved, but not sent: ${decided.error.message}`, { isBad: true })
    else if (decided) showToast('Approved, and on its way.')
    if (decided && !decided.error) go(APPROVALS_PATH)
  }
  const onRefuse = async () => {
    const isDone = await refuse({ id }, { done: 'Refused. The mail is deleted.', failed: 'Not refused' })
    refresh()
    if (isDone) go(APPROVALS_PATH)
  }
  return (
    <>
      {status === 'pending' && (
        <button type="button" className="button danger" disabled={isBusy} onClick={() => void onRefuse()}>
          Refuse
        </button>
      )}
      {(status === 'pending' || status === 'approved') && (
        <button type="button" className="button main" disabled={isBusy} onClick={() => void onApprove()}>
          {isApproving ? 'One moment…' : 'Approve and send'}
        </button>
      )}
    </>
  )
}

const CODE = new Set(['HTML'])

/** The mail as text: no mark in it does anything. */
function Parts({ input }: { input: unknown }) {
  return (
    <dl className="facts content">
      {partsOf(input).map(({ name, text }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts do not change
        <div key={index} style={{ display: 'contents' }}>
          <dt>{name}</dt>
          <dd className={CODE.has(name) ? 'approval-part code' : 'approval-part'}>
            <pre dir="auto">{inOrder(text)}</pre>
          </dd>
        </div>
      ))}
    </dl>
  )
}
