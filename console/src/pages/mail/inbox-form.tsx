import { type FormEvent, useState } from 'react'
import { Link } from 'wouter'
import { SECTIONS } from '../../../../src/http/console/sections'
import { Copyable } from '../../components/copyable'
import { Dialog } from '../../components/dialog'
import { SelectField, TextField } from '../../components/field'
import { Empty, Failure, Refusal, Skeleton } from '../../components/states'
import { useQuery } from '../../graphql/use-query'
import { useSubmit } from '../../graphql/use-submit'
import { isVerified } from '../../lib/verified-domains'
import {
  CreateInboxDocument,
  MailDomainsDocument,
  type MailDomainsQuery,
  ReceiveMailDocument,
  type ReceiveMailMutation,
} from './mail-operations'

type MxRecord = NonNullable<ReceiveMailMutation['setDomainInbound']>['mxRecord']
type Domain = NonNullable<MailDomainsQuery['domains']>['nodes'][number]

const DOMAINS = SECTIONS.find(({ path }) => path === '/domains')

interface InboxDialogProps {
  onClose: () => void
  onCreated: () => void
}

export function InboxDialog({ onClose, onCreated }: InboxDialogProps) {
  return (
    <Dialog title="New inbox" isOpen onClose={onClose}>
      <InboxForm onCreated={onCreated} />
      <div className="actions">
        <button type="button" className="button" onClick={onClose}>
          Close
        </button>
      </div>
    </Dialog>
  )
}

/** Creates an inbox at a domain, which receives mail from then on, and says what is left to do. */
export function InboxForm({ onCreated, intro }: { onCreated: () => void; intro?: string }) {
  const [{ data, error }, again] = useQuery({ query: MailDomainsDocument })
  const [created, setCreated] = useState<{ address: string; mx: MxRecord | null } | null>(null)
  if (created) return <WhatIsNext {...created} />
  if (error && !data) return <Failure error={error} retry={() => again({ requestPolicy: 'network-only' })} />
  if (!data) return <Skeleton width="60%" />
  const usable = (data.domains?.nodes ?? []).filter(isVerified)
  if (usable.length === 0) return <NoDomain />
  return (
    <Form
      domains={usable}
      intro={intro}
      onCreated={(address, mx) => {
        setCreated({ address, mx })
        onCreated()
      }}
    />
  )
}

interface FormProps {
  domains: readonly Domain[]
  intro: string | undefined
  onCreated: (address: string, mx: MxRecord | null) => void
}

function Form({ domains, intro, onCreated }: FormProps) {
  const [localPart, setLocalPart] = useState('support')
  const [name, setName] = useState('')
  const [domain, setDomain] = useState(domains[0]!.domain)
  const receiving = useSubmit(ReceiveMailDocument)
  const creating = useSubmit(CreateInboxDocument)
  const problem = receiving.problem ?? creating.problem

  const onSubmit = async (event: FormEvent) => {
    event.preventDefault()
    const isOn = domains.some((each) => each.domain === domain && each.inboundEnabled)
    const turnedOn = isOn ? null : await receiving.submit({ domain })
    if (!isOn && !turnedOn) return
    const made = await creating.submit({ input: { domain, localPart, name: name.trim() || null } })
    if (made?.createInbox) onCreated(made.createInbox.address, turnedOn?.setDomainInbound?.mxRecord ?? null)
  }
  return (
    <form className="stack" onSubmit={(event) => void onSubmit(event)}>
      {intro && <p>{intro}</p>}
      <div className="inbox-address">
        <TextField label="Before the @" value={localPart} onChange={setLocalPart} fault={creating.fault('localPart')} />
        <SelectField
          label="Domain"
          value={domain}
          onChange={setDomain}
          choices={domains.map((each) => [each.domain, each.domain] as const)}
          fault={creating.fault('domain')}
        />
      </div>
      <TextField
        label="Name"
        value={name}
        onChange={setName}
        isOptional
        placeholder="Support"
        hint="What the list of inboxes shows in place of the address."
        fault={creating.fault('name')}
      />
      <Refusal problem={problem} />
      <div>
        <button type="submit" className="button main" disabled={receiving.isBusy || creating.isBusy}>
          Create the inbox
        </button>
      </div>
    </form>
  )
}

function WhatIsNext({ address, mx }: { address: string; mx: MxRecord | null }) {
  return (
    <div className="stack" role="status">
      <p>
        <strong>{address}</strong> receives mail now.
      </p>
      {mx ? (
        <>
          <p>So that other mail servers deliver here, publish this MX record at the domain:</p>
          <Copyable text={`MX ${mx.priority} ${mx.value}`} what="MX record" />
        </>
      ) : (
        <p>Its domain received mail before, so nothing is left to publish.</p>
      )}
      <p className="muted">
        On your own machine no DNS is needed: send a mail to this address at the SMTP listener, port 2525 unless you
        have changed <code>SMTP_PORT</code>. It appears here at once.
      </p>
    </div>
  )
}

function NoDomain() {
  return (
    <Empty
      action={
        <Link href={DOMAINS?.path ?? '/'} className="button">
          {DOMAINS ? 'Show the domains' : 'Go home'}
        </Link>
      }
    >
      To receive mail you need a verified domain of your own. Add one, publish its DNS records, and come back.
    </Empty>
  )
}
