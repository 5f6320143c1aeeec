import { expect, test } from 'vitest'
import { SingleFlight } from '../../../src/lib/concurrency/single-flight.js'

test('callers with the same key during a run share it, and others do not', async () => {
  const flights = new SingleFlight<string, string>()
  const log: string[] = []
  const run = (key: string, name: string) =>
    flights.run(key, async () => {
      log.push(name)
      await new Promise(setImmediate)
      return name
    })
  expect(await Promise.all([run('a', 'first'), run('a', 'second'), run('b', 'other')])).toEqual([
    'first',
    'first',
    'other',
  ])
  expect(await run('a', 'later')).toBe('later')
  expect(log).toEqual(['first', 'other', 'later'])
})

test('work in progress can be found and counted', async () => {
  const flights = new SingleFlight<string, string>()
  const first = flights.run('a', async () => 'found')
  expect([await flights.find('a'), flights.find('b'), flights.size]).toEqual(['found', undefined, 0])
  await first
  const both = [flights.run('a', async () => 'a'), flights.run('b', async () => 'b')]
  expect(flights.size).toBe(2)
  await Promise.all(both)
  expect([flights.find('a'), flights.size]).toEqual([undefined, 0])
})

test('a failure is shared, too, and whoever sees it can begin anew', async () => {
  const flights = new SingleFlight<string, string>()
  let runs = 0
  const run = () =>
    flights.run('a', async () => {
      runs += 1
      await new Promise(setImmediate)
      if (runs === 1) throw new Error('away')
      return 'found'
    })
  const again = () => run().catch(() => run())
  await Promise.all([expect(run()).rejects.toThrow('away'), expect(again()).resolves.toBe('found')])
  expect(runs).toBe(2)
})
