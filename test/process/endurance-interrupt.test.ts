import { readFile, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { expect, it } from 'vitest'
import { Program, processTree, stillRunning } from '../support/built-program.js'
import { sharedProgram } from '../support/shared-program.js'
import { eventually } from '../support/start-app.js'

/** The data folders of the MongoDB servers among some processes. */
async function dataFolders(pids: number[]): Promise<string[]> {
  const commands = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')))
  return commands.flatMap((command) => /\0--dbpath\0([^\0]+)/.exec(command)?.[1] ?? [])
}

it('a run with faults that is interrupted twice ends all that it has started', async () => {
  const env = { PATH: process.env.PATH!, HOME: process.env.HOME!, NODE_OPTIONS: '--import=tsx' }
  const run = new Program('test/endurance/main.ts', {
    env,
    args: ['--minutes', '1', '--seed', '1', '--program', await sharedProgram()],
  })
  try {
    const started = await eventually(
      'the replica set runs, and the service starts',
      async () => {
        const pids = await processTree(run.pid)
        return run.stdout.includes('starting the service') && (await dataFolders(pids)).length === 3 ? pids : null
      },
      240_000,
    )
    const folders = await dataFolders(started)
    run.signal('SIGINT')
    run.signal('SIGINT')
    expect(await run.ended, run.output).toBe(1)
    await eventually('all processes have ended', () => stillRunning(started).length === 0)
    const mounts = await readFile('/proc/mounts', 'utf8')
    expect(folders.filter((folder) => mounts.includes(folder))).toEqual([])
    await rm(dirname(folders[0]!), { recursive: true, force: true })
  } finally {
    await run.dispose()
  }
})
