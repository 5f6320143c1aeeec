/** `warn`: it works, but may cause trouble. `fail`: it does not work. */
export type CheckStatus = 'ok' | 'warn' | 'fail'

/** One check and its result. */
export interface Check {
  name: string
  status: CheckStatus
  /** What was found. */
  detail: string
  /** What to do; null if nothing. */
  advice: string | null
}

export const ok = (name: string, detail: string): Check => ({ name, status: 'ok', detail, advice: null })

export const warn = (name: string, detail: string, advice: string): Check => ({ name, status: 'warn', detail, advice })

export const fail = (name: string, detail: string, advice: string): Check => ({ name, status: 'fail', detail, advice })

/** A check that is impossible because something else does not work. */
export const notChecked = (name: string, because: string): Check =>
  warn(name, `not checked: ${because}`, 'Fix that first, then run this again.')

/** The message of an error, in one line. */
export function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message || error.name : String(error)
  const lines = text.split('\n').map((line) => line.trim())
  return lines.filter((line) => line !== '').join('; ')
}
