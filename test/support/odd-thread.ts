import { serveTasks } from '../../src/lib/serve-tasks.js'

/** The commands for a test's thread. */
export type OddTask = 'never end' | 'take all memory' | 'throw' | number

const kept: string[][] = []

serveTasks<OddTask, number>((task) => {
  if (task === 'never end') for (;;);
  if (task === 'throw') throw new Error('a defect')
  if (task === 'take all memory') for (;;) kept.push(Array.from({ length: 100_000 }, (_none, index) => `${index}`))
  return task * 2
})
