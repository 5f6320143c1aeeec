import { randomBytes } from 'node:crypto'
import { link, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readJson } from './atomic-file.js'
import { codeOf, EmbeddedServerError } from './errors.js'
import { identify, isRunning, type ProcessIdentity } from './process-identity.js'

/*
 * The lock is a file `lock.<n>` that names its holder. If the holder has ended, the next process does not replace the
 * file, because two processes could replace each other's. It creates `lock.<n + 1>`, which succeeds for only one
 * process. Then it looks for other locks again: while it was delayed, the numbers may have started from 1 again.
 */

const LOCK_NAME = /^lock\.(\d+)$/

/** A held lock. `release` may be called more than once. */
export interface DataDirLock {
  release(): Promise<void>
}

/**
 * Locks the data folder for this process.
 * @throws EmbeddedServerError that names the pid of the running holder
 */
export async function lockDataDir(root: string): Promise<DataDirLock> {
  for (;;) {
    const locks = await readLocks(root)
    refuseIfHeld(root, locks)
    const own = join(root, `lock.${Math.max(0, ...locks.map((lock) => lock.number)) + 1}`)
    if (!(await makeLock(own))) continue
    try {
      const others = (await readLocks(root)).filter((lock) => lock.file !== own)
      refuseIfHeld(root, others)
      await Promise.all(others.map((lock) => rm(lock.file, { force: true })))
    } catch (error) {
      await rm(own, { force: true })
      throw error
    }
    return { release: () => rm(own, { force: true }) }
  }
}

interface Lock {
  file: string
  number: number
  holder: ProcessIdentity | null
}

async function readLocks(root: string): Promise<Lock[]> {
  const numbers = (await readdir(root)).flatMap((name) => LOCK_NAME.exec(name)?.[1] ?? []).map(Number)
  return Promise.all(
    numbers.map(async (number) => {
      const file = join(root, `lock.${number}`)
      return { file, number, holder: await readJson<ProcessIdentity>(file) }
    }),
  )
}

function refuseIfHeld(root: string, locks: Lock[]): void {
  const holder = locks.map((lock) => lock.holder).find((candidate) => isRunning(candidate))
  if (!holder) return
  throw new EmbeddedServerError(
    `The data folder ${root} is in use by the running process ${holder.pid}. ` +
      'Stop that process first, or set DATA_DIR to another folder.',
  )
}

/** Creates a complete lock file; returns false if another process was first. */
async function makeLock(file: string): Promise<boolean> {
  const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}.tmp`
  await writeFile(draft, JSON.stringify(identify(process.pid)), { mode: 0o600 })
  try {
    await link(draft, file)
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  } finally {
    await rm(draft, { force: true })
  }
}
