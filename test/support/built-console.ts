import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inject } from 'vitest'
import { buildConsole } from '../../scripts/build-console.mjs'
import { eventually } from './start-app.js'

const BUILD_MS = 120_000

/**
 * The folder of the console as it is built now, which all tests of a run share: the first one builds it, and the others
 * wait.
 */
export async function builtConsole(): Promise<string> {
  const root = `${inject('program')}-console`
  const result = join(root, 'result')
  const isFirst = await mkdir(root).then(
    () => true,
    () => false,
  )
  if (isFirst) await writeFile(result, await buildConsole(join(root, 'files')).then(() => 'built', String))
  const said = await eventually('the console is built', () => readFile(result, 'utf8').catch(() => null), BUILD_MS)
  if (said !== 'built') throw new Error(`the console cannot be built: ${said}`)
  return join(root, 'files')
}
