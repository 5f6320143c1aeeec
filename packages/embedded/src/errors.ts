/**
 * The embedded servers cannot be had, started or kept. The message is whole: it says what happened and what to install,
 * set or free, so it is shown to people as it is, without the stack.
 */
export class EmbeddedServerError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'EmbeddedServerError'
  }
}

/** The error of a start that its caller has called off. */
export function startCalledOff(): EmbeddedServerError {
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
