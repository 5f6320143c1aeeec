import { execFile, execFileSync } from 'node:child_process'
import { mkdir, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { atExit } from '../at-exit.js'

const run = promisify(execFile)

const SPARED_BYTES = 2 ** 18

/** A folder that can be full. */
export interface SmallDisk {
  path: string
  /** `tmpfs` if it is a file system of its own, which only root can mount; otherwise files of the server may not grow. */
  kind: 'tmpfs' | 'limit'
  /** Takes the rest of the space. @param pid the server that uses it. */
  fill(pid: number): Promise<void>
  /** Gives it back. A server that met a limit has ended. */
  free(): Promise<void>
  remove(): Promise<void>
}

export async function smallDisk(path: string, mebibytes: number): Promise<SmallDisk> {
  await mkdir(path, { recursive: true })
  const isMounted = await run('mount', ['-t', 'tmpfs', '-o', `size=${mebibytes}m`, 'tmpfs', path]).then(
    () => true,
    () => false,
  )
  const ballast = join(path, 'ballast')
  if (isMounted) {
    const unmount = ['--lazy', path]
    const isRemoved = atExit(() => void execFileSync('umount', unmount, { stdio: 'ignore' }))
    return {
      path,
      kind: 'tmpfs',
      fill: () => fill(ballast),
      free: () => rm(ballast, { force: true }),
      async remove() {
        await run('umount', unmount)
        isRemoved()
      },
    }
  }
  return {
    path,
    kind: 'limit',
    fill: async (pid) => void (await run('prlimit', ['--pid', String(pid), '--fsize=4096'])),
    free: async () => undefined,
    remove: async () => undefined,
  }
}

/** Takes all that is left, but for a little that the server may take meanwhile: it needs that soon. */
async function fill(path: string): Promise<void> {
  for (let spared = 0; ; spared += SPARED_BYTES) {
    const { bavail, bsize } = await statfs(join(path, '..'))
    const length = bavail * bsize - spared
    if (length <= 0) return
    const isFull = await run('fallocate', ['--length', String(length), path]).then(
      () => true,
      () => false,
    )
    if (isFull) return
  }
}
