import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

const VERSION = '0.29.1'
const cache = process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache')
const FOLDER = join(cache, 'postline', `openapi-python-client-${VERSION}`)

/**
 * The folder with openapi-python-client and what its clients need, for PYTHONPATH. The first call takes it from PyPI.
 * @throws Error if Python or PyPI is not available
 */
export async function pythonClientGenerator(): Promise<string> {
  if (existsSync(FOLDER)) return FOLDER
  await mkdir(dirname(FOLDER), { recursive: true })
  const folder = await mkdtemp(`${FOLDER}-`)
  try {
    const options = ['--quiet', '--disable-pip-version-check', '--no-input', '--retries', '1', '--target', folder]
    await run('python3', ['-m', 'pip', 'install', ...options, `openapi-python-client==${VERSION}`])
    // In one step, so that an interrupted run leaves no half of it. Another run may have been faster.
    await rename(folder, FOLDER).catch((error) => {
      if (!existsSync(FOLDER)) throw error
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  return FOLDER
}
