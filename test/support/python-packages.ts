import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

const CACHE = process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache')

/**
 * A folder with packages and what they need, for PYTHONPATH. The first call takes them from PyPI.
 * @param name of the folder, which must be another one for other packages or versions.
 * @throws Error if Python or PyPI is not available
 */
export async function pythonPackages(name: string, packages: readonly string[]): Promise<string> {
  const target = join(CACHE, 'postline', name)
  if (existsSync(target)) return target
  await mkdir(dirname(target), { recursive: true })
  const folder = await mkdtemp(`${target}-`)
  try {
    const options = ['--quiet', '--disable-pip-version-check', '--no-input', '--retries', '1', '--target', folder]
    await run('python3', ['-m', 'pip', 'install', ...options, ...packages])
    // In one step, so that an interrupted run leaves no half of it. Another run may have been faster.
    await rename(folder, target).catch((error) => {
      if (!existsSync(target)) throw error
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  return target
}
