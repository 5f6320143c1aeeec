import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { isPauseOver, sendingPauseOf } from '../../../../src/streams/pauses.js'
import { postlineHere } from '../../../cli/support.js'
import { doors } from '../../../doors/three-doors.js'
import { shiftedClock } from '../../../support/clocks.js'
import { recordingTransport } from '../../../support/recording-transport.js'
import { insertSentMails } from '../../../support/sent-mails.js'
import { aSend, eventually, startApp, type TestApp } from '../../../support/start-app.js'

const clock = shiftedClock()
const transport = recordingTransport()
let app: TestApp
beforeAll(async () => {
  app = await startApp({ COMPLAINT_PAUSE_PERCENT: '0.3', BOUNCE_PAUSE_PERCENT: '10' }, { clock, transport })
})
afterAll(() => app.close())

beforeEach(async () => {
  await app.app.services.accounts.resume(app.accountId)
})

/** Lets the account have 600 sent mails, 3 of which were reported. */
async function pause(): Promise<void> {
  clock.aheadMs += 1_000
  await insertSentMails(app.app, app.accountId, { mails: 600, complaints: 3, at: clock.now() })
  await app.app.services.sendingBrakes.evaluate(app.accountId)
}

const toOwner = (overrides = {}) => aSend({ destination: { email: app.ownerEmail }, ...overrides })
const handed = (id: string) => transport.handed.filter(({ messageId }) => messageId === id)
const statusOf = async (id: string) => (await app.call('GET', `/v1/messages/${id}`)).body.status
const verification = async () => (await app.call('GET', '/v1/account/verification')).body.sending_paused

describe.each(doors)('through $name', (door) => {
  const run = (operation: string, input: Record<string, unknown>, key = app.adminKey) =>
    door.run(app.url, operation, input, key)

  test('a send is refused with the reason, the figures and what to do', async () => {
    await pause()
    const { status, code, message } = await run('messages.send', toOwner())
    expect({ status, code }).toEqual({ status: 403, code: 'account_suspended' })
    expect(message).toMatch(
      /^Sending has been paused since 20\S+Z: 3 of 600 live mails of 24 hours \(0\.5%\) were reported as spam, and the limit is 0\.3%\. .*ask the operator of this service to resume the account\.$/,
    )
  })

  test('each item of a batch is refused', async () => {
    await pause()
    const { data } = await run('messages.sendBatch', { items: [toOwner(), toOwner()] })
    const results = data as { success: boolean; error: { code: string; status: number } }[]
    expect(results.map(({ success, error }) => [success, error.code, error.status])).toEqual([
      [false, 'account_suspended', 403],
      [false, 'account_suspended', 403],
    ])
  })

  test('a repeated request gets the response of before', async () => {
    const request = toOwner()
    const before = await run('messages.send', request)
    await pause()
    expect(await run('messages.send', request)).toEqual(before)
  })

  test('test keys still send', async () => {
    await pause()
    const { code, data } = await run('messages.send', aSend(), await app.testKey())
    expect(code).toBeNull()
    const { id } = data as { id: string }
    await eventually('simulated', async () => (await statusOf(id)) === 'delivered')
  })

  test('everything else works, and the verification shows the pause', async () => {
    expect((await run('account.verification', {})).data).toMatchObject({ sending_paused: null })
    await pause()
    expect((await run('account.verification', {})).data).toMatchObject({
      sending_paused: {
        reason: 'complaints',
        affected: 3,
        mails: 600,
        rate_percent: 0.5,
        limit_percent: 0.3,
        since: expect.stringMatching(/^20.*Z$/),
      },
    })
    for (const operation of ['messages.list', 'keys.list', 'webhooks.list', 'suppressions.list']) {
      expect((await run(operation, {})).code, operation).toBeNull()
    }
    const created = await run('suppressions.create', { channel: 'email', recipient: 'nobody@example.com' })
    expect(created.code).toBeNull()
  })
})

