import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { getHeapStatistics } from 'node:v8'
import { expect, test } from 'vitest'
import { NODE_FLAGS } from '../../src/process/node-flags.js'

const run = promisify(execFile)

/** A thread with limits says how large its heap may get, as those that render templates and parse mail. */
const PROGRAM = `
  import { Worker } from 'node:worker_threads'
  import { limitMemory } from './src/process/node-flags.ts'
  if (process.env.LIMIT_MEMORY) limitMemory()
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
  expect(await heapLimitOfThread(NODE_FLAGS, { LIMIT_MEMORY: 'yes' })).toBe(usual)
})

/** Keeps 40 MiB, makes objects that live for a while, and says how large the heap got, in MiB. */
const CHURN = `
  import { setFlagsFromString } from 'node:v8'
  import { limitMemory } from './src/process/node-flags.ts'
  if (process.env.LIMIT_MEMORY) limitMemory()
  else setFlagsFromString('--max-semi-space-size=0')
  const kept = Array.from({ length: 400_000 }, (_none, index) => ({ index, text: 'x'.repeat(10) + index }))
  const recent = []
  let peak = kept.length
  for (let made = 0; made < 4_000_000; made += 1) {
    recent[made % 200_000] = { made, list: [made, made] }
    if (made % 20_000 === 0) peak = Math.max(peak, process.memoryUsage().heapUsed)
  }
  console.log(peak / 2 ** 20)
`

/** On a machine with little memory, V8 itself lets heaps grow less. */
const isSmall = getHeapStatistics().heap_size_limit <= 2 * 2 ** 30

test.skipIf(isSmall)('the heap grows less before all of it is collected', async () => {
  const peakOf = async (env: Record<string, string>) => {
    // Threads that collect beside the main one make the size at each moment depend on what else the machine does.
    const args = [...NODE_FLAGS, '--single-threaded-gc', '--import', 'tsx', '--input-type=module', '--eval', CHURN]
    const { stdout } = await run(process.execPath, args, { env: { PATH: process.env.PATH, ...env } })
    return Number(stdout)
  }
  expect(await peakOf({ LIMIT_MEMORY: 'yes' })).toBeLessThan(0.75 * (await peakOf({})))
})
