import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fillLedger } from './fill-ledger.js'
import { type Ground, say, startApi } from './ground.js'
import { peakBytes } from './process-memory.js'

const EVENTS_EACH = 3
/** How often the memory of the command is read, in ms. */
const LOOK_EVERY_MS = 200

/** A run of the command line. */
interface Run {
  seconds: number
  /** Most resident memory, in MB. */
  peakMb: number
}

export interface BackupResult {
  messages: number
  /** Of the files, in MB. */
  megabytes: number
  backup: Run
  check: Run
  restore: Run
}

/** Backs up a large ledger, checks the backup, and restores it beside the first one. */
export async function measureBackup(ground: Ground, messages: number): Promise<BackupResult> {
  const settings: Record<string, string> = { ...ground.settings('backup'), LOG_LEVEL: 'info' }
  const product = await startApi(ground, settings)
  await fillLedger(settings.MONGODB_URI!, 'acc_01kajqw1y3h7g5d2s9p8n6m4q0', { to: messages, events: EVENTS_EACH })
  await product.close()
  const folder = await mkdtemp(join(tmpdir(), 'postline-bench-backup-'))
  const target = join(folder, 'backup')
  try {
    const postline = (of: Record<string, string>, ...args: string[]) => {
      say(`postline ${args.join(' ')} …`)
      return measured([join(dirname(ground.main), 'cli/postline.js'), ...args], of)
    }
    const backup = await postline(settings, 'backup', target)
    const check = await postline(settings, 'restore', target, '--check')
    const restore = await postline(ground.settings('restored'), 'restore', target)
    return { messages, megabytes: (await bytesOf(target)) / 1e6, backup, check, restore }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function measured(args: string[], env: Record<string, string>): Promise<Run> {
  const beganAt = performance.now()
  const child = spawn(process.execPath, args, { env: { PATH: process.env.PATH, ...env }, stdio: 'inherit' })
  const ended = once(child, 'exit')
  let peakMb = 0
  // The peak is only known while the process is there.
  const timer = setInterval(async () => {
    peakMb = Math.max(peakMb, ((await peakBytes(child.pid!)) ?? 0) / 1e6)
  }, LOOK_EVERY_MS)
  const [code] = await ended
  clearInterval(timer)
  if (code !== 0) throw new Error(`it ended with ${code}`)
  return { seconds: (performance.now() - beganAt) / 1_000, peakMb }
}

async function bytesOf(folder: string): Promise<number> {
  const names = await readdir(folder, { recursive: true })
  const sizes = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).size))
  return sizes.reduce((sum, size) => sum + size, 0)
}
