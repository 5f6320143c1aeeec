import { afterEach, beforeEach, expect, test } from 'vitest'
import { type ShiftedClock, shiftedClock } from '../../../support/clocks.js'
import { aListOf, people } from '../../../support/contacts.js'
import { ledgerProblems } from '../../../support/ledger-checks.js'
import { recordingTransport } from '../../../support/recording-transport.js'
import { insertSentMails } from '../../../support/sent-mails.js'
import { eventually, startApp, type TestApp } from '../../../support/start-app.js'
import { verifiedDomain } from '../../../support/verified-domain.js'

/* A broadcast to three people. The mail to one of them waits for another attempt when that person is erased. */

const WAITING = 'person1@crowd.example'

let clock: ShiftedClock
let app: TestApp
beforeEach(async () => {
  clock = shiftedClock()
  const transport = recordingTransport(({ to, rfcMessageId }) =>
    to[0]!.email === WAITING
      ? { outcome: 'deferred', error: 'try again' }
      : { outcome: 'accepted', providerMessageId: rfcMessageId },
  )
  app = await startApp({ COMPLAINT_PAUSE_PERCENT: '0.3' }, { clock, transport })
  await verifiedDomain(app, 'shop.test')
})
afterEach(() => app.close())

const get = async (id: string) => (await app.call('GET', `/v1/broadcasts/${id}`)).body
const erase = async () => {
  const { status, body } = await app.call('POST', '/v1/recipients/erase', { body: { email: WAITING } })
  expect(status, JSON.stringify(body)).toBe(200)
}
const isWaiting = (id: string, more: object = {}) =>
  app.app.models.messages.exists({ broadcast_id: id, deferrals: 1, lease: { $exists: false }, ...more })

async function aBroadcast(): Promise<string> {
  const list_id = await aListOf({ ...app.app, accountId: app.accountId }, people(3, 'crowd.example'))
  const content = { name: 'News', from_email: 'news@shop.test', subject: 'Hello', body_text: 'Some news.' }
  const { id } = (await app.call('POST', '/v1/broadcasts', { body: { ...content, list_id } })).body
  await app.call('POST', `/v1/broadcasts/${id}/send`)
  await eventually('one mail waits, and the others are counted', async () => {
    return (await isWaiting(id)) && (await get(id)).counts.sent === 2
  })
  expect(await get(id)).toMatchObject({ status: 'sending', counts: { total: 3, queued: 1, sent: 2 } })
  return id
}

async function pauseSending(): Promise<void> {
  await insertSentMails(app.app, app.accountId, { mails: 600, complaints: 3, at: clock.now() })
  await app.app.services.sendingBrakes.evaluate(app.accountId)
}

test('a broadcast ends when the last mail that waits is canceled, and its counts add up', async () => {
  const id = await aBroadcast()
  await erase()
  const { counts } = await eventually('it is sent', async () => {
    const broadcast = await get(id)
    return broadcast.status === 'sent' && broadcast
  })
  expect(counts).toMatchObject({ total: 2, queued: 0, sent: 2, failed: 0, suppressed: 0 })
  expect(await ledgerProblems(app.app.models)).toEqual([])
  expect((await app.call('DELETE', `/v1/broadcasts/${id}`)).status).toBe(204)
})

test('also if that mail is held by a pause of sending', async () => {
  const id = await aBroadcast()
  await pauseSending()
  clock.aheadMs += 3_600_000
  await eventually('it is held', () => isWaiting(id, { held: `${app.accountId}/sending` }))
  await erase()
  await eventually('it is sent', async () => (await get(id)).status === 'sent')
  expect((await get(id)).counts).toMatchObject({ total: 2, queued: 0, sent: 2 })
})

test('a canceled broadcast has nothing queued any more', async () => {
  const id = await aBroadcast()
  await app.call('POST', `/v1/broadcasts/${id}/cancel`)
  expect(await get(id)).toMatchObject({ status: 'canceled', counts: { total: 3, queued: 1 } })
  await erase()
  expect((await get(id)).counts).toMatchObject({ total: 2, queued: 0, sent: 2 })
})
