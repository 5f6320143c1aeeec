import { snoozeTimes } from '../snooze/snooze-times.js'

const TITLES: Record<string, string> = { Tomorrow: 'Tomorrow morning', 'Next week': 'Monday morning' }

/** Times to which mail is often put off, in the reader's zone. */
export const sendTimes = (now: Date) =>
  snoozeTimes(now).map(({ title, until }) => ({ title: TITLES[title] ?? title, until }))
