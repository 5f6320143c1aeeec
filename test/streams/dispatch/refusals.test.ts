import { createHash } from 'node:crypto'
import { Writable } from 'node:stream'
import { afterEach, describe, expect, test } from 'vitest'
import type { AppPorts } from '../../../src/app.js'
import { createLogger } from '../../../src/log.js'
import { shiftedClock } from '../../support/clocks.js'
import { recordingTransport } from '../../support/recording-transport.js'
import { type SmtpReply, startSmtpSink } from '../../support/smtp-sink.js'
import { aSend, eventually, type Settings, startApp, type TestApp } from '../../support/start-app.js'

const HOUR = 3_600_000

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

async function start(settings: Settings, ports: Partial<AppPorts> = {}): Promise<TestApp> {
  const app = await startApp({ DISPATCH_RETRY_BASE_MS: '20', ...settings }, ports)
  closing.push(app.close)
  return app
}

async function startWithSink(onData: (nth: number) => SmtpReply | undefined, ports: Partial<AppPorts> = {}) {
  let tries = 0
  const messageIds: (string | undefined)[] = []
  const sink = await startSmtpSink({
    onData: ({ parsed }) => {
      tries += 1
      messageIds.push(parsed.messageId)
      return onData(tries)
    },
  })
  closing.push(sink.close)
  const app = await start({ MAIL_PROVIDER: 'smtp', SMTP_URL: sink.url }, ports)
  return { app, sink, messageIds, tries: () => tries }
}

const send = async (app: TestApp) => {
  const { status, body } = await app.call('POST', '/v1/send', {
    body: aSend({ destination: { email: app.ownerEmail } }),
  })
  expect(status).toBe(201)
  return body.id as string
}
const get = async (app: TestApp, id: string) => (await app.call('GET', `/v1/messages/${id}`)).body
const settled = (app: TestApp, id: string, status: string) =>
  eventually(status, async () => {
    await app.app.scheduler!.sweep()
    const message = await get(app, id)
    return message.status === status ? message : null
  })

test("after a permanent refusal the message fails at once, with the server's reply", async () => {
  const { app, sink, tries } = await startWithSink(() => ({ code: 550, text: '5.7.1 we do not like it' }))
  const id = await send(app)
  const message = await settled(app, id, 'failed')
  expect(message.provider_message_id).toBeNull()
  expect(message.events).toHaveLength(1)
  expect(message.events[0]).toMatchObject({
    type: 'failed',
    source: 'worker',
    message_id: id,
    payload: { error: '550 5.7.1 we do not like it' },
    provider_event_id: `wkr_${createHash('sha256').update(`${id}:failed`).digest('hex')}`,
  })
  expect(Object.keys(message.events[0].payload)).toEqual(['error'])
  expect(tries()).toBe(1)
  expect(sink.mails).toEqual([])
})

test("a refusal because of a provider's policy also has a plain reason", async () => {
  const text = '5.7.26 Your email has been blocked because the sender is unauthenticated. - gsmtp'
  const { app } = await startWithSink(() => ({ code: 550, text }))
  const message = await settled(app, await send(app), 'failed')
  expect(message.events[0].payload).toEqual({ error: `550 ${text}`, reason: expect.stringContaining('SPF and DKIM') })
})

test('a recipient named in a refusal is on the timeline, but not in the log', async () => {
  const lines: string[] = []
  const destination = new Writable({ write: (chunk, _encoding, done) => done(void lines.push(String(chunk))) })
  const log = createLogger({ level: 'trace', roles: 'test', destination })
  const text = '<owner@postline.test>: we do not like it'
  const { app } = await startWithSink((nth) => ({ code: nth === 1 ? 451 : 550, text }), { log })
  const message = await settled(app, await send(app), 'failed')
  expect(message.events[0].payload.error).toBe(`550 ${text}`)
  expect(lines.filter((line) => line.includes('"deferred"'))).toHaveLength(1)
  expect(lines.filter((line) => line.includes('hand-over failed'))).toHaveLength(2)
  expect(lines.filter((line) => line.includes('postline.test'))).toEqual([])
})

test('after a temporary refusal the mail is retried with the same Message-ID and sent once', async () => {
  const { app, sink, messageIds } = await startWithSink((nth) =>
    nth < 4 ? { code: 451, text: '4.3.0 later' } : undefined,
  )
  const id = await send(app)
  const message = await settled(app, id, 'sent')
  expect(message.events.map(({ type }: { type: string }) => type)).toEqual(['sent'])
  expect(messageIds).toHaveLength(4)
  expect(new Set(messageIds)).toEqual(new Set([`<${message.provider_message_id}>`]))
  expect(sink.mails).toHaveLength(1)
})

test('while it is retried, a message stays queued, has no events, and cannot be canceled', async () => {
  let open = false
  const { app, tries } = await startWithSink(() => (open ? undefined : { code: 451, text: '4.3.0 later' }))
  const id = await send(app)
  await eventually('two tries', async () => {
    await app.app.scheduler!.sweep()
    return tries() >= 2
  })
  expect(await get(app, id)).toMatchObject({ status: 'queued', events: [], provider_message_id: null })
  expect((await app.call('POST', `/v1/messages/${id}/cancel`)).status).toBe(404)
  open = true
  await settled(app, id, 'sent')
})

