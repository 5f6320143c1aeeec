import type { CombinedError, TypedDocumentNode } from '@urql/core'
import { useEffect, useRef, useState } from 'react'
import { useClient } from 'urql'
import type { Page } from '../components/paged-list'

/** Between two pages, so that most of the account's rate limit is left for the rest of the console. */
const PAUSE_MS = 150

export interface WholeList<Item> {
  /** What is loaded so far. */
  items: readonly Item[]
  /** Whether all that is wanted is loaded. */
  isWhole: boolean
  /** Why the rest is missing. */
  error: CombinedError | null
  retry: () => void
}

/**
 * Loads a list page after page, for choices and names that may be anywhere in it.
 * @param given `variables` besides `after`, how many items are `wanted`, all if left out, and whether it waits.
 */
export function useAllPages<Data, Item, Variables extends object = object>(
  query: TypedDocumentNode<Data, Variables & { after?: string | null | undefined }>,
  pick: (data: Data) => Page<Item> | null | undefined,
  given: { variables?: Variables; wanted?: number; isPaused?: boolean } = {},
): WholeList<Item> {
  const { variables = {} as Variables, wanted = Infinity, isPaused = false } = given
  const client = useClient()
  const [items, setItems] = useState<readonly Item[]>([])
  const [isWhole, setWhole] = useState(false)
  const [error, setError] = useState<CombinedError | null>(null)
  const [attempt, setAttempt] = useState(0)
  const latest = useRef(pick)
  latest.current = pick
  const asked = JSON.stringify(variables)
  const begun = useRef(asked)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt and other variables begin anew
  useEffect(() => {
    let isOver = false
    let timer: ReturnType<typeof setTimeout> | undefined
    async function load(known: readonly Item[], after: string | null): Promise<void> {
      const result = await client.query(query, { ...variables, after }, { requestPolicy: 'network-only' }).toPromise()
      if (isOver) return
      const page = result.data && latest.current(result.data)
      if (!page) return setError(result.error ?? null)
      const found = [...known, ...page.nodes]
      setItems(found)
      const { hasNextPage, endCursor } = page.pageInfo
      if (hasNextPage && endCursor && found.length < wanted)
        timer = setTimeout(() => void load(found, endCursor), PAUSE_MS)
      else setWhole(true)
    }
    // Another attempt keeps what is shown until it has an answer.
    if (begun.current !== asked) {
      setItems([])
      setWhole(false)
    }
    begun.current = asked
    setError(null)
    if (!isPaused) void load([], null)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [client, query, attempt, asked, wanted, isPaused])

  return { items, isWhole, error, retry: () => setAttempt(attempt + 1) }
}
