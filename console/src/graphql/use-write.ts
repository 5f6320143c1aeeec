import type { TypedDocumentNode } from '@urql/core'
import { useMutation } from 'urql'
import { showToast } from '../components/toasts'
import { problemOf } from './problem'

/** What the reader is told afterwards. */
interface Words {
  /** Once it is done; nothing if the page itself shows that. */
  done?: string
  /** Before the reason, if the API refuses, like `Not revoked`. */
  failed: string
}

/**
 * A mutation behind a button. Run, it resolves to null if the API has refused, which the reader is told.
 * @param changes names of types, like `ApiKeyConnection`: queries with one of them are asked again.
 */
export function useWrite<Data, Variables extends object>(
  mutation: TypedDocumentNode<Data, Variables>,
  changes: readonly string[] = [],
): [isBusy: boolean, run: (variables: Variables, words: Words) => Promise<Data | null>] {
  const [{ fetching }, mutate] = useMutation(mutation)
  const run = async (variables: Variables, { done, failed }: Words) => {
    const { data, error } = await mutate(variables, { additionalTypenames: [...changes] })
    if (error) showToast(`${failed}: ${problemOf(error).message}`, { isBad: true })
    else if (done) showToast(done)
    return error ? null : (data ?? null)
  }
  return [fetching, run]
}
