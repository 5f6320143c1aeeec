/** A process cannot start, for a reason that the operator can fix. */
export class StartError extends Error {
  override name = 'StartError'
}

/** MongoDB cannot be reached or refuses this process. A later start may succeed. */
export class LedgerError extends Error {
  override name = 'LedgerError'
}
