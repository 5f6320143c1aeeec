import { rm } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { readJson } from './atomic-file.js'
import type { DataDirPaths } from './data-dir.js'
import { EmbeddedServerError } from './errors.js'
import type { Logger } from './logger.js'
import { argumentsOf, identify, isRunning, listPids, type ProcessIdentity } from './process-identity.js'

const TERM_TIMEOUT_MS = 10_000
const KILL_TIMEOUT_MS = 5_000
const POLL_INTERVAL_MS = 25

/**
 * Ends the servers that a killed process left running on this data folder, and lets them close their files. Ends only
 * processes that were started with exactly this folder: a pid file alone proves nothing.
 */
export async function endOrphans(paths: DataDirPaths, log: Logger): Promise<void> {
  await Promise.all([
    endOrphan(paths.mongoPid, ['--dbpath', paths.mongoData], log),
    endOrphan(paths.redisPid, ['--dir', paths.redisData], log),
  ])
}

async function endOrphan(pidFile: string, marker: [string, string], log: Logger): Promise<void> {
  const recorded = await readJson<ProcessIdentity>(pidFile)
  const pids = new Set([...(recorded ? [recorded.pid] : []), ...listPids()])
  for (const pid of pids) {
    const orphan = identify(pid)
    if (!orphan || !isStartedWith(pid, marker)) continue
    log.info({ pid, folder: marker[1] }, 'ending a server that an earlier process left behind')
    await end(orphan, marker[1])
  }
  await rm(pidFile, { force: true })
}

function isStartedWith(pid: number, [option, value]: [string, string]): boolean {
  const args = argumentsOf(pid)
  return args.some((arg, index) => arg === option && args[index + 1] === value)
}

async function end(orphan: ProcessIdentity, folder: string): Promise<void> {
  const attempts = [
    { signal: 'SIGTERM', timeoutMs: TERM_TIMEOUT_MS },
    { signal: 'SIGKILL', timeoutMs: KILL_TIMEOUT_MS },
  ] as const
  for (const { signal, timeoutMs } of attempts) {
    const deadline = Date.now() + timeoutMs
    if (!send(orphan.pid, signal)) break
    while (isRunning(orphan) && Date.now() < deadline) await delay(POLL_INTERVAL_MS)
    if (!isRunning(orphan)) return
  }
  if (!isRunning(orphan)) return
  throw new EmbeddedServerError(
    `Process ${orphan.pid} still uses ${folder} and cannot be ended by this user. End it, then start again.`,
  )
}

function send(pid: number, signal: NodeJS.Signals): boolean {
  try {
    process.kill(pid, signal)
    return true
  } catch {
    return false
  }
}
