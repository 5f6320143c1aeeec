import { AccountDocument } from '../../../components/account-operations'
import { useQuery } from '../../../graphql/use-query'

/** The account whose drafts are shown: undefined while it is loaded, and empty if it cannot be. */
export function useDraftOwner(): string | undefined {
  const [{ data, error }] = useQuery({ query: AccountDocument, requestPolicy: 'cache-first' })
  return data?.account?.accountId ?? (error ? '' : undefined)
}
