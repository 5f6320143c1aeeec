import './webhook.css'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { ConfirmButton } from '../../components/confirm-button'
import { Copyable } from '../../components/copyable'
import { FormDialog } from '../../components/form-dialog'
import { May, OnlyReads } from '../../components/may'
import { Panel } from '../../components/panel'
import { SecretOnce } from '../../components/secret-once'
import type { Secret } from '../../components/secret-props'
import { Failure, NotFound, SkeletonRows } from '../../components/states'
import { Time } from '../../components/time'
import { useQuery } from '../../graphql/use-query'
import { useSubmit } from '../../graphql/use-submit'
import { useWrite } from '../../graphql/use-write'
import { useOptimisticSwitch } from '../../lib/use-optimistic-switch'
import { useTitle } from '../../lib/use-title'
import { Log } from './log'
import { NewSecretButton } from './new-secret-button'
import { incompleteness, inputOf, type WebhookDraft, WebhookFields } from './webhook-fields'
import {
  DeleteWebhookDocument,
  RotateWebhookSecretDocument,
  TestWebhookDocument,
  UpdateWebhookDocument,
  WebhookDocument,
  type WebhookQuery,
} from './webhook-operations'
import { eventsInWords, failureRateOf, rateInWords, secretsOf, stateOf, titleOf, WEBHOOK_TYPES } from './words'

type FoundWebhook = NonNullable<WebhookQuery['webhook']>

/** One webhook: how it stands, what it was told, and what it answered. */
export default function WebhookPage({ id }: { id: string }) {
  const [{ data, error, fetching }, again] = useQuery({ query: WebhookDocument, variables: { id } })
  const refresh = () => again({ requestPolicy: 'network-only' })
  useTitle(data?.webhook?.endpointUrl ?? 'Webhook')
  if (error && !data?.webhook) return <Failure error={error} retry={refresh} />
  if (data?.webhook) return <Found webhook={data.webhook} refresh={refresh} />
  return fetching ? <SkeletonRows count={6} /> : <NotFound what="webhook" href="/webhooks" action="Show all webhooks" />
}

function Found({ webhook, refresh }: { webhook: FoundWebhook; refresh: () => void }) {
  const { id, endpointUrl, eventTypes, format, verificationKey, createdAt, deliveries } = webhook
  const [isActive, setWanted] = useOptimisticSwitch(webhook.isActive)
  const [tone, state] = stateOf(isActive, deliveries.nodes)
  return (
    <>
      <div className="page-head">
        <h1>{endpointUrl}</h1>
        <span className={`badge ${tone}`}>{state}</span>
        <May scope="admin" instead={<OnlyReads />}>
          <Actions webhook={webhook} isActive={isActive} onWanted={setWanted} refresh={refresh} />
        </May>
      </div>
      {!isActive && <p className="notice">It is paused: events are kept, and delivered when you resume it.</p>}
      <div className="message">
        <Panel title="Details">
          <dl className="facts content">
            <dt>Id</dt>
            <dd>
              <Copyable text={id} what="id" />
            </dd>
            <dt>Told about</dt>
            <dd>{eventsInWords(eventTypes)}</dd>
            <dt>Format</dt>
            <dd>{titleOf(format)}</dd>
            {verificationKey && (
              <>
                <dt>Verification key</dt>
                <dd>
                  <Copyable text={verificationKey} what="verification key" />
                </dd>
              </>
            )}
            <dt>Created</dt>
            <dd>
              <Time at={createdAt} />
            </dd>
            <dt>Deliveries</dt>
            <dd>{rateInWords(failureRateOf(deliveries.nodes))}</dd>
          </dl>
          <p className="content muted">
            A delivery succeeds if your server answers with a status from 200 to 299 within 30 seconds. Otherwise it is
            repeated for about a day, at longer and longer intervals.
          </p>
        </Panel>
        <Log id={id} onChange={refresh} />
      </div>
    </>
  )
}

