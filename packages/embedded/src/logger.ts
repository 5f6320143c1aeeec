/** Logs the start and end of servers; a pino logger fits. */
export interface Logger {
  info(details: object, message: string): void
}
