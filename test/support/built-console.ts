import { buildConsole } from '../../scripts/build-console.mjs'
import { makeOnce } from './make-once.js'

/** The folder of the console as it is built now, which all tests of a run share. */
export function builtConsole(): Promise<string> {
  return makeOnce('console', buildConsole)
}
