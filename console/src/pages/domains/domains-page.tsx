import './domains.css'
import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import { TextField } from '../../components/field'
import { FormDialog } from '../../components/form-dialog'
import { May, OnlyReads } from '../../components/may'
import { PageHead } from '../../components/page-head'
import { PagedList } from '../../components/paged-list'
import { Empty } from '../../components/states'
import { Time } from '../../components/time'
import { useSubmit } from '../../graphql/use-submit'
import { stateOf } from '../domain/words'
import { AddDomainDocument, DomainsDocument, type DomainsQuery } from './domains-operations'

type ListedDomain = NonNullable<DomainsQuery['domains']>['nodes'][number]

/** The domains of the account, with what each can do. */
export default function DomainsPage() {
  const [isAdding, setAdding] = useState(false)
  const add = (
    <May scope="admin" instead={<OnlyReads />}>
      <button type="button" className="button main" onClick={() => setAdding(true)}>
        Add a domain
      </button>
    </May>
  )
  return (
    <>
      <PageHead title="Domains">{add}</PageHead>
      <p className="lead">
        To send mail from your own address, like hello@example.com, you prove that its domain is yours: you enter some
        records where the domain is managed (its DNS), usually at the company that you rent it from.
      </p>
      <div className="panel in-columns domains">
        <PagedList
          label="Domains"
          query={DomainsDocument}
          variables={{}}
          pick={({ domains }) => domains}
          row={(domain) => (
            <li key={domain.id}>
              <Row domain={domain} />
            </li>
          )}
          empty={<Empty>No domain yet. Add the one that you want to send from.</Empty>}
          expected={3}
        />
      </div>
      {isAdding && <NewDomain onClose={() => setAdding(false)} />}
    </>
  )
}

function Row({ domain }: { domain: ListedDomain }) {
  const [tone, state] = stateOf(domain)
  return (
    <Link href={`/domains/${domain.id}`} className="row">
      <span>
        <span className={`badge ${tone}`}>{state}</span>
      </span>
      <span className="clip whole">{domain.domain}</span>
      <span className="muted clip">{abilityOf(domain)}</span>
      <span className="time">
        <Time at={domain.createdAt} />
      </span>
    </Link>
  )
}

function abilityOf({ sandbox, fullyVerified, inboundEnabled }: ListedDomain): string {
  if (sandbox) return 'for trying out'
  if (!fullyVerified) return 'cannot send yet'
  return inboundEnabled ? 'sends and receives' : 'sends'
}

function NewDomain({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState('')
  const { submit, isBusy, problem, fault } = useSubmit(AddDomainDocument, ['DomainConnection'])
  const [, go] = useLocation()
  const onSubmit = async () => {
    const added = await submit({ domain: name.trim() })
    if (added?.addDomain) go(`/domains/${added.addDomain.id}`)
  }
  return (
    <FormDialog
      title="Add a domain"
      action="Add the domain"
      isOpen
      isBusy={isBusy}
      problem={problem}
      onClose={onClose}
      onSubmit={() => void onSubmit()}
    >
      <TextField
        label="Domain"
        value={name}
        onChange={setName}
        placeholder="mail.example.com"
        hint="The part after the @ of your sender address. A separate subdomain, like mail.example.com, keeps this mail apart from your other mail."
        fault={fault('domain')}
      />
    </FormDialog>
  )
}
