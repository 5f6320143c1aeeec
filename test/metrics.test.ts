import { readFileSync } from 'node:fs'
import { Writable } from 'node:stream'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMetrics } from '../src/metrics/metrics.js'
import { MetricsServer } from '../src/metrics/metrics-server.js'
import { freePort } from './support/built-program.js'
import { insertSentMails } from './support/sent-mails.js'
import { aSend, eventually, startApp, type TestApp } from './support/start-app.js'
import { startWebhookReceiver, type WebhookReceiver } from './support/webhook-receiver.js'

let port: number
let receiver: WebhookReceiver
let app: TestApp

beforeAll(async () => {
  port = await freePort()
  receiver = await startWebhookReceiver()
  app = await startApp({ METRICS_PORT: String(port), RATE_LIMIT_PER_SECOND: '1000', WEBHOOK_RETRY_BASE_MS: '20' })
})
afterAll(async () => {
  await app.close()
  await receiver.close()
})

async function health(ofPort: number, path: string): Promise<[number, unknown]> {
  const response = await fetch(`http://127.0.0.1:${ofPort}${path}`)
  return [response.status, await response.json()]
}

const scrape = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text()

/** The value of a series; 0 if there is none. */
async function value(series: string): Promise<number> {
  const line = (await scrape()).split('\n').find((candidate) => candidate.startsWith(`${series} `))
  return line ? Number(line.slice(series.length + 1)) : 0
}

const becomes = (series: string, expected: number) =>
  eventually(`${series} is ${expected}`, async () => (await value(series)) === expected)

test('a message is counted at every step from acceptance to webhook', async () => {
  receiver.next = [{ status: 500 }]
  await app.call('POST', '/v1/webhooks', { body: { endpoint_url: receiver.url, event_types: ['sent'] } })
  const own = aSend({ destination: { email: app.ownerEmail } })
  expect((await app.call('POST', '/v1/send', { body: own })).status).toBe(201)
  expect((await app.call('POST', '/v1/send', { body: own })).status).toBe(201)
  expect((await app.call('POST', '/v1/send', { key: await app.key('send', true), body: aSend() })).status).toBe(201)

  await becomes('postline_delivery_attempt_duration_seconds_count{outcome="succeeded"}', 2)
  expect(await value('postline_delivery_attempt_duration_seconds_count{outcome="failed"}')).toBe(1)
  const [live, simulated] = ['live', 'test'].map((mode) => `postline_accept_to_sent_seconds_count{mode="${mode}"}`)
  expect([await value(live!), await value(simulated!)]).toEqual([1, 1])
  expect(await value('postline_event_to_delivered_seconds_count')).toBe(2)
  expect(await value('postline_event_to_delivered_seconds_bucket{le="60"}')).toBe(2)
  // A replay is not a second message.
  expect(await value('postline_messages_accepted_total{mode="live"}')).toBe(1)
  expect(await value('postline_messages_accepted_total{mode="test"}')).toBe(1)
  // The insert is what finds out that a message is repeated.
  expect(await value('postline_accept_group_size_sum')).toBe(3)
  expect(await value('postline_dispatch_total{provider="capture",result="accepted"}')).toBe(1)
  expect(await value('postline_dispatch_duration_seconds_count{provider="capture"}')).toBe(1)
  expect(await value('postline_dispatch_total{provider="simulated",result="accepted"}')).toBe(1)
  expect(await value('postline_deliveries_created_total')).toBe(2)
  await becomes('postline_events_fanned_out_total{type="sent",mode="live"}', 1)
  await becomes('postline_events_fanned_out_total{type="sent",mode="test"}', 1)
  await becomes('postline_events_fanned_out_total{type="delivered",mode="test"}', 1)
  // The outbox is where captured mail ends.
  await becomes('postline_events_fanned_out_total{type="delivered",mode="live"}', 1)
})

test('requests are measured by route pattern, and unknown paths share one', async () => {
  await app.call('GET', '/v1/messages/msg_one')
  await app.call('GET', '/v1/messages/msg_two')
  await app.call('GET', '/no/such/path')
  await app.call('GET', '/nor/this', { key: null })
  const count = (labels: string) => `postline_http_request_duration_seconds_count{${labels}}`
  await becomes(count('method="GET",route="/v1/messages/:id",status="404"'), 2)
  await becomes(count('method="GET",route="none",status="404"'), 2)
  expect(await scrape()).not.toContain('msg_one')
})

