import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino'
import { throttleOutageLogs } from './log-outages.js'

export interface LogOptions {
  level: string
  /** The roles of the process, in every line. */
  roles: string
  /** Where lines go. Defaults to stderr, because stdout is for people. */
  destination?: DestinationStream
}

/** Creates the logger of a process: JSON lines, without secrets, message content or mail addresses. */
export function createLogger({ level, roles, destination = pino.destination(2) }: LogOptions): Logger {
  const options: LoggerOptions = {
    level,
    base: { roles },
    serializers: { err: describeError },
    formatters: { log: withoutAddresses },
    hooks: { logMethod: throttleOutageLogs() },
    redact: { paths: SECRET_PATHS, censor: '[redacted]' },
  }
  return pino(options, destination)
}

/** Fields that are redacted wherever they appear, because they may hold secrets or content. */
const SECRET_FIELDS = [
  'authorization',
  'cookie',
  '["set-cookie"]',
  'key',
  'secret',
  'signing_secret',
  'standard_secret',
  'password',
  'body',
  'payload',
  'content',
]
const SECRET_PATHS = ['', '*', '*.*'].flatMap((parent) =>
  SECRET_FIELDS.map((field) => (field.startsWith('[') || !parent ? `${parent}${field}` : `${parent}.${field}`)),
)

/** Masks addresses in the texts of a line, which may come from a mail server or a driver. */
const withoutAddresses = (fields: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, typeof value === 'string' ? maskAddresses(value) : value]),
  )

/** Replaces every word with an `@` in a text, except package names. */
export function maskAddresses(text: string): string {
  return text.replace(/\S+/g, (word) => (/(?<!node_modules\/)@/.test(word) ? '[address]' : word))
}

/** Most causes of an error to log. */
const MAX_CAUSES = 5

/** An error in a log line. */
export interface ErrorEntry {
  type: string
  message: string
  stack?: string | undefined
  code?: string | number
  cause?: ErrorEntry
}

/**
 * The parts of an error that may be logged, without mail addresses. Errors of drivers have further fields with the data
 * they failed on, such as the documents of an insert or the arguments of a command.
 */
export function describeError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return error
  const { code, cause, stack } = error as Error & { code?: unknown }
  const entry: ErrorEntry = {
    type: error.name,
    message: maskAddresses(error.message),
    stack: stack && maskAddresses(stack),
  }
  if (typeof code === 'string' || typeof code === 'number') entry.code = code
  if (cause instanceof Error && depth < MAX_CAUSES) entry.cause = describeError(cause, depth + 1) as ErrorEntry
  return entry
}
