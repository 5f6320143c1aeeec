import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

/**
 * One particular process. The start time tells it from a later process that was given the same pid
 * (opaque: the boot and the clock ticks since then on Linux, a date elsewhere).
 */
export interface ProcessIdentity {
  pid: number
  startTime: string
}

const hasProcFs = process.platform === 'linux'

/** The identity of a process that runs now, or null. A zombie has ended: it only waits for its parent to notice. */
export function identify(pid: number): ProcessIdentity | null {
  if (!Number.isSafeInteger(pid) || pid <= 0) return null
  const startTime = hasProcFs ? startTimeFromProc(pid) : startTimeFromPs(pid)
  return startTime === null ? null : { pid, startTime }
}

/** Whether exactly this process still runs. */
export function isRunning(identity: ProcessIdentity | null | undefined): identity is ProcessIdentity {
  if (!identity) return false
  return identify(identity.pid)?.startTime === identity.startTime
}

/** The arguments a running process was started with, or none when it is gone or not ours to see. */
export function argumentsOf(pid: number): string[] {
  try {
    if (hasProcFs) return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').filter(Boolean)
    return ps(pid, 'args=').split(' ')
  } catch {
    return []
  }
}

/** The pids of everything that runs, as far as the system lets it be listed cheaply. */
export function listPids(): number[] {
  if (!hasProcFs) return []
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
}

function startTimeFromProc(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The second field is the command in brackets and may hold anything: the fixed fields begin after the last bracket.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const [state, startTime] = [fields[0], fields[19]]
    return state === 'Z' || state === 'X' ? null : `${bootId()}:${startTime}`
  } catch {
    return null
  }
}

/** Ticks begin anew at each boot, and after a boot a service often gets the pid and the tick that it had before. */
function bootId(): string {
  return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
}

function startTimeFromPs(pid: number): string | null {
  try {
    return ps(pid, 'lstart=') || null
  } catch {
    return null
  }
}

function ps(pid: number, column: string): string {
  const output = execFileSync('ps', ['-o', column, '-p', String(pid)], { stdio: ['ignore', 'pipe', 'ignore'] })
  return output.toString().trim()
}
