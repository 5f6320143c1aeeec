import type { mongo } from 'mongoose'

/*
 * A backup reads one moment of the past. MongoDB keeps the history that this needs for
 * `minSnapshotHistoryWindowInSeconds`, by default 5 minutes, and a backup that takes longer would fail. So the time is
 * extended while the backup runs: https://www.mongodb.com/docs/manual/reference/parameters/
 */

const PARAMETER = 'minSnapshotHistoryWindowInSeconds'
/** For the longest backup: 24 hours. History only gathers while the backup runs. */
const LONG_ENOUGH_S = 86_400

/** What became of the time. */
export interface PinnedHistory {
  /** How long the moment can be read, in seconds; null if the user may not even ask. */
  seconds: number | null
  /** Sets the time back. If the backup is killed instead, it stays extended until the server is restarted. */
  restore(): Promise<void>
}

/** Makes the primary keep its history for long enough, if the user may do that. Never rejects. */
export async function keepHistory(admin: mongo.Db): Promise<PinnedHistory> {
  const unchanged = async () => undefined
  const before = await admin.command({ getParameter: 1, [PARAMETER]: 1 }).then(
    (answer) => Number(answer[PARAMETER]),
    () => null,
  )
  if (before !== null && before >= LONG_ENOUGH_S) return { seconds: before, restore: unchanged }
  const set = (seconds: number) => admin.command({ setParameter: 1, [PARAMETER]: seconds })
  try {
    if (before === null) return { seconds: null, restore: unchanged }
    await set(LONG_ENOUGH_S)
  } catch {
    return { seconds: before, restore: unchanged }
  }
  // The server may have lost its primary meanwhile: then nothing is left to set back.
  return { seconds: LONG_ENOUGH_S, restore: () => set(before).then(unchanged, unchanged) }
}
