import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { codeOf } from './errors.js'

/**
 * Makes a folder and those above it; one that exists is fine. Node's own `recursive` never returns where the system
 * answers ENOENT below a folder that exists, as it does under /proc.
 * @param mode access rights of the folders that are made
 */
export async function makeFolder(path: string, mode: number): Promise<void> {
  try {
    await makeOne(path, mode)
  } catch (error) {
    const parent = dirname(path)
    if (codeOf(error) !== 'ENOENT' || parent === path) throw error
    await makeFolder(parent, mode)
    await makeOne(path, mode)
  }
}

async function makeOne(path: string, mode: number): Promise<void> {
  try {
    await mkdir(path, { mode })
  } catch (error) {
    if (codeOf(error) !== 'EEXIST' || !(await stat(path)).isDirectory()) throw error
  }
}
