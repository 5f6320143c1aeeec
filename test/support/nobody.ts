import { spawnSync } from 'node:child_process'
import { chmod, readdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'

/* Processes as the user nobody, who has no rights, over a program that nobody can change. */

const NOBODY = { uid: 65_534, gid: 65_534 }

/** Whether processes can run as nobody: not if only root can read node or the checkout. */
export const canBeNobody = process.getuid?.() === 0 && canRead(resolve('package.json'))

/** The user of a process: nobody if that is possible, otherwise the one of the tests. */
export const nobody: { uid?: number; gid?: number } = canBeNobody ? NOBODY : {}

function canRead(file: string): boolean {
  const program = `require('node:fs').readFileSync(${JSON.stringify(file)})`
  return spawnSync(process.execPath, ['--eval', program], { ...NOBODY, env: {} }).status === 0
}

/** Lets every user read the built service in this folder, and none but root change it. */
export async function makeReadOnly(root: string): Promise<void> {
  await chmod(root, 0o555)
  await chmod(join(root, 'dist'), 0o555)
  for (const entry of await readdir(join(root, 'dist'), { recursive: true, withFileTypes: true })) {
    await chmod(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o555 : 0o444)
  }
}
