import type { AnyVariables } from '@urql/core'
import { createContext, useContext, useRef } from 'react'
import { type UseQueryArgs, type UseQueryResponse, useQuery as useUrqlQuery } from 'urql'

/** Whether what is known is not shown first: a part has failed with it. */
export const SkipCache = createContext(false)

/** What the API answers to a query. What is shown stays when a later look has no answer. */
export function useQuery<Data, Variables extends AnyVariables>(
  args: UseQueryArgs<Variables, Data>,
): UseQueryResponse<Data, Variables> {
  const isAnew = useContext(SkipCache)
  const [state, again] = useUrqlQuery(isAnew ? { ...args, requestPolicy: 'network-only' } : args)
  const last = useRef<{ asked: string; data: Data } | null>(null)
  const asked = JSON.stringify(args.variables ?? null)
  if (state.data !== undefined) last.current = { asked, data: state.data }
  else if (state.error?.networkError && last.current?.asked === asked)
    return [{ ...state, data: last.current.data }, again]
  return [state, again]
}
