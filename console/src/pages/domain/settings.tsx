import { type FormEvent, useState } from 'react'
import { Copyable } from '../../components/copyable'
import { TextField } from '../../components/field'
import { May, OnlyReads } from '../../components/may'
import { Panel } from '../../components/panel'
import { Refusal } from '../../components/states'
import { showToast } from '../../components/toasts'
import { useSubmit } from '../../graphql/use-submit'
import { useWrite } from '../../graphql/use-write'
import { useOptimisticSwitch } from '../../lib/use-optimistic-switch'
import {
  type DomainQuery,
  SetDomainEd25519Document,
  SetDomainFromNameDocument,
  SetDomainInboundDocument,
  SetDomainLinksDocument,
} from './domain-operations'
import type { Setup } from './records'
import { findingOf } from './words'

type FoundDomain = NonNullable<DomainQuery['domain']>

/** The name that readers see as the sender. */
export function SenderName({ domain: { id, domain, fromName } }: { domain: FoundDomain }) {
  const [name, setName] = useState(fromName ?? '')
  const { submit, isBusy, problem, fault } = useSubmit(SetDomainFromNameDocument, ['Domain'])
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault()
    if (await submit({ id, fromName: name.trim() || null })) showToast('Saved. New mail has this name.')
  }
  return (
    <Panel title="Sender name">
      <form className="content stack" onSubmit={(event) => void onSubmit(event)}>
        <TextField
          label="Name"
          value={name}
          onChange={setName}
          isOptional
          placeholder="Acme Billing"
          hint={`What readers see before the address, in mail from @${domain} that names no sender itself.`}
          fault={fault('fromName')}
        />
        <Refusal problem={fault('fromName') ? null : problem} />
        <div>
          <May scope="admin" instead={<OnlyReads />}>
            <button type="submit" className="button" disabled={isBusy}>
              Save the name
            </button>
          </May>
        </div>
      </form>
    </Panel>
  )
}

/** Whether mail to the domain comes here, and the record that leads it here. */
export function Receiving({ domain, setup }: { domain: FoundDomain; setup: Setup | null | undefined }) {
  const { id, domain: name, fullyVerified, inboundEnabled } = domain
  const [isOn, setWanted] = useOptimisticSwitch(inboundEnabled)
  const [, change] = useWrite(SetDomainInboundDocument, ['Domain', 'DomainConnection'])
  const onToggle = async () => {
    setWanted(!isOn)
    const words = isOn
      ? { done: 'Off. Mail to this domain is no longer accepted.', failed: 'Not turned off' }
      : { done: 'On. Publish the record below, and mail arrives here.', failed: 'Not turned on' }
    if (!(await change({ id, enabled: !isOn }, words))) setWanted(null)
  }
  const mx = setup?.inboundMxRecord
  return (
    <Panel title="Receiving mail" aside={<span className={isOn ? 'badge good' : 'badge'}>{isOn ? 'on' : 'off'}</span>}>
      <div className="content stack">
        <p className="muted">
          {fullyVerified || isOn
            ? `Mail to any address @${name} can arrive here, in the mailbox and at your webhooks.`
            : 'Once the domain is verified, mail to it can arrive here, too.'}
        </p>
        {isOn && mx && (
          <>
            <p>
              For that, this MX record has to be at {name}. It replaces the ones that are there: if your mail is
              delivered elsewhere today, keep those, and use a separate subdomain for this.
            </p>
            <dl className="facts">
              <dt>Type</dt>
              <dd className="mono">MX</dd>
              <dt>Priority</dt>
              <dd>
                <Copyable text={mx.priority} what="priority" />
              </dd>
              <dt>Value</dt>
              <dd>
                <Copyable text={mx.value} what="value of the MX record" />
              </dd>
            </dl>
          </>
        )}
        <div>
          <May scope="admin">
            <button type="button" className="button" disabled={!fullyVerified && !isOn} onClick={() => void onToggle()}>
              {isOn ? 'Stop receiving' : 'Receive mail'}
            </button>
          </May>
        </div>
      </div>
    </Panel>
  )
}

/** Whether its mail has a signature with Ed25519 beside that with RSA. */
export function SecondSignature({ domain: { id, domain, ed25519Status: status } }: { domain: FoundDomain }) {
  const [isOn, setWanted] = useOptimisticSwitch(status !== null)
  const [, change] = useWrite(SetDomainEd25519Document, ['Domain', 'DomainConnection', 'DnsSetup'])
  const onToggle = async () => {
    setWanted(!isOn)
    const words = isOn
      ? { done: 'Off. Keep the old record for a week, for mail on its way.', failed: 'Not turned off' }
      : { done: 'There is one more record to publish. Then check the records.', failed: 'Not turned on' }
    if (!(await change({ id, enabled: !isOn }, words))) setWanted(null)
  }
  const [tone, finding] = isOn ? findingOf(status ?? 'pending') : (['quiet', 'off'] as const)
  return (
    <Panel title="Second signature" aside={<span className={`badge ${tone}`}>{finding}</span>}>
      <div className="content stack">
        <p className="muted">
          Optional: mail from @{domain} is signed with an Ed25519 key as well, once its record was found. Receivers that
          do not know this algorithm check the usual signature.
        </p>
        <div>
          <May scope="admin">
            <button type="button" className="button" onClick={() => void onToggle()}>
              {isOn ? 'Sign with RSA alone' : 'Sign with Ed25519 as well'}
            </button>
          </May>
        </div>
      </div>
    </Panel>
  )
}

interface LinkHostProps {
  domain: FoundDomain
  links: NonNullable<Setup['links']>
}

/** The name that the links in its mail have, and the record for it. */
export function LinkHost({ domain: { id, domain }, links: { enabled, host, status, record } }: LinkHostProps) {
  const [isOn, setWanted] = useOptimisticSwitch(enabled)
  const [, change] = useWrite(SetDomainLinksDocument, ['Domain', 'DomainConnection', 'DnsSetup'])
  const onToggle = async () => {
    setWanted(!isOn)
    const words = isOn
      ? { done: 'Off. Links in new mail have the name of this service.', failed: 'Not turned off' }
      : { done: `On. Links in new mail have the name ${host} while its record is found.`, failed: 'Not turned on' }
    if (!(await change({ id, enabled: !isOn }, words))) setWanted(null)
  }
  const [tone, finding] = isOn ? findingOf(status) : (['quiet', 'off'] as const)
  return (
    <Panel title="Links" aside={<span className={`badge ${tone}`}>{finding}</span>}>
      <div className="content stack">
        <p className="muted">
          Optional: with this record, the links in mail from @{domain} have your name instead of that of this service.
          Publish it only if the service has certificates for such names; its operator knows.
        </p>
        <dl className="facts">
          <dt>Type</dt>
          <dd className="mono">{record.type}</dd>
          <dt>Name</dt>
          <dd>
            <Copyable text={record.host} what="name of the record for links" />
          </dd>
          <dt>Value</dt>
          <dd>
            <Copyable text={record.value} what="value of the record for links" />
          </dd>
        </dl>
        <div>
          <May scope="admin">
            <button type="button" className="button" onClick={() => void onToggle()}>
              {isOn ? 'Do not use it' : 'Use it for links'}
            </button>
          </May>
        </div>
      </div>
    </Panel>
  )
}
