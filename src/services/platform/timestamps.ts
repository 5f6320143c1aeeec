/** A time in the contract's format: RFC 3339, UTC, with milliseconds. */
export const isoTime = (at: Date): string => at.toISOString()

/** The same for an optional time, which is null in the contract. */
export const isoTimeOrNull = (at: Date | null | undefined): string | null => at?.toISOString() ?? null
