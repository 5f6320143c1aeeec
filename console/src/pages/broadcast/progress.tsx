import { Link } from 'wouter'
import { BidiIsolate } from '../../components/bidi-isolate'
import { Panel } from '../../components/panel'
import { useNames } from '../../graphql/use-names'
import { counted } from '../../lib/counted'
import type { FoundBroadcast } from './found-broadcast'

const percent = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 1 })

const REASONS: Record<string, string> = {
  requested: 'Somebody has paused it.',
  spend_cap_exceeded: 'The spend cap is reached. Raise it under Usage, or wait for the next month. Then resume.',
  sending_paused: 'The account is paused for sending, because of bounces or complaints. Home says more.',
  account_suspended: 'The account was suspended. Ask the operator of the service.',
  from_required: 'It needs a sender at a verified domain. Cancel it, and create it again with one.',
  from_not_verified: 'The domain of the sender is not verified. Verify it, then resume.',
  domain_not_verified: 'The domain of the sender is not verified. Verify it, then resume.',
  no_verified_domain: 'The account has no verified domain. Verify one, then resume.',
  template_not_found: 'The template was deleted or is inactive. Make it active again, or cancel.',
  list_not_found: 'The list was deleted. Cancel the broadcast.',
  key_revoked: 'The key that started it was revoked or has expired. Resume it, and yours takes its place.',
  crashed: 'It crashed five times in a row. Resume it. If it pauses again, ask the operator.',
  internal_error: 'An unexpected error happened three times in a row. Resume it; if it pauses again, ask the operator.',
}

/** How far a broadcast is, and what has become of its mail. */
export function Progress({ broadcast }: { broadcast: FoundBroadcast }) {
  const { status, counts, pausedReason, failures, tracking } = broadcast
  const { total, queued, sent } = counts
  const done = Math.max(total - queued, 0)
  const nameOf = useNames(failures.map(({ contactId }) => contactId))
  const hasBegun = broadcast.startedAt !== null || (status !== 'DRAFT' && status !== 'SCHEDULED')
  const outcomes = [
    ['Delivered', counts.delivered],
    ['Opened', tracking.opens ? counts.opened : null],
    ['Clicked', tracking.clicks ? counts.clicked : null],
    ['Bounced', counts.bounced],
    ['Complaints', counts.complained],
    ['Unsubscribed', counts.unsubscribed],
  ] as const
  return (
    <Panel title="Progress">
      <div className="content stack">
        {status === 'PAUSED' && (
          <p className="notice">
            {REASONS[pausedReason ?? ''] ?? `It is paused: ${pausedReason}.`} Nobody is skipped, and nobody gets it
            twice.
          </p>
        )}
        {hasBegun ? (
          <>
            <progress max={Math.max(total, 1)} value={done} aria-label="Mails that are done" />
            <p role="status">
              {sent.toLocaleString()} of {total.toLocaleString()} sent
              {counts.suppressed > 0 &&
                `, ${counts.suppressed.toLocaleString()} left out: they unsubscribed or are on the suppression list`}
              {counts.failed > 0 && `, ${counts.failed.toLocaleString()} failed`}
              {queued > 0 && `, ${queued.toLocaleString()} still to do`}.
            </p>
            <dl className="figures">
              {outcomes.map(([name, count]) => (
                <div key={name}>
                  <dt>{name}</dt>
                  {count === null ? (
                    <dd className="muted">not tracked</dd>
                  ) : (
                    <dd>
                      {count.toLocaleString()}
                      {sent > 0 && <span className="share"> {percent.format(count / sent)}</span>}
                    </dd>
                  )}
                </div>
              ))}
            </dl>
          </>
        ) : (
          <p>
            Nothing is sent yet. {total.toLocaleString()} {total === 1 ? 'person is' : 'people are'} in the list.
          </p>
        )}
        {failures.length > 0 && (
          <details>
            <summary>For {counted(failures.length, 'person', 'people')}, no mail could be made</summary>
            <ul>
              {failures.map(({ contactId, reason }) => (
                <li key={contactId}>
                  <Link href={`/contacts/${contactId}`}>
                    <BidiIsolate text={nameOf(contactId)} />
                  </Link>
                  : {reason}
                </li>
              ))}
            </ul>
          </details>
        )}
      </div>
    </Panel>
  )
}
