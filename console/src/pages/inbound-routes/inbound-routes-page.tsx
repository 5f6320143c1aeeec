import { useState } from 'react'
import { Link } from 'wouter'
import { ConfirmButton } from '../../components/confirm-button'
import { SelectField, TextField } from '../../components/field'
import { FormDialog } from '../../components/form-dialog'
import { May, OnlyReads } from '../../components/may'
import { PageHead } from '../../components/page-head'
import { PagedList } from '../../components/paged-list'
import { SecretOnce } from '../../components/secret-once'
import type { Secret } from '../../components/secret-props'
import { Empty } from '../../components/states'
import type { DestinationType, WebhookFormat } from '../../graphql/enums'
import { useSubmit } from '../../graphql/use-submit'
import { useWrite } from '../../graphql/use-write'
import { useHidden } from '../../lib/use-hidden'
import { NewSecretButton } from '../webhook/new-secret-button'
import { FORMAT_HINTS, FORMATS, secretsOf, titleOf } from '../webhook/words'
import {
  CreateInboundRouteDocument,
  DeleteInboundRouteDocument,
  InboundRoutesDocument,
  type InboundRoutesQuery,
  RotateInboundRouteSecretDocument,
  UpdateInboundRouteDocument,
} from './inbound-routes-operations'

type Route = NonNullable<InboundRoutesQuery['inboundRoutes']>['nodes'][number]

const LIST_TYPES = ['InboundRoute', 'InboundRouteConnection'] as const

/** Where mail that comes in is forwarded to. */
export default function InboundRoutesPage() {
  const [isCreating, setCreating] = useState(false)
  const [secrets, setSecrets] = useState<Secret[] | null>(null)
  const hidden = useHidden()
  return (
    <>
      <PageHead title="Inbound routes">
        <May scope="admin" instead={<OnlyReads />}>
          <button type="button" className="button main" onClick={() => setCreating(true)}>
            Add a route
          </button>
        </May>
      </PageHead>
      <p className="lead">
        Mail that a domain of yours receives is kept, and shown in <Link href="/mail">Mail</Link>. A route also forwards
        it: to your server as a signed request, or to another address.
      </p>
      <div className="panel in-columns short-rows">
        <PagedList
          label="Inbound routes"
          query={InboundRoutesDocument}
          variables={{}}
          pick={({ inboundRoutes }) => inboundRoutes}
          row={(route) => (
            <li key={route.id} hidden={hidden.has(route.id)}>
              <Row route={route} hidden={hidden} onSecrets={setSecrets} />
            </li>
          )}
          empty={
            <Empty
              action={
                <Link href="/domains" className="button">
                  Show the domains
                </Link>
              }
            >
              No route yet. A route needs a verified domain that receives mail: turn that on at the page of the domain.
            </Empty>
          }
        />
      </div>
      {isCreating && (
        <NewRoute
          onClose={() => setCreating(false)}
          onCreated={(made) => {
            setCreating(false)
            setSecrets(made)
          }}
        />
      )}
      <SecretOnce title="The secret of your route" secrets={secrets} onClose={() => setSecrets(null)}>
        Requests of the route are signed with it. Both forms are the same secret: take the one that your code or your
        library asks for.
      </SecretOnce>
    </>
  )
}

interface RowProps {
  route: Route
  hidden: ReturnType<typeof useHidden>
  onSecrets: (secrets: Secret[]) => void
}

