import { Link } from 'wouter'
import { SERVICES, type ServiceName } from '../../../../src/cli/import/services'
import { Code, Copyable } from '../../components/copyable'
import { May } from '../../components/may'
import type { Endpoints } from './move-here-operations'
import { programsOf } from './programs'

interface ChangeProps {
  service: ServiceName
  endpoints: Endpoints
}

/** What is changed in programs that send through another service. */
export function Change({ service, endpoints }: ChangeProps) {
  const { smtpPort, smtpsPort } = endpoints
  return (
    <section className="stack" aria-label="Change your programs">
      <h2>2. Change your programs</h2>
      <p>
        They need a key of this account, with the scope send.{' '}
        <May scope="admin" instead="Whoever may create keys gives it to you.">
          <Link href="/keys">Create a key</Link>
        </May>
      </p>
      {service === 'ses' ? <WithoutApi endpoints={endpoints} /> : <Sdk service={service} endpoints={endpoints} />}
      {(smtpPort !== null || smtpsPort !== null) && <Smtp endpoints={endpoints} />}
    </section>
  )
}

function Sdk({ service, endpoints }: { service: Exclude<ServiceName, 'ses'>; endpoints: Endpoints }) {
  const { title } = SERVICES[service]
  const url = endpoints.compatApis.find(({ name }) => name === service)?.url
  if (!url) {
    return (
      <p className="notice">
        The API of {title} is turned off at this service. Whoever operates it can turn it on: the setting{' '}
        <code>COMPAT_APIS</code>. Programs can use <a href="/docs/guides/first-mail">our own API</a> instead.
      </p>
    )
  }
  return (
    <>
      <p>
        The SDK of {title} stays. Give it that key, and this URL: <Copyable text={url} what="URL" />
      </p>
      {programsOf(service, url).map(({ title: language, code }) => (
        <div key={language} className="stack">
          <h3>{language}</h3>
          <Code label={language} text={code} />
        </div>
      ))}
      <p>
        <a href={`/docs/compat/${service}`}>What works with it, method by method</a>
      </p>
    </>
  )
}

function WithoutApi({ endpoints: { baseUrl } }: { endpoints: Endpoints }) {
  return (
    <p>
      Programs that use the SDK of AWS send with <a href="/docs/guides/first-mail">our own API</a> at{' '}
      <Copyable text={baseUrl} what="URL" />. Those that send by SMTP change only what is below.
    </p>
  )
}

function Smtp({ endpoints: { baseUrl, smtpPort, smtpsPort } }: { endpoints: Endpoints }) {
  const ports = [smtpPort !== null && `${smtpPort} with STARTTLS`, smtpsPort !== null && `${smtpsPort} with TLS`]
  return (
    <>
      <h3>By SMTP</h3>
      <dl className="facts">
        <dt>Host</dt>
        <dd>
          <Copyable text={new URL(baseUrl).hostname} what="host" />{' '}
          <span className="muted">or the machine where the SMTP listener of this service is</span>
        </dd>
        <dt>Port</dt>
        <dd>{ports.filter(Boolean).join(', or ')}</dd>
        <dt>User</dt>
        <dd>
          <Copyable text="postline" what="user name" />{' '}
          <span className="muted">or the one you have: any name will do</span>
        </dd>
        <dt>Password</dt>
        <dd>The key</dd>
      </dl>
      <p>
        <a href="/docs/sending-by-smtp">More about SMTP, and the headers of other services</a>
      </p>
    </>
  )
}
