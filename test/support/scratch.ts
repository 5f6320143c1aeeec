import { existsSync, statfsSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A file system in memory, where disk writes take no time. Linux has one here. */
const IN_MEMORY = '/dev/shm'
/** Space that the servers of a test run need, in bytes. Containers often have only 64 MiB there. */
const ENOUGH = 4 * 2 ** 30

/** The folder for the data of servers: in memory if there is room, otherwise the temporary folder. */
export function scratchRoot(): string {
  return existsSync(IN_MEMORY) && freeBytes(IN_MEMORY) >= ENOUGH ? IN_MEMORY : tmpdir()
}

/** The environment variable with the folder of a test run. The run removes it, or the next one does if it was killed. */
export const RUN_FOLDER = 'POSTLINE_TEST_RUN_FOLDER'

/** Makes a folder for the data of a server, in that of the test run. The caller removes it. */
export function makeScratch(name: string): Promise<string> {
  return mkdtemp(join(process.env[RUN_FOLDER] ?? scratchRoot(), `postline-${name}-`))
}

function freeBytes(path: string): number {
  const { bavail, bsize } = statfsSync(path)
  return bavail * bsize
}
