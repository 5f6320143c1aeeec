import { statfs } from 'node:fs/promises'
import type { ServerProcess } from './server-process.js'

/** With less than this, in bytes, MongoDB ends or Redis refuses to write any time. */
const FULL_BYTES = 16 * 2 ** 20
const WATCH_EVERY_MS = 5_000
/** What servers log, and what errors of Node.js say: the disk, or the share of this user, is full. */
const NO_SPACE = /No space left on device|ENOSPC|Disk quota exceeded|EDQUOT/i

/** What to say about a full disk. */
export const diskFull = (dataDir: string): string =>
  `The disk of the data folder ${dataDir} is full. Free space on it, or move the folder to a larger disk and set DATA_DIR.`

/** Whether an error says that a disk is full. */
export const isDiskFullError = (error: unknown): boolean => NO_SPACE.test(String(error))

/** That the disk of a folder is full, if it is or what a server has logged says so; otherwise null. */
export async function diskProblem(dataDir: string, logged = ''): Promise<string | null> {
  return NO_SPACE.test(logged) || (await freeBytes(dataDir)) < FULL_BYTES ? diskFull(dataDir) : null
}

/** Says when the disk is full, and when it has space again. Does not keep the process alive. */
export function watchDisk(dataDir: string, say: (line: string) => void, everyMs = WATCH_EVERY_MS): { stop(): void } {
  let wasFull = false
  const timer = setInterval(async () => {
    const problem = await diskProblem(dataDir)
    if (problem && !wasFull) say(problem)
    if (!problem && wasFull) say(`The disk of the data folder ${dataDir} has space again.`)
    wasFull = problem !== null
  }, everyMs).unref()
  return { stop: () => clearInterval(timer) }
}

/** Why a server has ended, if its disk is full. Its log may lack the reason, which needs space too. */
export const endedByDisk = (server: ServerProcess, dataDir: string): Promise<string | null> =>
  diskProblem(dataDir, server.output())

/** Free space of the disk of a folder that this user may use. Unknown counts as plenty. */
async function freeBytes(folder: string): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize
  } catch {
    return Number.POSITIVE_INFINITY
  }
}
