import type { CombinedError } from '@urql/core'

/** What went wrong, for a reader. */
export interface Problem {
  message: string
  /** A code of the API; null if there was no answer. */
  code: string | null
  /** Messages for fields, by their path in the input or among the arguments, like `endpointUrl`. */
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
    const fields = new Map(details?.map(({ path, message }) => [path.replace(/^input\./, ''), message]))
    const faults = [...fields].map(([path, message]) => `${inWords(path)} ${message}.`)
    return { message: faults.join(' ') || first.message, code: code ?? null, fields }
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

/** A field as a reader calls it: `payload.bodyHtml` is `Body html`. */
function inWords(path: string): string {
  const name = path.split('.').findLast((part) => !/^\d+$/.test(part)) ?? path
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}
