import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { type Ground, say } from './ground.js'

const run = promisify(execFile)

/** How long something took in each run, in ms. */
export interface StartRow {
  name: string
  tookMs: number[]
}

/**
 * Measures how long the service takes from `npm start` until it is ready, with the program built and the embedded servers
 * fetched, and how long the command line takes. They take turns.
 */
export async function measureStarting({ main }: Ground, { rounds }: { rounds: number }): Promise<StartRow[]> {
  const rows = new Map<string, number[]>()
  const note = (name: string, ms: number) => void rows.set(name, [...(rows.get(name) ?? []), ms])
  const cli = join(dirname(main), 'cli/postline.js')
  await run('npm', ['run', 'build'])
  for (let round = 1; round <= rounds; round += 1) {
    const dataDir = await mkdtemp(join(tmpdir(), 'postline-bench-start-'))
    try {
      note('npm start, first', await timeNpmStart(dataDir))
      note('npm start, again', await timeNpmStart(dataDir))
    } finally {
      await rm(dataDir, { recursive: true, force: true })
    }
    for (const option of ['--version', '--help']) {
      const startedAt = performance.now()
      await run(process.execPath, [cli, option])
      note(`postline ${option}`, performance.now() - startedAt)
    }
    say(`round ${round} of ${rounds}`)
  }
  return [...rows].map(([name, tookMs]) => ({ name, tookMs }))
}

/** The time until the service says that it is ready, in ms. */
async function timeNpmStart(dataDir: string): Promise<number> {
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR: dataDir, PORT: '0', METRICS_PORT: '0' }
  const startedAt = performance.now()
  const child = spawn('npm', ['start'], { env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  const output: string[] = []
  try {
    await new Promise<void>((resolve, reject) => {
      for (const stream of [child.stdout, child.stderr]) {
        createInterface({ input: stream }).on('line', (line) => {
          output.push(line)
          if (line.startsWith('Postline is ready')) resolve()
        })
      }
      child.once('exit', (code) => reject(new Error(`npm start ended with ${code}:\n${output.join('\n')}`)))
    })
    return performance.now() - startedAt
  } finally {
    if (child.exitCode === null) {
      // To the group: npm does not wait for what it runs.
      process.kill(-child.pid!, 'SIGTERM')
      await once(child, 'close')
    }
  }
}
