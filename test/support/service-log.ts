import { type Logger, pino } from 'pino'

/*
 * What the services under test log at level `error`, which includes every unexpected 500. It is printed only with a
 * test that fails: many tests provoke errors on purpose.
 */

/** Most lines that are kept and printed, the newest, and of each the beginning. */
const MAX_LINES = 20
const MAX_LINE = 700

let lines: string[] = []

/** The log of a service under test. Any level but `silent` goes to stderr at once, as `LOG_LEVEL=debug` asks. */
export function serviceLog(level: string): Logger {
  if (level !== 'silent') return pino({ level }, pino.destination(2))
  return pino({ level: 'error' }, { write: keepLine })
}

/** Keeps the errors in what a process has printed. */
export function keepErrors(output: string): void {
  for (const line of output.split('\n')) if (/"level":(?:[56]0|"(?:error|fatal)")/.test(line)) keepLine(line)
}

/** Returns the lines since the last call, and forgets them. */
export function takeErrors(): string {
  const taken = lines.map((line) => line.trimEnd()).join('\n')
  lines = []
  return taken
}

function keepLine(line: string): void {
  lines.push(line.slice(0, MAX_LINE))
  if (lines.length > MAX_LINES) lines.shift()
}
