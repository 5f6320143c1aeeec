import { parseArgs } from 'node:util'

/** What benchmarks can be told: the default, and what it is. */
const OPTIONS = {
  rounds: [5, 'rounds; results are their medians'],
  seconds: [8, 'seconds of load in a round'],
  connections: [64, 'connections that send mails at a time'],
  messages: [10_000, 'messages of a backlog (drain, hand-over)'],
  workers: [1, 'worker processes (drain)'],
  events: [50_000, 'events to deliver (webhooks)'],
  streams: [2_000, 'open subscriptions (streams, live)'],
  attackers: [2, 'accounts that attack (render-attack)'],
  mails: [5_000, 'mails that come in (receive)'],
  waiting: [100_000, 'messages that wait (fair, beside-trouble)'],
  probes: [300, 'mails that are timed in each situation (fair, beside-trouble)'],
  mailbox: [200_000, 'mails of the mailbox (mailbox)'],
  ledger: [1_000_000, 'messages of the ledger (read, lists, backup)'],
  readers: [8, 'connections that read at a time (read, lists)'],
  growth: [3_000_000, 'messages that the ledger grows to (growth)'],
  minutes: [10, 'minutes of load (memory, overload)'],
  times: [3, 'times the capacity (overload)'],
  rate: [200, 'mails a second (memory)'],
} as const

export type Options = Record<keyof typeof OPTIONS, number>

interface Arguments {
  options: Options
  /** The benchmarks that are asked for. */
  names: string[]
  wantsHelp: boolean
}

/**
 * Reads the command line.
 * @throws Error for an option that does not exist, or whose value is no number.
 */
export function readArguments(): Arguments {
  const entries = Object.entries(OPTIONS)
  const given = Object.fromEntries(
    entries.map(([name, [fallback]]) => [name, { type: 'string', default: String(fallback) } as const]),
  )
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { ...given, help: { type: 'boolean', short: 'h', default: false } },
  })
  const { help, ...texts } = values as { help: boolean } & Record<string, unknown>
  const options = Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, numberOf(name, text)]))
  return { options: options as Options, names: positionals, wantsHelp: help }
}

function numberOf(name: string, text: unknown): number {
  const value = Number(text)
  if (text === '' || !(value > 0)) throw new Error(`--${name} must be a number above 0, not “${text}”`)
  return value
}

/** How to call the benchmarks. */
export function usage(benchmarks: Record<string, { about: string; isLong?: boolean }>): string {
  const names = Object.entries(benchmarks).map(([name, { about, isLong }]) => [name, isLong ? `${about} *` : about])
  const options = Object.entries(OPTIONS).map(([name, [fallback, about]]) => [`--${name} ${fallback}`, about])
  return [
    'Usage: npm run bench [benchmark…] [-- --option value …]',
    `Benchmarks (those with * take long and run only if they are named):\n${inColumns(names)}`,
    `Options with their defaults:\n${inColumns(options)}`,
    'bench/README.md says what they measure.\n',
  ].join('\n\n')
}

function inColumns(rows: string[][]): string {
  const width = Math.max(...rows.map(([first = '']) => first.length))
  return rows.map(([first = '', second]) => `  ${first.padEnd(width)}  ${second}`).join('\n')
}
