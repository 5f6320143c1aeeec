import type { AnyVariables } from '@urql/core'
import { useRef } from 'react'
import { type UseQueryArgs, type UseQueryResponse, useQuery as useUrqlQuery } from 'urql'

/** What the API answers to a query. What is shown stays when a later look has no answer. */
export function useQuery<Data, Variables extends AnyVariables>(
  args: UseQueryArgs<Variables, Data>,
): UseQueryResponse<Data, Variables> {
  const [state, again] = useUrqlQuery(args)
  const last = useRef<{ asked: string; data: Data } | null>(null)
  const asked = JSON.stringify(args.variables ?? null)
  if (state.data !== undefined) last.current = { asked, data: state.data }
  else if (state.error?.networkError && last.current?.asked === asked)
    return [{ ...state, data: last.current.data }, again]
  return [state, again]
}
