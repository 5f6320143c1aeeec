import { graphql } from './graphql'
import { useQuery } from './use-query'

const NamesOfDocument = graphql(`
  query NamesOf($ids: [ID!]!) {
    nodes(ids: $ids) {
      id
      ... on Template {
        name
      }
      ... on Broadcast {
        name
      }
      ... on Contact {
        email
      }
    }
  }
`)

/** Most objects that the API takes in one request. */
const MOST_AT_ONCE = 100

/**
 * How people call templates, broadcasts and contacts: by their names, or by their addresses.
 * @returns the name of an id. It is the id itself until the name is known, and of what was deleted.
 */
export function useNames(ids: readonly string[]): (id: string) => string {
  const variables = { ids: ids.slice(0, MOST_AT_ONCE) }
  const [{ data }] = useQuery({ query: NamesOfDocument, variables, pause: ids.length === 0 })
  const names = new Map<string, string>()
  for (const node of data?.nodes ?? []) {
    if (node && 'name' in node) names.set(node.id, node.name)
    if (node && 'email' in node) names.set(node.id, node.email)
  }
  return (id) => names.get(id) ?? id
}
