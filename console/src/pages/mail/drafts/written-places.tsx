import { Link, useLocation } from 'wouter'
import { useQuery } from '../../../graphql/use-query'
import { useChanges } from '../mailbox'
import { DraftCountDocument } from './draft-operations'

/** The places of what is written and not sent yet, as entries of a list. */
export function WrittenPlaces() {
  const [path] = useLocation()
  const [{ data }, again] = useQuery({ query: DraftCountDocument, variables: {} })
  useChanges(() => again({ requestPolicy: 'network-only' }))
  const { nodes = [], pageInfo } = data?.drafts ?? {}
  const current = (address: string) => (path === address ? 'page' : undefined)
  return (
    <>
      <li>
        <Link href="/mail/drafts" className="place" aria-current={current('/mail/drafts')}>
          Drafts
          {nodes.length > 0 && (
            <span className="count">
              {nodes.length}
              {pageInfo?.hasNextPage && '+'}
            </span>
          )}
        </Link>
      </li>
      <li>
        <Link href="/mail/scheduled" className="place" aria-current={current('/mail/scheduled')}>
          Scheduled
        </Link>
      </li>
    </>
  )
}
