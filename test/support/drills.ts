import { execFile } from 'node:child_process'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { samplesIn } from './doc-samples.js'
import { makeScratch } from './scratch.js'
import { sharedProgram } from './shared-program.js'
import type { Settings } from './start-app.js'

/* The commands of docs/guides/disaster-drills.md, typed into a shell. */

const run = promisify(execFile)

/** The blocks of the page, by the names that their comments have. */
export const DRILLS: ReadonlyMap<string, string> = new Map(
  samplesIn('docs/guides/disaster-drills.md').map(({ directive, code }) => [
    directive?.value.replace(/^drill /, '') ?? '',
    code,
  ]),
)

/** A shell with the `postline` of this checkout. */
export interface DrillShell {
  /** Where the commands run. */
  folder: string
  /** Runs a block of the page and returns what it prints. Rejects if its last command fails. */
  drill(name: string, settings: Settings, more?: Settings): Promise<string>
  /** Adds a program to the path. */
  addProgram(name: string, ...command: string[]): Promise<void>
  close(): Promise<void>
}

export async function openDrillShell(): Promise<DrillShell> {
  const folder = await makeScratch('drills')
  const addProgram = (name: string, ...command: string[]) => {
    const words = command.map((word) => `'${word}'`).join(' ')
    return writeFile(join(folder, name), `#!/bin/sh\nexec ${words} "$@"\n`, { mode: 0o755 })
  }
  await addProgram('postline', process.execPath, join(await sharedProgram(), 'dist/cli/postline.js'))
  return {
    folder,
    addProgram,
    async drill(name, settings, more = {}) {
      const code = DRILLS.get(name)
      if (code === undefined) throw new Error(`the page has no drill ${name}`)
      const env = { ...settings, ...more, PATH: `${folder}:${process.env.PATH}` }
      return (await run('sh', ['-euc', code], { env, cwd: folder })).stdout
    },
    close: () => rm(folder, { recursive: true, force: true }),
  }
}
