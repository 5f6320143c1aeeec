import { Writable } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import { createLogger } from '../../src/log.js'
import { startOwnServer } from '../support/own-servers.js'
import { recordingTransport } from '../support/recording-transport.js'
import { aSend, eventually, startApp } from '../support/start-app.js'

const REQUESTS = 40

interface Line {
  msg: string
  messageId?: string
  time: number
  leftOut?: number
}

function capturedLog() {
  const lines: Line[] = []
  const destination = new Writable({
    write: (chunk, _encoding, done) => {
      lines.push(JSON.parse(String(chunk)))
      done()
    },
  })
  return { lines, log: createLogger({ level: 'info', roles: 'api', destination }) }
}

/** The lines of each message about an outage, in the order of their times. */
function expectOnePerSecond(lines: Line[], msg: string): Line[] {
  const found = lines.filter((line) => line.msg === msg)
  const gaps = found.slice(1).map(({ time }, index) => time - found[index]!.time)
  expect(Math.min(...gaps, 1_000), msg).toBeGreaterThanOrEqual(950)
  return found
}

test('while MongoDB is away, failed requests are one line a second, which says how many it stands for', async () => {
  const mongo = await startOwnServer('mongo')
  onTestFinished(() => mongo.close())
  const { lines, log } = capturedLog()
  const app = await startApp({ MONGODB_URI: mongo.uri }, { log })
  onTestFinished(() => app.close())
  await app.call('GET', '/v1/messages')
  await mongo.kill()
  const statuses = await Promise.all(
    Array.from(
      { length: REQUESTS },
      async () =>
        (await fetch(`${app.url}/v1/messages`, { headers: { authorization: `Bearer ${app.adminKey}` } })).status,
    ),
  )
  expect(statuses.every((status) => status >= 500)).toBe(true)
  const told = () =>
    lines.filter(({ msg }) => msg === 'a request failed').reduce((sum, { leftOut = 0 }) => sum + 1 + leftOut, 0)
  await eventually('all requests are told of', () => told() === REQUESTS)
  expect(expectOnePerSecond(lines, 'a request failed').length).toBeLessThan(REQUESTS / 2)
  for (const msg of new Set(lines.map((line) => line.msg))) if (/failed/.test(msg)) expectOnePerSecond(lines, msg)
})

test('while Redis is away, every message is one line a second', async () => {
  const redis = await startOwnServer('redis')
  onTestFinished(() => redis.close())
  const { lines, log } = capturedLog()
  const app = await startApp({ REDIS_URL: redis.uri, RATE_LIMIT_PER_SECOND: '1000' }, { log })
  onTestFinished(() => app.close())
  await redis.kill()
  await eventually('the sweeps fail', async () => {
    expect((await app.call('GET', '/v1/messages')).status).toBe(200)
    return lines.filter(({ msg }) => msg.startsWith('a sweep failed')).length >= 2
  })
  for (const msg of new Set(lines.map((line) => line.msg)))
    if (/failed|without a rate limit/.test(msg)) expectOnePerSecond(lines, msg)
})

test('mails that are handed over while MongoDB goes away are named, each once, and recorded later', async () => {
  const mongo = await startOwnServer('mongo')
  onTestFinished(() => mongo.close())
  const { lines, log } = capturedLog()
  let isAway = false
  const transport = recordingTransport(async ({ rfcMessageId }) => {
    if (!isAway) await mongo.kill()
    isAway = true
    return { outcome: 'accepted', providerMessageId: rfcMessageId }
  })
  const app = await startApp({ MONGODB_URI: mongo.uri }, { log, transport })
  onTestFinished(() => app.close())
  const { body } = await app.call('POST', '/v1/send', { body: aSend({ destination: { email: app.ownerEmail } }) })
  const named = () => lines.filter(({ msg }) => msg.startsWith('a mail was handed over and could not be recorded'))
  await eventually('it is named', () => named().length > 0)
  await mongo.restart()
  await eventually(
    'it is recorded',
    async () => (await app.call('GET', `/v1/messages/${body.id}`)).body.status === 'sent',
  )
  expect(named().map(({ messageId }) => messageId)).toEqual([body.id])
  expect(transport.handed).toHaveLength(1)
})
