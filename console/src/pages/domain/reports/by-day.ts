interface Report {
  beginsAt: string
  messages: number
  aligned: number
}

export interface Day {
  /** Its date in UTC, by which reports begin. */
  day: string
  messages: number
  aligned: number
}

/** How much mail reports are about on each of their days, the newest first. */
export function byDay(reports: readonly Report[]): Day[] {
  const days = new Map<string, Day>()
  for (const { beginsAt, messages, aligned } of reports) {
    const day = beginsAt.slice(0, 10)
    const known = days.get(day) ?? { day, messages: 0, aligned: 0 }
    days.set(day, { day, messages: known.messages + messages, aligned: known.aligned + aligned })
  }
  return [...days.values()].sort((one, other) => (one.day < other.day ? 1 : -1))
}
