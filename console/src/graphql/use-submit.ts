import type { TypedDocumentNode } from '@urql/core'
import { useState } from 'react'
import { useMutation } from 'urql'
import { type Problem, problemOf } from './problem'

interface Submission<Data, Variables> {
  /** Sends the form. Resolves to null if the API has refused, which `problem` then says. */
  submit: (variables: Variables) => Promise<Data | null>
  isBusy: boolean
  problem: Problem | null
  /** What is wrong with a field, by its path in the input, like `destination.email`. */
  fault: (path: string) => string | undefined
}

/**
 * A mutation behind a form, with what is wrong with its fields.
 * @param changes names of types, like `ApiKeyConnection`: queries with one of them are asked again. Those of types in
 *   the answer are, too.
 */
export function useSubmit<Data, Variables extends object>(
  mutation: TypedDocumentNode<Data, Variables>,
  changes: readonly string[] = [],
): Submission<Data, Variables> {
  const [{ fetching }, run] = useMutation(mutation)
  const [problem, setProblem] = useState<Problem | null>(null)
  const submit = async (variables: Variables) => {
    setProblem(null)
    const { data, error } = await run(variables, { additionalTypenames: [...changes] })
    if (error) setProblem(problemOf(error))
    return error ? null : (data ?? null)
  }
  return { submit, isBusy: fetching, problem, fault: (path) => problem?.fields.get(path) }
}
