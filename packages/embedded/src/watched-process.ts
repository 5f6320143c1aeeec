import { spawn } from 'node:child_process'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

const LOOK_INTERVAL_MS = 250
const PROGRESS_INTERVAL_MS = 2_000

/** A download by another program into one of our folders. */
export interface WatchedDownload {
  command: string
  args: string[]
  env: NodeJS.ProcessEnv
  /** The program writes only below this folder, so the folder's growth is the progress. */
  folder: string
  /** What is downloaded, for the progress lines. */
  label: string
  say: (line: string) => void
  /** Gives up after this long without new bytes. */
  idleMs: number
  signal?: AbortSignal | undefined
}

/**
 * Runs a download, prints its progress every two seconds, and ends it if no bytes arrive.
 * @returns the output of the program
 * @throws Error with the last line of the program's output, or saying that no bytes arrived
 */
export async function runWatched(download: WatchedDownload): Promise<string> {
  const { command, args, env, folder, signal } = download
  const child = spawn(command, args, {
    env,
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    signal,
    killSignal: 'SIGKILL',
  })
  const output = { stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output.stdout += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output.stderr += text
  })
  const watch = watchGrowth(download, () => {
    child.kill('SIGKILL')
    // A child process of the program may still hold the pipes open.
    child.stdout.destroy()
    child.stderr.destroy()
  })
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject)
      child.once('close', resolve)
    })
    if (watch.stalled()) throw new Error(`no bytes arrived for ${Math.round(download.idleMs / 1000)} s`)
    if (code !== 0)
      throw new Error(lastLine(output.stderr) || lastLine(output.stdout) || `the download ended with code ${code}`)
    return output.stdout
  } finally {
    watch.stop()
  }
}

function watchGrowth({ folder, label, say, idleMs }: WatchedDownload, giveUp: () => void) {
  let size = 0
  let grewAt = Date.now()
  let saidAt = Date.now()
  let stalled = false
  const look = async (): Promise<void> => {
    const now = Date.now()
    const newSize = await folderSize(folder)
    if (newSize !== size) grewAt = now
    size = newSize
    if (now - saidAt >= PROGRESS_INTERVAL_MS) {
      saidAt = now
      say(`${label}: ${(size / 1_000_000).toFixed(1)} MB so far`)
    }
    if (now - grewAt < idleMs || stalled) return
    stalled = true
    giveUp()
  }
  const timer = setInterval(() => void look().catch(() => {}), LOOK_INTERVAL_MS)
  return { stop: () => clearInterval(timer), stalled: () => stalled }
}

async function folderSize(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const sizes = entries
    .filter((entry) => entry.isFile())
    .map((entry) =>
      stat(join(entry.parentPath, entry.name)).then(
        ({ size }) => size,
        () => 0,
      ),
    )
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}

function lastLine(text: string): string {
  return text.trim().split('\n').at(-1) ?? ''
}
