/** `warn`: it works, and something about it will bite. `fail`: it does not work. */
export type CheckStatus = 'ok' | 'warn' | 'fail'

/** What was looked at and how it stands. */
export interface Check {
  name: string
  status: CheckStatus
  /** What was found. */
  detail: string
  /** What to do about it; null when there is nothing to do. */
  advice: string | null
}

export const ok = (name: string, detail: string): Check => ({ name, status: 'ok', detail, advice: null })

export const warn = (name: string, detail: string, advice: string): Check => ({ name, status: 'warn', detail, advice })

export const fail = (name: string, detail: string, advice: string): Check => ({ name, status: 'fail', detail, advice })

/** What cannot be looked at because something else does not work. */
export const notChecked = (name: string, because: string): Check =>
  warn(name, `not checked: ${because}`, 'Put that right first, then run this again.')

/** The words of a failure, in one line. */
export function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message || error.name : String(error)
  return text.replace(/\s*\n\s*/g, '; ')
}
