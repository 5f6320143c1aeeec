import { pino } from 'pino'
import { afterEach, expect, test } from 'vitest'
import { type Collector, startCollector } from '../support/otlp-collector.js'
import { aSend, eventually, startApp, type TestApp } from '../support/start-app.js'
import { stopwatch } from '../support/stopwatch.js'

let collector: Collector
let app: TestApp
afterEach(async () => {
  await app.close()
  await collector.close()
})

async function deliver(): Promise<void> {
  const { body } = await app.call('POST', '/v1/send', { body: aSend({ destination: { email: app.ownerEmail } }) })
  await eventually('it is delivered', async () => {
    return (await app.call('GET', `/v1/messages/${body.id}`)).body.status === 'delivered'
  })
}

test('a collector that is away changes nothing, and is logged once a minute', async () => {
  collector = await startCollector()
  await collector.close()
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) })
  app = await startApp({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }, { log })
  for (let round = 0; round < 3; round += 1) {
    await deliver()
    await app.app.tracing?.flush().catch(() => undefined)
  }
  const told = () => lines.filter((line) => line.includes('OTEL_EXPORTER_OTLP_ENDPOINT'))
  await eventually('it is logged', () => told().length > 0)
  expect(told()).toHaveLength(1)
})

test('a collector that never answers does not hold up the end of a process', async () => {
  collector = await startCollector({ hang: true })
  app = await startApp({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url })
  await deliver()
  const tookMs = stopwatch()
  await app.app.close()
  expect(tookMs()).toBeLessThan(10_000)
})
