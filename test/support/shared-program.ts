import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inject } from 'vitest'
import { type BuiltProgram, buildInto, programIn } from './built-program.js'
import { makeScratch } from './scratch.js'
import { eventually } from './start-app.js'

/** Longest time for a build on a busy machine. */
export const BUILD_MS = 300_000

/** The built service in a folder that the test can change. */
export async function copyProgram(): Promise<BuiltProgram> {
  const root = await makeScratch('built')
  await cp(await sharedProgram(), root, { recursive: true, verbatimSymlinks: true })
  return programIn(root)
}

/**
 * The folder of the built service, which all tests of a run share: the first one builds it, and the others wait. The
 * checkout's own `dist` is not changed, because it may be in use.
 */
export async function sharedProgram(): Promise<string> {
  const root = inject('program')
  const result = join(root, 'result')
  const isFirst = await mkdir(root).then(
    () => true,
    () => false,
  )
  if (isFirst) await writeFile(result, await buildInto(root).then(() => 'built', String))
  const said = await eventually('the service is built', () => readFile(result, 'utf8').catch(() => null), BUILD_MS)
  if (said !== 'built') throw new Error(`the service cannot be built: ${said}`)
  return root
}
