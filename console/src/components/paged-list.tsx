import type { TypedDocumentNode } from '@urql/core'
import { Fragment, type ReactNode, useState } from 'react'
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
  const [cursors, setCursors] = useState<(string | null)[]>([null])
  const [{ data, error, fetching }, again] = useQuery({ query, variables })
  const first = data && pick(data)
  return (
    <section aria-label={label}>
      {error && <Failure error={error} retry={() => again({ requestPolicy: 'network-only' })} />}
      {!first && !error && <SkeletonRows count={expected} />}
      {!fetching && first?.nodes.length === 0 && !first.pageInfo.hasNextPage && empty}
      {first &&
        cursors.map((after, index) => (
          <Fragment key={after}>
            <OnePage
              {...props}
              after={after}
              isLast={index === cursors.length - 1}
              onMore={(cursor) => setCursors([...cursors, cursor])}
            />
          </Fragment>
        ))}
    </section>
  )
}

interface OnePageProps<Data, Variables, Item> extends PagedListProps<Data, Variables, Item> {
  after: string | null
  isLast: boolean
  onMore: (cursor: string) => void
}

function OnePage<Data, Variables extends object, Item>(props: OnePageProps<Data, Variables, Item>) {
  const { query, variables, pick, row, after, isLast, onMore } = props
  // The list itself keeps its first page up to date.
  const [{ data, error }] = useQuery({
    query,
    variables: after === null ? variables : { ...variables, after },
    requestPolicy: 'cache-first',
  })
  if (error && !data) return <Failure error={error} />
  const page = data && pick(data)
  if (!page) return <SkeletonRows count={3} />
  const { hasNextPage, endCursor } = page.pageInfo
  return (
    <>
      <ul>{page.nodes.map(row)}</ul>
      {isLast && hasNextPage && endCursor && (
        <div className="more">
          <button type="button" className="button" onClick={() => onMore(endCursor)}>
            Show more
          </button>
        </div>
      )}
    </>
  )
}
