import { cp } from 'node:fs/promises'
import { type BuiltProgram, buildInto, programIn } from './built-program.js'
import { makeOnce } from './make-once.js'
import { makeScratch } from './scratch.js'

/** The built service in a folder that the test can change. */
export async function copyProgram(): Promise<BuiltProgram> {
  const root = await makeScratch('built')
  await cp(await sharedProgram(), root, { recursive: true, verbatimSymlinks: true })
  return programIn(root)
}

/**
 * The folder of the built service, which all tests of a run share. The checkout's own `dist` is not changed, because it
 * may be in use.
 */
export function sharedProgram(): Promise<string> {
  return makeOnce('program', buildInto)
}