test('accepted mail waits and goes out after a resume; mail of test keys does not wait', async () => {
  const lead = new Date(clock.now().getTime() + 3_600_000).toISOString()
  const scheduled = { scheduled_at: lead }
  const live = (await app.call('POST', '/v1/send', { body: toOwner(scheduled) })).body.id
  const canceled = (await app.call('POST', '/v1/send', { body: toOwner(scheduled) })).body.id
  const simulated = (await app.call('POST', '/v1/send', { key: await app.testKey(), body: aSend(scheduled) })).body.id
  await pause()
  clock.aheadMs += 3_601_000
  await eventually('simulated', async () => (await statusOf(simulated)) === 'delivered')
  const waits = { held: `${app.accountId}/sending` }
  await eventually('both wait', async () => (await app.app.models.messages.countDocuments(waits)) === 2)
  expect(await statusOf(live)).toBe('scheduled')
  expect((await app.call('POST', `/v1/messages/${canceled}/cancel`)).status).toBe(200)

  await app.app.services.accounts.resume(app.accountId)
  await eventually('sent', async () => (await statusOf(live)) === 'sent')
  expect(handed(live)).toHaveLength(1)
  expect(handed(canceled)).toHaveLength(0)
  expect((await app.call('POST', '/v1/send', { body: toOwner() })).status).toBe(201)
})

test('mail that waits for a pause goes on waiting while webhooks of an ended suspension go out', async () => {
  const { models, services } = app.app
  await pause()
  expect(await isPauseOver(models, sendingPauseOf(app.accountId))).toBe(false)
  expect(await isPauseOver(models, app.accountId)).toBe(true)
  await services.accounts.suspend(app.accountId)
  expect(await isPauseOver(models, app.accountId)).toBe(false)
  await services.accounts.resume(app.accountId)
  expect(await isPauseOver(models, sendingPauseOf(app.accountId))).toBe(true)
  expect(await isPauseOver(models, app.accountId)).toBe(true)
})

test('what is sent counts from its hand-over on, and mail of test keys never', async () => {
  const { id } = (await app.call('POST', '/v1/send', { body: toOwner() })).body
  const simulated = (
    await app.call('POST', '/v1/send', {
      key: await app.testKey(),
      body: aSend({ destination: { email: 'complained@example.com' } }),
    })
  ).body.id
  await eventually('sent', async () => (await statusOf(id)) === 'sent')
  await eventually('simulated', async () => (await statusOf(simulated)) === 'complained')
  const row = async (_id: string) => (await app.app.models.messages.findById(_id).lean())!
  const { body } = await app.call('GET', `/v1/messages/${id}`)
  expect((await row(id)).sent_at?.toISOString()).toBe(body.events[0].occurred_at)
  expect(await row(simulated)).not.toHaveProperty('sent_at')
  expect(await row(simulated)).not.toHaveProperty('complained')
})

test('the command line shows the pause, and ends it', async () => {
  await pause()
  const { stdout } = await postlineHere(app.settings, 'accounts', 'list')
  expect(stdout).toMatch(/paused since 20\S+Z: 3 complaints of 600 mails, 0\.5% \(limit 0\.3%\)/)
  const listed = (await postlineHere(app.settings, 'accounts', 'list', '--json')).json()
  expect(listed.accounts[0].sending_paused).toEqual(await verification())
  const resumed = (await postlineHere(app.settings, 'accounts', 'resume', app.accountId, '--json')).json()
  expect(resumed).toMatchObject({ id: app.accountId, suspended_at: null, sending_paused: null })
  expect(await verification()).toBeNull()
  const { entries } = (await app.call('GET', '/v1/audit-log?limit=100')).body
  const operations = entries.map(({ operation }: { operation: string }) => operation)
  expect(operations).toContain('accounts.resume')
  const paused = entries.find(({ operation }: { operation: string }) => operation === 'accounts.pauseSending')
  expect(paused).toMatchObject({ actor: { type: 'service', id: null }, target: app.accountId })
})
