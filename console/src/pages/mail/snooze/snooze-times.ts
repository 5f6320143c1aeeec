/** When threads come back in the morning, and how much later today, in hours. */
const MORNING_HOUR = 8
const LATER_HOURS = 3
/** Later today ends with this hour. */
const LAST_HOUR = 22
const MONDAY = 1

/** Times to which threads are often snoozed, in the reader's zone. */
export function snoozeTimes(now: Date): { title: string; until: Date }[] {
  const later = new Date(now)
  later.setHours(now.getHours() + LATER_HOURS, 0, 0, 0)
  const isToday = later.getDate() === now.getDate() && later.getHours() <= LAST_HOUR
  // On Monday itself, next week is a week later.
  const toMonday = (MONDAY - now.getDay() + 7) % 7 || 7
  return [
    ...(isToday ? [{ title: 'Later today', until: later }] : []),
    { title: 'Tomorrow', until: morningIn(now, 1) },
    { title: 'Next week', until: morningIn(now, toMonday) },
  ]
}

function morningIn(now: Date, days: number): Date {
  const morning = new Date(now)
  morning.setDate(now.getDate() + days)
  morning.setHours(MORNING_HOUR, 0, 0, 0)
  return morning
}
