import type { TypedDocumentNode } from '@urql/core'
import { isValidElement, type ReactNode, useEffect, useRef, useState } from 'react'
import { useQuery } from '../graphql/use-query'
import { useLoadedPages } from '../lib/scroll-restoration'
import { Boundary } from './boundary'
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
  /** A row, as an element of the list with its own `key`. */
  row: (item: Item) => ReactNode
  empty: ReactNode
  /** How many rows are drawn while the first page is loaded. */
  expected?: number
}

/** Rows that every list asks for at least. A page with fewer of them is short if more may follow. */
const FULL_PAGE = 20
/** Between two short pages, so that most of the account's rate limit is left for the rest of the console. */
const PAUSE_MS = 150

/** A list that grows by a page whenever the reader asks for more. Whoever asks again for its first page refreshes it. */
export function PagedList<Data, Variables extends object, Item>(props: PagedListProps<Data, Variables, Item>) {
  return (
    <section aria-label={props.label}>
      <Boundary what={`“${props.label}”`}>
        <List {...props} />
      </Boundary>
    </section>
  )
}

function List<Data, Variables extends object, Item>(props: PagedListProps<Data, Variables, Item>) {
  const { label, query, variables, pick, empty, expected = 8 } = props
  const [more, unfold] = useLoadedPages(`${label} ${JSON.stringify(variables)}`)
  const [{ data, error, fetching }, again] = useQuery({ query, variables })
  const first = data && pick(data)
  return (
    <>
      {error && <Failure error={error} retry={() => again({ requestPolicy: 'network-only' })} />}
      {!first && !error && <SkeletonRows count={expected} />}
      {!fetching && first?.nodes.length === 0 && !first.pageInfo.hasNextPage && empty}
      {first && <Pages {...props} after={null} before={0} missing={FULL_PAGE} more={more} onMore={unfold} />}
    </>
  )
}

interface PagesProps<Data, Variables, Item> extends PagedListProps<Data, Variables, Item> {
  after: string | null
  /** Rows on the pages before this one. */
  before: number
  /** Rows that are looked for, on this page and short ones behind it, before the reader is asked. */
  missing: number
  /** How many pages the reader has asked for behind this one. */
  more: number
  onMore: () => void
}

/** A page and those behind it. If it is short, the list goes on by itself: the API limits how far it looks for one page. */
function Pages<Data, Variables extends object, Item>(props: PagesProps<Data, Variables, Item>) {
  const { query, variables, pick, row, empty, after, before, missing, more, onMore } = props
  // The list itself keeps its first page up to date.
  const [{ data, error }, again] = useQuery({
    query,
    variables: after === null ? variables : { ...variables, after },
    requestPolicy: 'cache-first',
  })
  const known = useRef<Page<Item> | null | undefined>(null)
  if (data) known.current = pick(data)
  const page = known.current
  const rows = page?.nodes.map(row) ?? []
  const next = useNext(page, rows)
  const left = missing - rows.length
  const isPaused = usePause(next !== null && left > 0)
  if (error && !page) return <Failure error={error} retry={() => again({ requestPolicy: 'network-only' })} />
  if (!page) return missing < FULL_PAGE || before === 0 ? <Looking /> : <SkeletonRows count={3} />
  const found = before + rows.length
  return (
    <>
      {rows.length > 0 && <ul>{rows}</ul>}
      {next === null && after !== null && found === 0 && empty}
      {next !== null && left > 0 && isPaused && <Looking />}
      {next !== null && left > 0 && !isPaused && <Pages {...props} after={next} before={found} missing={left} />}
      {next !== null && left <= 0 && more > 0 && (
        <Pages {...props} after={next} before={found} missing={FULL_PAGE} more={more - 1} />
      )}
      {next !== null && left <= 0 && more === 0 && (
        <div className="more">
          <button type="button" className="button" onClick={onMore}>
            Show more
          </button>
        </div>
      )}
    </>
  )
}

/**
 * Where the next page begins: where this one ends now, so that no row is lost when the list moves. Behind a short page with
 * all its rows it stays where it was, so that what was looked through is not looked through again.
 */
function useNext(page: Page<unknown> | null | undefined, rows: readonly ReactNode[]): string | null {
  const begun = useRef<{ cursor: string; keys: readonly unknown[] } | null>(null)
  if (!page) return null
  const keys = rows.map((row) => (isValidElement(row) ? row.key : null))
  const { hasNextPage, endCursor } = page.pageInfo
  const cursor = hasNextPage && endCursor ? endCursor : null
  const isKept = keys.length < FULL_PAGE && begun.current?.keys.every((key) => keys.includes(key as string | null))
  begun.current = isKept && begun.current ? { ...begun.current, keys } : cursor === null ? null : { cursor, keys }
  return begun.current?.cursor ?? null
}

/** Whether it is too early to go on. */
function usePause(goesOn: boolean): boolean {
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    if (!goesOn) return
    const timer = setTimeout(() => setOver(true), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [goesOn])
  return !isOver
}

function Looking() {
  return (
    <p className="more muted" role="status">
      Looking further back …
    </p>
  )
}
