import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { NODE_FLAGS } from '../../src/process/node-flags.js'

const run = promisify(execFile)

/** A thread with limits says how large its heap may get, as those that render templates and parse mail. */
const PROGRAM = `
  import { Worker } from 'node:worker_threads'
  import { limitThreads } from './src/process/node-flags.ts'
  if (process.env.LIMIT_THREADS) limitThreads()
  const code = "import v8 from 'node:v8'; console.log(v8.getHeapStatistics().heap_size_limit)"
  new Worker(code, { eval: true, resourceLimits: { maxYoungGenerationSizeMb: 32, maxOldGenerationSizeMb: 64 } })
`

async function heapLimitOfThread(flags: string[], env: Record<string, string> = {}): Promise<number> {
  const args = [...flags, '--import', 'tsx', '--input-type=module', '--eval', PROGRAM]
  const { stdout } = await run(process.execPath, args, { env: { PATH: process.env.PATH, ...env } })
  return Number(stdout)
}

test('the flags of the main thread do not widen the limits of other threads', async () => {
  const usual = await heapLimitOfThread([])
  expect(usual).toBeGreaterThan(64 * 2 ** 20)
  expect(await heapLimitOfThread(NODE_FLAGS)).toBeGreaterThan(usual)
  expect(await heapLimitOfThread(NODE_FLAGS, { LIMIT_THREADS: 'yes' })).toBe(usual)
})
