/** Converts a thrown value, which can be anything in JavaScript, to an Error. */
export function toError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown))
}

/** The message of a thrown value. */
export function messageOf(thrown: unknown): string {
  return toError(thrown).message
}
