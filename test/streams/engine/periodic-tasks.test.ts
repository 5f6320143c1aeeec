import { afterEach, beforeEach, expect, test } from 'vitest'
import { type PeriodicTask, Scheduler } from '../../../src/streams/engine/scheduler.js'
import { type Ledger, openTestLedger } from '../../support/ledger.js'
import { eventually } from '../../support/start-app.js'

let ledger: Ledger
beforeEach(async () => {
  ledger = await openTestLedger()
})
afterEach(() => ledger.close())

const make = (...periodicTasks: PeriodicTask[]) =>
  new Scheduler({ ...ledger, prefix: ledger.config.redisPrefix, isPauseOver: async () => true, periodicTasks })

test('a task without a rhythm is done in every sweep, and one with a rhythm of its own no sooner than it has rested', async () => {
  const done: string[] = []
  const task = (name: string, everyMs?: number): PeriodicTask => ({
    name,
    run: async () => done.push(name),
    ...(everyMs && { everyMs }),
  })
  const scheduler = make(task('always'), task('seldom', 60_000))
  await scheduler.sweep()
  await scheduler.sweep()
  expect(done).toEqual(['always', 'seldom', 'always'])
  ledger.clock.advance(50_000)
  await scheduler.sweep()
  expect(done).toHaveLength(4)
  ledger.clock.advance(10_000)
  await scheduler.sweep()
  expect(done.slice(4)).toEqual(['always', 'seldom'])
  await scheduler.close()
})

test('a running scheduler does a task at first, and then in one of many rounds', async () => {
  const done: string[] = []
  const run = (name: string) => async () => done.push(name)
  const scheduler = make({ name: 'left', run: run('left') }, { name: 'round', run: run('round'), everyMs: 0 })
  scheduler.start()
  await eventually('three rounds', () => done.filter((name) => name === 'round').length === 3)
  await scheduler.close()
  expect(done).toEqual(['left', 'round', 'round', 'round'])
})

test('a long task delays no round, runs once at a time, and is due again after it failed', async () => {
  const fails: ((error: Error) => void)[] = []
  const run = () => new Promise((_resolve, reject) => void fails.push(reject))
  const scheduler = make({ name: 'long', run, everyMs: 60_000 })
  await scheduler.sweep()
  ledger.clock.advance(120_000)
  await scheduler.sweep()
  expect(fails).toHaveLength(1)
  fails[0]!(new Error('away'))
  await new Promise(setImmediate)
  ledger.clock.advance(61_000)
  await scheduler.sweep()
  expect(fails).toHaveLength(2)
  fails[1]!(new Error('away'))
  await scheduler.close()
})

test('closing tells a task to end, and waits until it has', async () => {
  const steps: string[] = []
  const run = (signal: AbortSignal) =>
    new Promise<void>((resolve) => {
      steps.push('begun')
      signal.addEventListener('abort', () =>
        setImmediate(() => {
          steps.push('ended')
          resolve()
        }),
      )
    })
  const scheduler = make({ name: 'long', run, everyMs: 1 })
  scheduler.start()
  await eventually('it begins', () => steps.length > 0)
  await scheduler.close()
  await scheduler.sweep()
  expect(steps).toEqual(['begun', 'ended'])
})