interface ActionsProps {
  webhook: FoundWebhook
  isActive: boolean
  onWanted: (isActive: boolean | null) => void
  refresh: () => void
}

function Actions({ webhook, isActive, onWanted, refresh }: ActionsProps) {
  const { id } = webhook
  const [isEditing, setEditing] = useState(false)
  const [secrets, setSecrets] = useState<Secret[] | null>(null)
  const [isTesting, test] = useWrite(TestWebhookDocument, ['WebhookDelivery', 'WebhookDeliveryConnection'])
  const [, update] = useWrite(UpdateWebhookDocument, WEBHOOK_TYPES)
  const [, rotate] = useWrite(RotateWebhookSecretDocument, WEBHOOK_TYPES)
  const [, remove] = useWrite(DeleteWebhookDocument)
  const [, go] = useLocation()

  const onPause = async () => {
    onWanted(!isActive)
    const words = isActive
      ? { done: 'Paused. Events wait until you resume it.', failed: 'Not paused' }
      : { done: 'Resumed. What waited is delivered now.', failed: 'Not resumed' }
    if (!(await update({ id, input: { isActive: !isActive } }, words))) onWanted(null)
  }
  const onRotate = async () => {
    const data = await rotate({ id }, { failed: 'Not rotated' })
    if (data?.rotateWebhookSecret) setSecrets(secretsOf(data.rotateWebhookSecret))
  }
  const onDelete = async () => {
    if (await remove({ id }, { done: 'Deleted. It gets no more events.', failed: 'Not deleted' })) go('/webhooks')
  }
  const onTest = () => test({ id }, { done: 'A test event is on its way.', failed: 'Not sent' })
  return (
    <div className="actions">
      <button type="button" className="button" disabled={isTesting} onClick={() => void onTest()}>
        Send a test event
      </button>
      <button type="button" className="button" onClick={() => setEditing(true)}>
        Edit
      </button>
      <button type="button" className="button" onClick={() => void onPause()}>
        {isActive ? 'Pause' : 'Resume'}
      </button>
      <NewSecretButton className="button" onConfirm={() => void onRotate()} />
      <ConfirmButton
        label="Delete"
        title="Delete this webhook?"
        action="Delete the webhook"
        decline="Keep it"
        onConfirm={() => void onDelete()}
      >
        Your server gets no more events, what still waits is not delivered, and the log is gone. This cannot be undone.
      </ConfirmButton>
      {isEditing && <Edit webhook={webhook} onClose={() => setEditing(false)} refresh={refresh} />}
      <SecretOnce title="The new secret" secrets={secrets} onClose={() => setSecrets(null)}>
        Requests are signed with it from now on. Both forms are the same secret: take the one that your code or your
        library asks for.
      </SecretOnce>
    </div>
  )
}

function Edit({ webhook, onClose, refresh }: { webhook: FoundWebhook; onClose: () => void; refresh: () => void }) {
  const { id, endpointUrl, eventTypes, format } = webhook
  const [draft, setDraft] = useState<WebhookDraft>({
    url: endpointUrl,
    isAll: eventTypes.length === 0,
    types: eventTypes,
    format,
  })
  const [gap, setGap] = useState<string>()
  const { submit, isBusy, problem, fault } = useSubmit(UpdateWebhookDocument, WEBHOOK_TYPES)
  const onSubmit = async () => {
    const missing = incompleteness(draft)
    setGap(missing)
    if (missing || !(await submit({ id, input: inputOf(draft) }))) return
    onClose()
    refresh()
  }
  return (
    <FormDialog
      title="Edit the webhook"
      action="Save"
      isOpen
      isBusy={isBusy}
      problem={problem}
      onClose={onClose}
      onSubmit={() => void onSubmit()}
    >
      <WebhookFields
        draft={draft}
        onChange={setDraft}
        fault={(path) => (path === 'eventTypes' ? gap : undefined) ?? fault(path)}
      />
    </FormDialog>
  )
}
