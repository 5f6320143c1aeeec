/** Error codes of a MongoDB server that is stopping, starting or no longer the primary. */
export const NOT_PRIMARY_CODES: ReadonlySet<unknown> = new Set([
  91, 189, 10_058, 10_107, 11_600, 11_602, 13_435, 13_436,
])

/** Names of driver errors that say that a server does not answer. */
const NAMES = new Set([
  'MongoNetworkError',
  'MongoNetworkTimeoutError',
  'MongoNotConnectedError',
  'MongoPoolClearedError',
  'MongoServerSelectionError',
  'MaxRetriesPerRequestError',
  'ClusterAllFailedError',
])

/** Names of errors with the code of a MongoDB server: that of a command, or of a write that no majority has. */
const CODED = new Set(['MongoServerError', 'MongoWriteConcernError'])

/** What ioredis says, in errors without a specific name, while Redis does not answer. */
const MESSAGES =
  /^(Connection is closed\.|Command timed out|Stream isn't writeable |Socket timeout\.|Cluster isn't ready |None of startup nodes |Too many Cluster redirections\.|CLUSTERDOWN |READONLY )/

/**
 * Whether an error says that MongoDB or Redis is away. By names and texts, so that the small supervisor can tell without
 * loading the drivers.
 */
export function isServerUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { name, message, code, cause } = error as Error & { code?: unknown }
  return (
    NAMES.has(name) ||
    (CODED.has(name) && NOT_PRIMARY_CODES.has(code)) ||
    MESSAGES.test(message) ||
    (cause !== error && isServerUnavailable(cause))
  )
}
