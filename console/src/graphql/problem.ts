import type { CombinedError } from '@urql/core'

/** What went wrong, for a reader. */
export interface Problem {
  message: string
  /** A code of the API; null if there was no answer. */
  code: string | null
  /** Messages for fields, by their path in the input. */
  fields: Map<string, string>
}

interface Detail {
  path: string
  message: string
}

/** The first error of a result in the API's own words. */
export function problemOf({ graphQLErrors, networkError, response }: CombinedError): Problem {
  const [first] = graphQLErrors
  if (first) {
    const { code, details } = first.extensions as { code?: string; details?: Detail[] }
    const fields = new Map(details?.map(({ path, message }) => [path, message]))
    return { message: first.message, code: code ?? null, fields }
  }
  const status = (response as Response | undefined)?.status
  const message = status
    ? `The server answered ${status}. Try again in a moment.`
    : 'The server cannot be reached. Check that it runs, and try again.'
  return {
    message: networkError || status ? message : 'Something went wrong. Try again.',
    code: null,
    fields: new Map(),
  }
}
