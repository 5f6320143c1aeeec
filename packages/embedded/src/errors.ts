/**
 * The embedded servers cannot be found, downloaded, started or kept running. The message says what happened and what to
 * do, so show it unchanged, without the stack.
 */
export class EmbeddedServerError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'EmbeddedServerError'
  }
}

/** The error of a start that its caller interrupted. */
export function startAborted(): EmbeddedServerError {
  return new EmbeddedServerError('The start was interrupted.')
}

/** The message of anything that was thrown, first line only. */
export function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return message.split('\n', 1)[0] ?? message
}

/** The system's error code (`ENOENT`, `EACCES`, …), if there is one. */
export function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException | undefined)?.code
}
