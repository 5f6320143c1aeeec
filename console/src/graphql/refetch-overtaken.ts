import { type Exchange, makeOperation, mapExchange } from '@urql/core'

/**
 * Sends a query again that somebody asked for while it was under way. urql gives both the answer that is awaited already,
 * which may say how things were before the second one asked. Stands directly before the exchange that fetches.
 */
export const refetchOvertaken: Exchange = (input) => {
  const { client } = input
  /** The queries under way by their keys. */
  const underWay = new Map<number, { isOvertaken: boolean }>()

  const { executeRequestOperation } = client
  client.executeRequestOperation = (operation) => {
    const query = underWay.get(operation.key)
    if (query && operation.context.requestPolicy === 'network-only') query.isOvertaken = true
    return executeRequestOperation(operation)
  }

  return mapExchange({
    onOperation({ kind, key }) {
      if (kind === 'query') underWay.set(key, { isOvertaken: false })
      if (kind === 'teardown') underWay.delete(key)
    },
    onResult(result) {
      const { operation } = result
      const isOvertaken = underWay.get(operation.key)?.isOvertaken
      underWay.delete(operation.key)
      if (!isOvertaken) return undefined
      client.reexecuteOperation(
        makeOperation('query', operation, { ...operation.context, requestPolicy: 'network-only' }),
      )
      return { ...result, stale: true }
    },
  })(input)
}
