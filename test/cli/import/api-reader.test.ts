import { afterEach, expect, test } from 'vitest'
import { z } from 'zod'
import { ApiReader } from '../../../src/cli/import/api-reader.js'
import { type StandIn, startStandIn, tooMany } from './stand-in.js'

let service: StandIn | null = null
afterEach(async () => {
  await service?.close()
  service = null
})

const reader = (signal = new AbortController().signal, onWait = () => {}) =>
  new ApiReader({ ...{ title: 'Resend', headers: {}, keyFrom: 'KEY', onWait, signal }, baseUrl: service!.url })
const Texts = z.array(z.string())

test('a list of 40 MiB is read', async () => {
  service = await startStandIn(
    () => ({ '/all': Array.from({ length: 400_000 }, () => 'x'.repeat(100)) }),
    () => true,
  )
  expect(await reader().get('/all', Texts)).toHaveLength(400_000)
})

// Long before a request without an answer ends by itself.
test('a signal ends a wait, and a request', { timeout: 20_000 }, async () => {
  service = await startStandIn(
    () => ({ '/all': [] }),
    () => true,
  )
  const stop = new AbortController()
  service.faults.push(tooMany('100'))
  await expect(reader(stop.signal, () => stop.abort()).get('/all', Texts)).rejects.toThrow('The import was stopped.')
  const again = new AbortController()
  // It is never answered.
  service.faults.push(() => again.abort())
  await expect(reader(again.signal).get('/all', Texts)).rejects.toThrow('The import was stopped.')
})
