import type { LogFn } from 'pino'
import { isServerUnavailable } from './lib/errors/server-unavailable.js'

/** Lines about a server that is away: one for each message in this time, in ms. */
const QUIET_MS = 1_000

type Write = (this: unknown, ...args: unknown[]) => void
interface Quiet {
  leftOut: number
  /** Writes the last line that was left out. */
  last: ((leftOut: number) => void) | null
}

/**
 * While MongoDB or Redis is away, every request and every row fails for the same reason. This writes the first line of
 * each message at once, and after a second the last one of the others, with `leftOut`: how many lines it stands for
 * besides itself. For the hook `logMethod` of pino.
 */
export function throttleOutageLogs(): (this: unknown, args: Parameters<LogFn>, method: LogFn) => void {
  const quiets = new Map<string, Quiet>()

  function endOfQuiet(message: string, quiet: Quiet): void {
    if (!quiet.last) return void quiets.delete(message)
    quiet.last(quiet.leftOut - 1)
    Object.assign(quiet, { leftOut: 0, last: null })
    wait(message, quiet)
  }

  function wait(message: string, quiet: Quiet): void {
    setTimeout(() => endOfQuiet(message, quiet), QUIET_MS).unref()
  }

  return function logMethod(args, method) {
    const write = method as Write
    const [fields, message] = args as unknown as [unknown, unknown]
    if (typeof message !== 'string' || !isAboutOutage(fields)) return write.apply(this, args)
    const quiet = quiets.get(message)
    if (quiet) {
      quiet.leftOut += 1
      quiet.last = (leftOut) => write.call(this, leftOut > 0 ? { ...fields, leftOut } : fields, message)
      return
    }
    const started: Quiet = { leftOut: 0, last: null }
    quiets.set(message, started)
    wait(message, started)
    write.apply(this, args)
  }
}

/** A line with such an error, or about a request that was refused because of one. */
function isAboutOutage(fields: unknown): fields is { err?: unknown; code?: unknown } {
  if (typeof fields !== 'object' || fields === null) return false
  const { err, code } = fields as { err?: unknown; code?: unknown }
  return isServerUnavailable(err) || code === 'overloaded'
}
