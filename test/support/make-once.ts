import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inject } from 'vitest'
import { eventually } from './start-app.js'

/** Longest time for a build on a busy machine, in ms. */
export const BUILD_MS = 300_000

/**
 * Makes something that all tests of a run share: the first one that needs it makes it, and the others wait.
 * @returns the folder that it was made in.
 */
export async function makeOnce(name: string, make: (folder: string) => Promise<unknown>): Promise<string> {
  const folder = join(inject('shared'), name)
  const result = `${folder}.result`
  const isFirst = await mkdir(folder).then(
    () => true,
    () => false,
  )
  if (isFirst) await writeFile(result, await make(folder).then(() => 'made', String))
  const said = await eventually(`${name} is made`, () => readFile(result, 'utf8').catch(() => null), BUILD_MS)
  if (said !== 'made') throw new Error(`${name} cannot be made: ${said}`)
  return folder
}
