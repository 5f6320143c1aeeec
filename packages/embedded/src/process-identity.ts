import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

/**
 * One particular process. The start time distinguishes it from a later process with the same pid. Its format is opaque:
 * the boot id and clock ticks on Linux, a date elsewhere.
 */
export interface ProcessIdentity {
  pid: number
  startTime: string
}

const hasProcFs = process.platform === 'linux'

/** The identity of a running process, or null. A zombie counts as ended. */
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

/** The arguments of a running process; none if it has ended or is not visible to this user. */
export function argumentsOf(pid: number): string[] {
  try {
    if (hasProcFs) return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').filter(Boolean)
    return ps(pid, 'args=').split(' ')
  } catch {
    return []
  }
}

/** The pids of all processes; none on systems where listing them is expensive. */
export function listPids(): number[] {
  if (!hasProcFs) return []
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
}

function startTimeFromProc(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The second field is the command in brackets and may contain anything: the fixed fields begin after the last
    // bracket.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const [state, startTime] = [fields[0], fields[19]]
    return state === 'Z' || state === 'X' ? null : `${bootId()}:${startTime}`
  } catch {
    return null
  }
}

/** Ticks start at 0 at each boot, and after a boot a service often gets the same pid and tick as before. */
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
