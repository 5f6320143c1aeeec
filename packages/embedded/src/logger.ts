/** Where the servers' comings and goings are logged; a pino logger is one. */
export interface Logger {
  info(details: object, message: string): void
}
