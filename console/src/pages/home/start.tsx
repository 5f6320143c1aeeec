import { useEffect, useState } from 'react'
import { Link } from 'wouter'
import { Panel } from '../../components/panel'
import { useQuery } from '../../graphql/use-query'
import { useMay } from '../../lib/rights'
import { StartDocument } from './start-operations'
import { hideStart, isStartHidden, StartPlaceholder } from './start-placeholder'

/** The first steps of a new account, until they are done or the reader hides them. */
export default function Start() {
  const [isHidden, setHidden] = useState(isStartHidden)
  const mayWrite = useMay('admin')
  const [{ data, error }] = useQuery({ query: StartDocument, pause: isHidden || !mayWrite })
  if (isHidden || !mayWrite || error) return null
  if (!data?.messages || !data.domains || !data.webhooks) return <StartPlaceholder />
  // Nor the domain to try receiving with counts.
  const domains = data.domains.nodes.filter(({ sandbox, domain }) => !sandbox && domain !== 'inbox.postline.localhost')
  const steps = [
    { title: 'Send a first mail', href: '/send', isDone: data.messages.nodes.length > 0 },
    {
      title: 'Verify a domain, to write to anyone',
      href: '/domains',
      isDone: domains.some(({ fullyVerified }) => fullyVerified),
    },
    { title: 'Add a webhook, to hear what becomes of mail', href: '/webhooks', isDone: data.webhooks.nodes.length > 0 },
    {
      title: 'Receive mail at your domain',
      href: domains[0] ? `/domains/${domains[0].id}` : '/domains',
      isDone: domains.some(({ inboundEnabled }) => inboundEnabled),
    },
  ]
  if (steps.every(({ isDone }) => isDone)) return <Done />
  const onHide = () => {
    hideStart()
    setHidden(true)
  }
  return (
    <Panel
      title="First steps"
      aside={
        <button type="button" className="text-button" onClick={onHide}>
          Hide
        </button>
      }
      className="wide"
    >
      <ol className="first-steps content">
        {steps.map(({ title, href, isDone }) => (
          <li key={href + title}>
            <span className={`badge ${isDone ? 'good' : 'quiet'}`}>{isDone ? 'done' : 'to do'}</span>{' '}
            {isDone ? <span className="muted">{title}</span> : <Link href={href}>{title}</Link>}
          </li>
        ))}
        <li>
          <Link href="/move-here">Move here from another service</Link>
        </li>
        <li>
          <a href="/docs">Read the documentation</a>
        </li>
      </ol>
    </Panel>
  )
}

/** Next time, nothing is asked and no place is kept. */
function Done() {
  useEffect(hideStart, [])
  return null
}
