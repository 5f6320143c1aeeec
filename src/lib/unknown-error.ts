/** What was thrown, as an error: JavaScript lets anything be thrown. */
export function toError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown))
}

/** The text of what was thrown. */
export function messageOf(thrown: unknown): string {
  return toError(thrown).message
}
