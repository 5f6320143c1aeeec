import type { TypedDocumentNode } from '@urql/core'
import { type ReactNode, useRef, useState } from 'react'
import { useQuery } from 'urql'
import { Failure, SkeletonRows } from './states'

/** A page of a list, as every list of the API answers. */
export interface Page<Item> {
  nodes: readonly Item[]
  pageInfo: { hasNextPage: boolean; endCursor?: string | null | undefined }
}

interface PagedListProps<Data, Variables, Item> {
  /** Names the list for screen readers. */
  label: string
  query: TypedDocumentNode<Data, Variables & { after?: string | null | undefined }>
  /** Without `after`. Other variables begin with the first page: give the list a `key` of them. */
  variables: Variables
  pick: (data: Data) => Page<Item> | null | undefined
  /** A row, as an element of the list with a `key` of its own. */
  row: (item: Item) => ReactNode
  empty: ReactNode
  /** How many rows are drawn while the first page is loaded. */
  expected?: number
}

/** A list that grows by a page whenever the reader asks for more. Whoever asks again for its first page refreshes it. */
export function PagedList<Data, Variables extends object, Item>(props: PagedListProps<Data, Variables, Item>) {
  const { label, query, variables, pick, empty, expected = 8 } = props
  const [more, setMore] = useState(0)
  const [{ data, error, fetching }, again] = useQuery({ query, variables })
  const first = data && pick(data)
  return (
    <section aria-label={label}>
      {error && <Failure error={error} retry={() => again({ requestPolicy: 'network-only' })} />}
      {!first && !error && <SkeletonRows count={expected} />}
      {!fetching && first?.nodes.length === 0 && !first.pageInfo.hasNextPage && empty}
      {first && <Pages {...props} after={null} more={more} onMore={() => setMore(more + 1)} />}
    </section>
  )
}

interface PagesProps<Data, Variables, Item> extends PagedListProps<Data, Variables, Item> {
  after: string | null
  /** How many pages the reader has asked for behind this one. */
  more: number
  onMore: () => void
}

/** A page and those behind it. Each begins where the one before ends now, so no row is lost when the list moves. */
function Pages<Data, Variables extends object, Item>(props: PagesProps<Data, Variables, Item>) {
  const { query, variables, pick, row, after, more, onMore } = props
  // The list itself keeps its first page up to date.
  const [{ data, error }] = useQuery({
    query,
    variables: after === null ? variables : { ...variables, after },
    requestPolicy: 'cache-first',
  })
  const known = useRef<Page<Item> | null | undefined>(null)
  if (data) known.current = pick(data)
  const page = known.current
  if (error && !page) return <Failure error={error} />
  if (!page) return <SkeletonRows count={3} />
  const { hasNextPage, endCursor } = page.pageInfo
  const isEmpty = page.nodes.length === 0
  return (
    <>
      <ul>{page.nodes.map(row)}</ul>
      {hasNextPage && endCursor && more > 0 && <Pages {...props} after={endCursor} more={more - 1} />}
      {hasNextPage && more === 0 && (
        <div className="more">
          {isEmpty && <p className="muted">Nothing found so far.</p>}
          <button type="button" className="button" onClick={onMore}>
            {isEmpty ? 'Search on' : 'Show more'}
          </button>
        </div>
      )}
    </>
  )
}
