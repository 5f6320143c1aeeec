import { Link, useLocation } from 'wouter'
import { useQuery } from '../../../graphql/use-query'
import { useChanges } from '../mailbox'
import { DraftCountDocument } from './draft-operations'

const inboxSearch = (inbox: string | null) => (inbox === null ? '' : `?${new URLSearchParams({ inbox })}`)

/**
 * The places of what is written and not sent yet, as entries of a list.
 * @param inbox the address of ours whose mail the reader looks at; null for all of them.
 */
export function UnsentFolders({ inbox }: { inbox: string | null }) {
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
        <Link href={`/mail/scheduled${inboxSearch(inbox)}`} className="place" aria-current={current('/mail/scheduled')}>
          Scheduled
        </Link>
      </li>
    </>
  )
}
