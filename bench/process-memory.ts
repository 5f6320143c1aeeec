import { readFile } from 'node:fs/promises'

/** Resident memory of a process, in bytes; null on systems that do not report it. */
export function residentBytes(pid: number): Promise<number | null> {
  return memoryField(pid, 'VmRSS')
}

/** The most memory that a process has had, in bytes; null on systems that do not report it. */
export function peakBytes(pid: number): Promise<number | null> {
  return memoryField(pid, 'VmHWM')
}

async function memoryField(pid: number, name: string): Promise<number | null> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const kilobytes = new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]
  return kilobytes === undefined ? null : Number(kilobytes) * 1_024
}
