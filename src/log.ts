import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino'

export interface LogOptions {
  level: string
  /** The roles of the process, a field of every line. */
  roles: string
  /** Where lines go. stderr when omitted, so that what people should read stands alone on stdout. */
  destination?: DestinationStream
}

/** Makes the log of a process: JSON, one object a line, never a secret, the text of a mail or a mail address. */
export function createLogger({ level, roles, destination = pino.destination(2) }: LogOptions): Logger {
  const options: LoggerOptions = {
    level,
    base: { roles },
    serializers: { err: describeError },
    formatters: { log: withoutAddresses },
    redact: { paths: SECRET_PATHS, censor: '[redacted]' },
  }
  return pino(options, destination)
}

/** Fields that hold secrets or content wherever they turn up. Nobody logs them on purpose. */
const SECRET_FIELDS = [
  'authorization',
  'cookie',
  '["set-cookie"]',
  'key',
  'secret',
  'signing_secret',
  'password',
  'body',
  'payload',
  'content',
]
const SECRET_PATHS = ['', '*', '*.*'].flatMap((parent) =>
  SECRET_FIELDS.map((field) => (field.startsWith('[') || !parent ? `${parent}${field}` : `${parent}.${field}`)),
)

/** Fields of a line whose texts may come from outside, such as the words of a mail server or of a driver. */
const withoutAddresses = (fields: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, typeof value === 'string' ? maskAddresses(value) : value]),
  )

/** A text with every mail address blotted out, and every other word that holds an `@` but the name of a package. */
export function maskAddresses(text: string): string {
  return text.replace(/\S+/g, (word) => (/(?<!node_modules\/)@/.test(word) ? '[address]' : word))
}

/** How deep the causes of an error are followed. */
const MAX_CAUSES = 5

/** An error as a log line has it. */
export interface ErrorEntry {
  type: string
  message: string
  stack?: string | undefined
  code?: string | number
  cause?: ErrorEntry
}

/**
 * What a log line may say of an error: only what is named here, without mail addresses. Errors of drivers carry what
 * they failed with as further fields, such as the documents of an insert or the arguments of a command.
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
