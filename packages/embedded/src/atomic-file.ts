import { randomBytes } from 'node:crypto'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'

/**
 * Writes a file atomically, readable only by its owner: readers see the old content or the new, even if the process is
 * killed while writing.
 */
export async function writeAtomically(file: string, text: string): Promise<void> {
  const temporary = `${file}.${process.pid}.${randomBytes(4).toString('hex')}.tmp`
  try {
    await writeFile(temporary, text, { mode: 0o600 })
    await rename(temporary, file)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}

/** Writes a value as JSON, like {@link writeAtomically}. */
export function writeJsonAtomically(file: string, value: unknown): Promise<void> {
  return writeAtomically(file, `${JSON.stringify(value)}\n`)
}

/** The JSON in a file; null if the file is absent or not JSON. */
export async function readJson<T>(file: string): Promise<T | null> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as T
  } catch {
    return null
  }
}
