/** A moment as the contract writes it: RFC 3339, UTC, with milliseconds. */
export const isoTime = (at: Date): string => at.toISOString()

/** The same for a moment that may be absent, which the contract writes as null. */
export const isoTimeOrNull = (at: Date | null | undefined): string | null => at?.toISOString() ?? null
