import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Settings } from '../support/start-app.js'

export interface CliResult {
  code: number
  stdout: string
  stderr: string
  /** What it printed, as JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read whatever JSON came out
  json(): any
}

const program = fileURLToPath(new URL('../../src/cli/postline.ts', import.meta.url))

/** Runs the command line in a process of its own, with these settings and no others. */
export function postline(settings: Settings, ...args: string[]): Promise<CliResult> {
  const env = { PATH: process.env.PATH ?? '', ...settings }
  return new Promise((resolve) => {
    execFile(process.execPath, ['--import', 'tsx', program, ...args], { env }, (error, stdout, stderr) => {
      const code = error ? Number(error.code) : 0
      resolve({ code, stdout, stderr, json: () => JSON.parse(stdout) })
    })
  })
}
