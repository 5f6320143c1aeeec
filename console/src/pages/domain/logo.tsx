import { type FormEvent, useEffect, useState } from 'react'
import { Copyable } from '../../components/copyable'
import { TextField } from '../../components/field'
import { May } from '../../components/may'
import { Panel } from '../../components/panel'
import { Failure, Refusal, SkeletonRows } from '../../components/states'
import { showToast } from '../../components/toasts'
import { useQuery } from '../../graphql/use-query'
import { useSubmit } from '../../graphql/use-submit'
import { DomainLogoDocument, type DomainLogoQuery, type DomainQuery, SetDomainLogoDocument } from './domain-operations'

type FoundDomain = NonNullable<DomainQuery['domain']>
type Indicator = NonNullable<DomainLogoQuery['domainLogo']>

/** The logo that mail programs show beside mail of the domain, and what it still needs. */
export function Logo({ domain }: { domain: FoundDomain }) {
  const [{ data, error }, again] = useQuery({ query: DomainLogoDocument, variables: { id: domain.id } })
  const indicator = data?.domainLogo
  return (
    <Panel title="Logo beside your mail" aside={<span className="muted">a standard called BIMI</span>} className="wide">
      {error && !indicator && <Failure error={error} retry={() => again({ requestPolicy: 'network-only' })} />}
      {!indicator && !error && <SkeletonRows count={4} />}
      {indicator && <Steps domain={domain} indicator={indicator} />}
    </Panel>
  )
}

function Steps({ domain, indicator }: { domain: FoundDomain; indicator: Indicator }) {
  const { logoUrl, record, dmarc, bimiPublished, vmcNote } = indicator
  return (
    <div className="content stack">
      <InboxRow domain={domain} logoUrl={logoUrl} />
      <May scope="admin">
        <LogoForm domain={domain} logoUrl={logoUrl} />
      </May>
      <div className="stack">
        <h3>
          <Mark isGood={dmarc.atEnforcement} good="strict enough" bad="too weak" /> Protection against forged mail
          (DMARC)
        </h3>
        {!dmarc.atEnforcement && (
          <>
            <p>
              A logo is shown only if receivers are told to put forged mail of the domain into spam or to refuse it.
              Before you publish this, make sure that all your services that send for the domain are verified:
            </p>
            <Copyable text={dmarc.recommended} what="DMARC record" />
          </>
        )}
      </div>
      {record && (
        <div className="stack">
          <h3>
            <Mark isGood={bimiPublished} good="found" bad="missing" /> The record that names the logo (TXT)
          </h3>
          <dl className="facts">
            <dt>Name</dt>
            <dd>
              <Copyable text={record.name} what="name of the logo record" />
            </dd>
            <dt>Value</dt>
            <dd>
              <Copyable text={record.value} what="value of the logo record" />
            </dd>
          </dl>
        </div>
      )}
      <p className="muted">{vmcNote}</p>
    </div>
  )
}

function Mark({ isGood, good, bad }: { isGood: boolean; good: string; bad: string }) {
  return <span className={isGood ? 'badge good' : 'badge warn'}>{isGood ? good : bad}</span>
}

/** What a reader may see. A logo of another host is not loaded: the console loads nothing from there. */
function InboxRow({ domain: { id, domain, fromName }, logoUrl }: { domain: FoundDomain; logoUrl: string | null }) {
  const ours = `/logos/${id}.svg`
  const isOurs = logoUrl?.endsWith(ours) === true
  const name = fromName ?? `hello@${domain}`
  return (
    <figure className="inbox-row" aria-label="Your mail in an inbox">
      <span className="face">{isOurs ? <img src={ours} alt="Your logo" /> : name.charAt(0).toUpperCase()}</span>
      <span className="words">
        <strong className="clip">{name}</strong>
        <br />
        <span className="muted">
          {logoUrl === null && 'Without a logo, most mail programs show a letter.'}
          {logoUrl !== null && !isOurs && 'The logo is on another server, so it is not shown here.'}
          {isOurs && 'Your order is on its way'}
        </span>
      </span>
    </figure>
  )
}

function LogoForm({ domain: { id }, logoUrl }: { domain: FoundDomain; logoUrl: string | null }) {
  const [url, setUrl] = useState(logoUrl ?? '')
  useEffect(() => setUrl(logoUrl ?? ''), [logoUrl])
  const { submit, isBusy, problem, fault } = useSubmit(SetDomainLogoDocument)
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault()
    const wanted = url.trim() || null
    if (await submit({ id, logoUrl: wanted }))
      showToast(wanted ? 'Saved. Now publish its record.' : 'The logo is removed.')
  }
  return (
    <form className="stack" onSubmit={(event) => void onSubmit(event)}>
      <TextField
        label="Address of the logo"
        type="url"
        isOptional
        value={url}
        onChange={setUrl}
        placeholder="https://example.com/logo.svg"
        hint="A square picture in the format SVG Tiny PS, on a server of yours. Leave it empty for no logo."
        fault={fault('logoUrl')}
      />
      <Refusal problem={fault('logoUrl') ? null : problem} />
      <div>
        <button type="submit" className="button" disabled={isBusy}>
          Save the logo
        </button>
      </div>
    </form>
  )
}
