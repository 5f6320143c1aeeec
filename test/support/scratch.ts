import { existsSync, statfsSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A file system in memory, where waiting for the disk takes no time. Linux has one here. */
const IN_MEMORY = '/dev/shm'
/** What the servers of a test run may grow to, in bytes. Containers often have 64 MiB there. */
const ENOUGH = 4 * 2 ** 30

/** Where tests keep the data of servers: in memory when there is room, else where temporary files go. */
export function scratchRoot(): string {
  return existsSync(IN_MEMORY) && freeBytes(IN_MEMORY) >= ENOUGH ? IN_MEMORY : tmpdir()
}

/** Makes a folder for the data of a server. It is the caller's to remove. */
export function makeScratch(name: string): Promise<string> {
  return mkdtemp(join(scratchRoot(), `postline-${name}-`))
}

function freeBytes(path: string): number {
  const { bavail, bsize } = statfsSync(path)
  return bavail * bsize
}