test('the backlog is current at each scrape', async () => {
  expect(await value('postline_stream_length{topic="deliveries",lane="retry",partition="0"}')).toBe(0)
  expect(await value('postline_oldest_overdue_seconds{kind="dispatch"}')).toBe(0)
  const { models } = app.app
  await models.deadLetters.create({
    _id: 'dl_one',
    kind: 'fan-out',
    row_id: 'evt_one',
    account_id: app.accountId,
    error: 'Error: boom',
    crashes: 5,
    created_at: new Date(),
  })
  expect(await value('postline_dead_letters{kind="fan-out"}')).toBe(1)
  expect(await value('postline_dead_letters{kind="dispatch"}')).toBe(0)
})

test('overdue rows and unread entries have a count and an age', async () => {
  const otherPort = await freePort()
  const idle = await startApp({ METRICS_PORT: String(otherPort), ROLES: 'api' })
  try {
    const { models, conveyor } = idle.app
    await models.messages.collection.insertMany(
      [1, 2].map((number) => ({
        _id: `msg_${number}`,
        account_id: idle.accountId,
        idempotency_key: `key-${number}`,
        message_type: 'transactional',
        dispatch_at: new Date(Date.now() - 90_000 * number),
      })) as never,
    )
    await eventually('Redis is connected', async () => (await fetch(`${idle.url}/readyz`)).ok)
    await conveyor.put('dispatch', [{ id: 'msg_1', accountId: idle.accountId }])
    const text = await (await fetch(`http://127.0.0.1:${otherPort}/metrics`)).text()
    expect(text).toMatch(/^postline_due_rows\{kind="dispatch"\} 2$/m)
    expect(text).toMatch(/^postline_oldest_overdue_seconds\{kind="dispatch"\} 18\d(\.\d+)?$/m)
    expect(text).toMatch(/^postline_stream_lag\{topic="dispatch",lane="transactional",partition="0"\} 1$/m)
    expect(text).toMatch(/^postline_stream_pending\{topic="dispatch",lane="transactional",partition="0"\} 0$/m)
  } finally {
    await idle.close()
  }
})

test('the shares of complaints and bounces are those of all live mail of 24 hours, and paused accounts are counted', async () => {
  const otherPort = await freePort()
  const idle = await startApp({ METRICS_PORT: String(otherPort), ROLES: 'api', COMPLAINT_PAUSE_PERCENT: '0.3' })
  const gauges = async () => {
    const text = await (await fetch(`http://127.0.0.1:${otherPort}/metrics`)).text()
    return text.split('\n').filter((line) => /^postline_(complaint_ratio|bounce_ratio|paused_accounts)/.test(line))
  }
  const paused = (complaints: number, bounces: number) => [
    `postline_paused_accounts{reason="complaints"} ${complaints}`,
    `postline_paused_accounts{reason="bounces"} ${bounces}`,
  ]
  try {
    expect(await gauges()).toEqual(['postline_complaint_ratio 0', 'postline_bounce_ratio 0', ...paused(0, 0)])
    const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000)
    await insertSentMails(idle.app, idle.accountId, { mails: 600, complaints: 5, bounces: 3 })
    await insertSentMails(idle.app, 'acc_other', { mails: 400, complaints: 5, bounces: 17, at: hoursAgo(0.5) })
    await insertSentMails(idle.app, 'acc_other', { mails: 500, complaints: 500, at: hoursAgo(24.1) })
    await idle.app.services.sendingBrakes.evaluateAll()
    expect(await gauges()).toEqual(['postline_complaint_ratio 0.01', 'postline_bounce_ratio 0.02', ...paused(1, 0)])
  } finally {
    await idle.close()
  }
})

test('requests refused by the rate limit are counted', async () => {
  const otherPort = await freePort()
  const strict = await startApp({ METRICS_PORT: String(otherPort), ROLES: 'api', RATE_LIMIT_PER_SECOND: '1' })
  try {
    const answers = await Promise.all(Array.from({ length: 5 }, () => strict.call('GET', '/v1/keys')))
    const refused = answers.filter(({ status }) => status === 429).length
    expect(refused).toBeGreaterThan(0)
    const text = await (await fetch(`http://127.0.0.1:${otherPort}/metrics`)).text()
    expect(text).toContain(`postline_rate_limit_refusals_total{subject="account"} ${refused}\n`)
  } finally {
    await strict.close()
  }
})

