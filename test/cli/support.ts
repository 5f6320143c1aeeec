import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { runCommandLine } from '../../src/cli/program.js'
import { sharedProgram } from '../support/shared-program.js'
import type { Settings } from '../support/start-app.js'

export interface CliResult {
  code: number
  stdout: string
  stderr: string
  /** Its output, parsed as JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read whatever JSON came out
  json(): any
}

/** Runs the command line in a separate process with only these settings. */
export async function postline(settings: Settings, ...args: string[]): Promise<CliResult> {
  const env = { PATH: process.env.PATH ?? '', ...settings }
  const program = join(await sharedProgram(), 'dist/cli/postline.js')
  return new Promise((resolve) => {
    execFile(process.execPath, [program, ...args], { env }, (error, stdout, stderr) => {
      const code = error ? Number(error.code) : 0
      resolve({ code, stdout, stderr, json: () => JSON.parse(stdout) })
    })
  })
}

/** Runs the command line within this process, which takes a fraction of the time. */
export async function postlineHere(settings: Settings, ...args: string[]): Promise<CliResult> {
  const out: string[] = []
  const err: string[] = []
  const code = await runCommandLine(args, {
    env: settings,
    print: (text) => void out.push(`${text}\n`),
    complain: (text) => void err.push(`${text}\n`),
  })
  const stdout = out.join('')
  return { code, stdout, stderr: err.join(''), json: () => JSON.parse(stdout) }
}
