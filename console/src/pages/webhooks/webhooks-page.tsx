import '../webhook/webhook.css'
import './webhooks.css'
import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import { FormDialog } from '../../components/form-dialog'
import { May, OnlyReads } from '../../components/may'
import { PageHead } from '../../components/page-head'
import { PagedList } from '../../components/paged-list'
import { SecretOnce } from '../../components/secret-once'
import { Empty } from '../../components/states'
import { useSubmit } from '../../graphql/use-submit'
import { incompleteness, inputOf, type WebhookDraft, WebhookFields } from '../webhook/webhook-fields'
import { eventsInWords, failureRateOf, rateInWords, secretsOf, stateOf, WEBHOOK_TYPES } from '../webhook/words'
import {
  CreateWebhookDocument,
  type CreateWebhookMutation,
  WebhooksDocument,
  type WebhooksQuery,
} from './webhooks-operations'

type MadeWebhook = NonNullable<CreateWebhookMutation['createWebhook']>
type ListedWebhook = NonNullable<WebhooksQuery['webhooks']>['nodes'][number]

/** Every webhook of the account, with how its deliveries go. */
export default function WebhooksPage() {
  const [isCreating, setCreating] = useState(false)
  const [made, setMade] = useState<MadeWebhook | null>(null)
  const [, go] = useLocation()
  const create = (
    <May scope="admin" instead={<OnlyReads />}>
      <button type="button" className="button main" onClick={() => setCreating(true)}>
        Create a webhook
      </button>
    </May>
  )
  return (
    <>
      <PageHead title="Webhooks">{create}</PageHead>
      <p className="lead">
        A webhook tells your own server what happens to your mail, while it happens: for each event, it sends a signed
        request to the address that you give it. What fails is repeated for a day.
      </p>
      <div className="panel in-columns webhooks">
        <PagedList
          label="Webhooks"
          query={WebhooksDocument}
          variables={{}}
          pick={({ webhooks }) => webhooks}
          row={(webhook) => (
            <li key={webhook.id}>
              <Row webhook={webhook} />
            </li>
          )}
          empty={<Empty>No webhook yet. Create one, and your server is told about every delivery and bounce.</Empty>}
          expected={3}
        />
      </div>
      {isCreating && (
        <NewWebhook
          onClose={() => setCreating(false)}
          onCreated={(webhook) => {
            setCreating(false)
            setMade(webhook)
          }}
        />
      )}
      <SecretOnce
        title="The secret of your webhook"
        secrets={made && secretsOf(made)}
        onClose={() => made && go(`/webhooks/${made.id}`)}
      >
        Every request is signed with it, so that your server can tell our requests from those of others. Both forms are
        the same secret: take the one that your code or your library asks for.
      </SecretOnce>
    </>
  )
}

function Row({ webhook }: { webhook: ListedWebhook }) {
  const { id, endpointUrl, eventTypes, isActive, deliveries } = webhook
  const [tone, state] = stateOf(isActive, deliveries.nodes)
  return (
    <Link href={`/webhooks/${id}`} className="row">
      <span>
        <span className={`badge ${tone}`}>{state}</span>
      </span>
      <span className="clip whole">{endpointUrl}</span>
      <span className="muted clip">{eventsInWords(eventTypes)}</span>
      <span className="muted clip">{rateInWords(failureRateOf(deliveries.nodes))}</span>
    </Link>
  )
}

const BLANK: WebhookDraft = { url: '', isAll: true, types: [], format: 'POSTLINE' }

function NewWebhook({ onClose, onCreated }: { onClose: () => void; onCreated: (made: MadeWebhook) => void }) {
  const [draft, setDraft] = useState(BLANK)
  const [gap, setGap] = useState<string>()
  const { submit, isBusy, problem, fault } = useSubmit(CreateWebhookDocument, WEBHOOK_TYPES)

  const onSubmit = async () => {
    const missing = incompleteness(draft)
    setGap(missing)
    const webhook = missing ? null : (await submit({ input: inputOf(draft) }))?.createWebhook
    if (webhook) onCreated(webhook)
  }
  return (
    <FormDialog
      title="Create a webhook"
      action="Create the webhook"
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
