import { Link } from 'wouter'
import { BidiIsolate } from '../../../components/bidi-isolate'
import { Time } from '../../../components/time'
import { useQuery } from '../../../graphql/use-query'
import { useChanges } from '../mailbox'
import { addressOfDraft } from './address-of-draft'
import { DraftsDocument } from './draft-operations'

/** The drafts that answer or forward a thread, to go on with. */
export function ThreadDrafts({ threadId }: { threadId: string }) {
  const [{ data }, again] = useQuery({ query: DraftsDocument, variables: { threadId } })
  useChanges(() => again({ requestPolicy: 'network-only' }))
  const drafts = data?.drafts?.nodes ?? []
  if (drafts.length === 0) return null
  return (
    <ul className="thread-drafts" aria-label="Drafts of answers">
      {drafts.map(({ id, to, updatedAt }) => (
        <li key={id}>
          <Link href={addressOfDraft(id, threadId)}>
            <span className="badge">draft</span> <BidiIsolate text={to.join(', ') || 'No recipients yet'} />
          </Link>{' '}
          <span className="muted">
            <Time at={updatedAt} />
          </span>
        </li>
      ))}
    </ul>
  )
}