test('if Redis does not respond, only its gauges are missing', async () => {
  const otherPort = await freePort()
  const crippled = await startApp({ METRICS_PORT: String(otherPort), ROLES: 'api', REDIS_URL: 'redis://127.0.0.1:1' })
  try {
    const text = await (await fetch(`http://127.0.0.1:${otherPort}/metrics`)).text()
    expect(text).not.toMatch(/^postline_stream_length\{/m)
    expect(text).toMatch(/^postline_dead_letters\{kind="dispatch"\} 0$/m)
    expect(text).toMatch(/^postline_backlog_failures_total\{source="redis"\} 1$/m)
  } finally {
    await crippled.close()
  }
})

test('concurrent scrapes both get a response, and other paths do not exist', async () => {
  const [one, two] = await Promise.all([scrape(), scrape()])
  expect(one).toContain('postline_nodejs_eventloop_lag_seconds')
  expect(two).toContain('postline_process_resident_memory_bytes')
  expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404)
  expect((await fetch(`http://127.0.0.1:${port}/metrics`, { method: 'POST' })).status).toBe(404)
})

test.each(['worker', 'scheduler', 'smtp'])('a process with the role %s says that it is up, and ready', async (role) => {
  const own = await freePort()
  const process = await startApp({ METRICS_PORT: String(own), ROLES: role, SMTP_PORT: String(await freePort()) })
  try {
    expect(await health(own, '/healthz')).toEqual([200, { status: 'ok' }])
    await eventually('it is ready', async () => (await health(own, '/readyz'))[0] === 200)
  } finally {
    await process.close()
  }
})

test('a process without Redis is up and not ready, and says why', async () => {
  const own = await freePort()
  const crippled = await startApp({ METRICS_PORT: String(own), ROLES: 'worker', REDIS_URL: 'redis://127.0.0.1:1' })
  try {
    expect(await health(own, '/healthz')).toEqual([200, { status: 'ok' }])
    expect(await health(own, '/readyz')).toEqual([503, { status: 'not ready', reason: 'Redis does not answer' }])
  } finally {
    await crippled.close()
  }
})

test('a taken port causes a warning, and the service runs', async () => {
  const lines: string[] = []
  const log = pino(new Writable({ write: (chunk, _encoding, done) => done(void lines.push(String(chunk))) }))
  const second = await startApp({ METRICS_PORT: String(port) }, { log })
  try {
    expect((await second.call('GET', '/v1/messages')).status).toBe(200)
    expect(lines.some((line) => line.includes('"level":40') && line.includes('METRICS_PORT'))).toBe(true)
  } finally {
    await second.close()
  }
})

test('METRICS_HOST names the address; one that this machine lacks causes a warning', async () => {
  const [one, other] = [await freePort(), await freePort()]
  const there = await startApp({ METRICS_HOST: '127.0.0.2', METRICS_PORT: String(one), ROLES: 'scheduler' })
  const lines: string[] = []
  const log = pino(new Writable({ write: (chunk, _encoding, done) => done(void lines.push(String(chunk))) }))
  const nowhere = await startApp(
    { METRICS_HOST: '192.0.2.1', METRICS_PORT: String(other), ROLES: 'scheduler' },
    { log },
  )
  try {
    expect((await fetch(`http://127.0.0.2:${one}/metrics`)).status).toBe(200)
    await expect(fetch(`http://127.0.0.1:${one}/metrics`)).rejects.toThrow()
    expect(lines.filter((line) => line.includes('"level":40') && line.includes('METRICS_HOST'))).toHaveLength(1)
  } finally {
    await Promise.all([there.close(), nowhere.close()])
  }
})

test('port 0 disables the server, and closing is idempotent', async () => {
  const options = {
    host: '127.0.0.1',
    port: 0,
    metrics: createMetrics(),
    backlog: null as never,
    checkReady: async () => {},
    log: pino({ level: 'silent' }),
  }
  const server = new MetricsServer(options)
  await server.start()
  await Promise.all([server.close(), server.close()])
})

test('the documentation lists every metric and no other', async () => {
  const text = readFileSync(new URL('../docs/metrics.md', import.meta.url), 'utf8')
  const documented = [...text.matchAll(/^\| `(postline_\w+)` \| (\w+) \|/gm)].map(([, name, type]) => `${name} ${type}`)
  const existing = (await createMetrics().registry.getMetricsAsJSON()).map(({ name, type }) => `${name} ${type}`)
  expect(documented.sort()).toEqual(existing.sort())
})
