const rows = () => [...document.querySelectorAll<HTMLElement>('.threads a.row')]

const idOf = (row: Element | null | undefined) => row?.closest<HTMLElement>('[data-thread]')?.dataset.thread ?? null

/** The thread whose row, or something in it, has the focus. */
export const focusedThread = (): string | null => idOf(document.activeElement)

/** The threads of the list that is shown, in its order. */
export const shownThreads = (): string[] => rows().flatMap((row) => idOf(row) ?? [])

/** Those of them from one to another, both included; only the other if the one is not shown any more. */
export function threadsBetween(from: string, to: string): string[] {
  const all = shownThreads()
  const [start, end] = [all.indexOf(from), all.indexOf(to)]
  return start < 0 || end < 0 ? [to] : all.slice(Math.min(start, end), Math.max(start, end) + 1)
}

let listed: readonly string[] = []

/** Notes the order of the list that a thread is opened from. */
export function rememberOrder(): void {
  listed = shownThreads()
}

/** The thread so many places after another in the list that it was opened from; null without one. */
export function threadBeside(id: string, by: number): string | null {
  const place = listed.indexOf(id)
  return place < 0 ? null : (listed[place + by] ?? null)
}

let lastThread: string | null = null

/** Notes which thread is open. */
export function rememberThread(id: string): void {
  lastThread = id
}

/** Puts the focus on the row of the thread that was open before, unless it is elsewhere. */
export function returnTo(id: string, row: HTMLElement | null): void {
  if (id !== lastThread) return
  lastThread = null
  if (document.activeElement === document.body) row?.focus()
}

/** Moves the focus to the row after these threads, or else before them: their rows are about to go. */
export function focusBeside(ids: readonly string[]): void {
  if (!ids.includes(focusedThread() ?? '')) return
  const all = rows()
  const isGoing = (row: HTMLElement) => ids.includes(idOf(row) ?? '')
  const last = all.findLastIndex(isGoing)
  const target = all.slice(last + 1)[0] ?? all.slice(0, last).findLast((row) => !isGoing(row))
  target?.focus()
}
