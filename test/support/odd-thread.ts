import { serveTasks } from '../../src/lib/threads/serve-tasks.js'

/** The commands for a test's thread. */
export type OddTask = 'never end' | 'take all memory' | 'throw' | 'wait a second' | number

const kept: string[][] = []
const nothing = new Int32Array(new SharedArrayBuffer(4))

serveTasks<OddTask, number>((task) => {
  if (task === 'never end') for (;;);
  if (task === 'wait a second') return Atomics.wait(nothing, 0, 0, 1_000) === 'timed-out' ? 1 : 0
  if (task === 'throw') throw new Error('a defect')
  if (task === 'take all memory') for (;;) kept.push(Array.from({ length: 100_000 }, (_none, index) => `${index}`))
  return task * 2
})