function Row({ route, hidden, onSecrets }: RowProps) {
  const { id, domain, matchPrefix, destinationType, forwardUrl, forwardAddress, format, active } = route
  const [, update] = useWrite(UpdateInboundRouteDocument, LIST_TYPES)
  const [, rotate] = useWrite(RotateInboundRouteSecretDocument)
  const [, remove] = useWrite(DeleteInboundRouteDocument, LIST_TYPES)
  const onStop = () => update({ id, input: { active: !active } }, { failed: active ? 'Not stopped' : 'Not resumed' })
  const onRotate = async () => {
    const data = await rotate({ id }, { failed: 'Not rotated' })
    if (data?.rotateInboundRouteSecret) onSecrets(secretsOf(data.rotateInboundRouteSecret))
  }
  const onRemove = () =>
    hidden.during(id, () => remove({ id }, { done: 'Deleted. It no longer forwards mail.', failed: 'Not deleted' }))
  return (
    <div className="row">
      <span className="whole clip">
        {matchPrefix}…@{domain} → {destinationType === 'WEBHOOK' ? forwardUrl : forwardAddress}
        {format !== 'POSTLINE' && `, as ${titleOf(format)} does`}
      </span>
      <span>
        <span className={`badge ${active ? 'good' : 'warn'}`}>{active ? 'active' : 'stopped'}</span>
      </span>
      <span className="row-actions whole">
        <May scope="admin">
          <button type="button" className="button small" onClick={() => void onStop()}>
            {active ? 'Stop' : 'Resume'}
          </button>
        </May>
        {destinationType === 'WEBHOOK' && (
          <NewSecretButton className="button small" onConfirm={() => void onRotate()} />
        )}
        <ConfirmButton
          label="Delete"
          className="button small danger"
          title="Delete this route?"
          action="Delete the route"
          decline="Keep it"
          onConfirm={() => void onRemove()}
        >
          Mail is still received, but no longer forwarded, and what waits to be repeated is not.
        </ConfirmButton>
      </span>
    </div>
  )
}

const DESTINATIONS = [
  ['WEBHOOK', 'Your server'],
  ['EMAIL', 'Another address'],
] as const satisfies readonly (readonly [DestinationType, string])[]

function NewRoute({ onClose, onCreated }: { onClose: () => void; onCreated: (secrets: Secret[] | null) => void }) {
  const [domain, setDomain] = useState('')
  const [matchPrefix, setPrefix] = useState('')
  const [destinationType, setType] = useState<DestinationType>('WEBHOOK')
  const [target, setTarget] = useState('')
  const [format, setFormat] = useState<WebhookFormat>('POSTLINE')
  const { submit, isBusy, problem, fault } = useSubmit(CreateInboundRouteDocument, LIST_TYPES)
  const isWebhook = destinationType === 'WEBHOOK'
  const onSubmit = async () => {
    const forward = isWebhook ? { forwardUrl: target.trim(), format } : { forwardAddress: target.trim() }
    const input = { domain: domain.trim(), matchPrefix: matchPrefix.trim(), destinationType, ...forward }
    const made = (await submit({ input }))?.createInboundRoute
    if (made) onCreated(isWebhook ? secretsOf(made) : null)
  }
  return (
    <FormDialog
      title="Add a route"
      action="Add the route"
      isOpen
      isBusy={isBusy}
      problem={problem}
      onClose={onClose}
      onSubmit={() => void onSubmit()}
    >
      <TextField
        label="Domain"
        value={domain}
        onChange={setDomain}
        placeholder="mail.example.com"
        hint="A verified domain that receives mail."
        fault={fault('domain')}
      />
      <TextField
        label="Addresses that begin with"
        isOptional
        value={matchPrefix}
        onChange={setPrefix}
        placeholder="support"
        hint="Empty for all mail of the domain."
        fault={fault('matchPrefix')}
      />
      <SelectField label="Forward to" value={destinationType} onChange={setType} choices={DESTINATIONS} />
      <TextField
        label={isWebhook ? 'Address of your endpoint' : 'Address'}
        type={isWebhook ? 'url' : 'email'}
        value={target}
        onChange={setTarget}
        placeholder={isWebhook ? 'https://example.com/mail' : 'ada@example.org'}
        fault={fault(isWebhook ? 'forwardUrl' : 'forwardAddress')}
      />
      {isWebhook && (
        <SelectField
          label="Format"
          value={format}
          onChange={setFormat}
          choices={FORMATS}
          hint={FORMAT_HINTS[format]}
          fault={fault('format')}
        />
      )}
    </FormDialog>
  )
}
