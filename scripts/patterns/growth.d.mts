/**
 * Tells whether work takes longer than in proportion to its text.
 * @param workOf makes the work for a length.
 * @returns the times, for a message; null if all is well.
 */
export function growthOf(workOf: (length: number) => () => void, longest: number): string | null