test('a refusal that becomes permanent ends the retries', async () => {
  const { app, tries } = await startWithSink((nth) =>
    nth < 3 ? { code: 421, text: '4.7.0 busy' } : { code: 554, text: '5.0.0 no' },
  )
  const message = await settled(app, await send(app), 'failed')
  expect(message.events[0].payload).toEqual({ error: '554 5.0.0 no' })
  expect(tries()).toBe(3)
})

test('while the server is down, mail is retried', async () => {
  const sink = await startSmtpSink()
  await sink.close()
  const clock = shiftedClock()
  const app = await start({ MAIL_PROVIDER: 'smtp', SMTP_URL: sink.url }, { clock })
  const id = await send(app)
  await eventually('a deferral', async () => ((await app.app.models.messages.findById(id).lean())?.deferrals ?? 0) > 0)
  expect((await get(app, id)).status).toBe('queued')
})

test('a message fails after four hours of deferrals, not before, with the last error', async () => {
  const clock = shiftedClock()
  const startedAt = clock.now().getTime()
  const tries: number[] = []
  const transport = recordingTransport(() => {
    tries.push(clock.now().getTime() - startedAt)
    return { outcome: 'deferred', error: `deferred ${tries.length}` }
  })
  const app = await start({ DISPATCH_RETRY_BASE_MS: '30000' }, { clock, transport })
  const id = await send(app)
  await eventually('failed', async () => {
    const row = await app.app.models.messages.findById(id).lean()
    // Exactly to the time of the next attempt.
    if (row?.dispatch_at && !row.lease && row.deferrals > 0) {
      clock.aheadMs += Math.max(0, row.dispatch_at.getTime() - clock.now().getTime())
    }
    await app.app.scheduler!.sweep()
    return row?.status === 'failed'
  })
  const message = await get(app, id)
  expect(message.events).toHaveLength(1)
  expect(message.events[0].payload).toEqual({ error: `deferred ${tries.length}` })
  const last = tries.at(-1)!
  expect(last).toBeLessThanOrEqual(4 * HOUR)
  expect(last).toBeGreaterThan(3.6 * HOUR)
  // 30 s, doubling, then every 15 minutes.
  const gaps = tries.slice(1).map((at, index) => at - tries[index]!)
  const wanted = gaps.map((_gap, index) => Math.min(30_000 * 2 ** index, 900_000))
  for (const [index, gap] of gaps.entries()) {
    expect(gap).toBeGreaterThanOrEqual(wanted[index]! - 1)
    expect(gap).toBeLessThan(wanted[index]! + 5_000)
  }
  const attempts = tries.length
  clock.aheadMs += 24 * HOUR
  await app.app.scheduler!.sweep()
  expect(tries).toHaveLength(attempts)
})

test('a mail with one rejected recipient is sent to the others', async () => {
  const sink = await startSmtpSink({
    onRcpt: (address) => (address.startsWith('OWNER') ? { code: 550, text: 'no' } : undefined),
  })
  closing.push(sink.close)
  const app = await start({ MAIL_PROVIDER: 'smtp', SMTP_URL: sink.url })
  const { body } = await app.call('POST', '/v1/send', {
    body: aSend({ destination: { email: app.ownerEmail, cc: [app.ownerEmail.replace('owner', 'OWNER')] } }),
  })
  const message = await settled(app, body.id, 'sent')
  expect(message.events).toHaveLength(1)
  expect(sink.mails[0]!.envelope.to).toEqual([app.ownerEmail])
})

describe('a recipient without a mailbox according to the server', () => {
  const UNKNOWN = { code: 550, text: '5.1.1 user unknown' }
  const suppressed = async (app: TestApp) =>
    (await app.app.models.suppressions.find().lean()).map(({ account_id, recipient, state, reason }) => ({
      account_id,
      recipient,
      state,
      reason,
    }))

  async function sendThrough(onRcpt: (address: string) => SmtpReply | undefined, status: string) {
    const sink = await startSmtpSink({ onRcpt })
    closing.push(sink.close)
    const app = await start({ MAIL_PROVIDER: 'smtp', SMTP_URL: sink.url })
    const { body } = await app.call('POST', '/v1/send', {
      body: aSend({ destination: { email: app.ownerEmail, cc: [app.ownerEmail.replace('owner', 'OWNER')] } }),
    })
    await settled(app, body.id, status)
    return app
  }

  test('is suppressed after the failure, and gets no further mail', async () => {
    const app = await sendThrough(() => UNKNOWN, 'failed')
    await eventually('there is an entry', async () => (await suppressed(app)).length > 0)
    const entry = { account_id: app.accountId, recipient: app.ownerEmail, state: 'suppressed', reason: 'hard_bounce' }
    expect(await suppressed(app)).toEqual([entry])
    // The entry comes first, then the revision of the list by which the API looks it up.
    const again = await eventually('a refusal', async () => {
      const answer = await app.call('POST', '/v1/send', { body: aSend({ destination: { email: app.ownerEmail } }) })
      return answer.status === 409 ? answer : null
    })
    expect(again.body.error.code).toBe('recipient_suppressed')
  })

  test('is suppressed if the mail left for others', async () => {
    const app = await sendThrough((address) => (address.startsWith('OWNER') ? UNKNOWN : undefined), 'sent')
    await eventually('there is an entry', async () => (await suppressed(app)).length === 1)
  })

  test.each([
    { code: 550, text: '5.7.1 blocked by policy' },
    { code: 550, text: 'not with us' },
    { code: 552, text: '5.2.2 mailbox full' },
  ])('is not assumed for $code $text', async (reply) => {
    expect(await suppressed(await sendThrough(() => reply, 'failed'))).toEqual([])
  })
})
