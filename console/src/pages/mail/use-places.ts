import { useClient } from 'urql'
import { useQuery } from '../../graphql/use-query'
import { PlacesDocument, type PlacesQuery } from './mail-operations'

interface Places {
  /** Undefined while they are loaded. */
  inboxes: NonNullable<PlacesQuery['inboxes']>['nodes'] | undefined
  labels: NonNullable<PlacesQuery['labels']>['nodes'] | undefined
  /** Reads them again, for everything that shows them. */
  refresh: () => void
}

/**
 * The inboxes and labels of the account.
 * @param isFresh whether they are read again when the component appears.
 */
export function usePlaces({ isFresh = false } = {}): Places {
  const client = useClient()
  const [{ data }] = useQuery({ query: PlacesDocument, requestPolicy: isFresh ? 'cache-and-network' : 'cache-first' })
  return {
    inboxes: data && (data.inboxes?.nodes ?? []),
    labels: data && (data.labels?.nodes ?? []),
    // Not as a part of this component, which may be about to go.
    refresh: () => void client.query(PlacesDocument, {}, { requestPolicy: 'network-only' }).toPromise(),
  }
}
