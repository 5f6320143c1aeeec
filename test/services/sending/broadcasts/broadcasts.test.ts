import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { idTime } from '../../../../src/ids.js'
import type { OutgoingMail } from '../../../../src/providers/mail/mail-transport.js'
import { aTemplate } from '../../../doors/cases/templates.js'
import { shiftedClock } from '../../../support/clocks.js'
import { addContacts, addMembers, aListOf, people } from '../../../support/contacts.js'
import { expectError } from '../../../support/expect-error.js'
import { anotherAccount } from '../../../support/more-processes.js'
import { recordingTransport } from '../../../support/recording-transport.js'
import { eventually, startApp, type TestApp } from '../../../support/start-app.js'
import { verifiedDomain } from '../../../support/verified-domain.js'

const clock = shiftedClock()
const transport = recordingTransport()
let app: TestApp
beforeAll(async () => {
  app = await startApp({}, { clock, transport })
  await verifiedDomain(app, 'shop.test')
})
afterAll(() => app.close())

const account = () => ({ ...app.app, accountId: app.accountId })
const content = { name: 'News', from_email: 'News <news@shop.test>', subject: 'Hello', body_text: 'Some news.' }

const post = async (path: string, body?: unknown, key?: string) =>
  app.call('POST', path, { ...(body !== undefined && { body }), ...(key && { key }) })

async function create(overrides: Record<string, unknown>, key?: string): Promise<string> {
  const { status, body } = await post('/v1/broadcasts', { ...content, ...overrides }, key)
  expect(status, JSON.stringify(body)).toBe(201)
  return body.id
}

async function start(overrides: Record<string, unknown>, key?: string): Promise<string> {
  const id = await create(overrides, key)
  const { status, body } = await post(`/v1/broadcasts/${id}/send`, undefined, key)
  expect([status, body.status], JSON.stringify(body)).toEqual([200, 'sending'])
  return id
}

const get = async (id: string) => (await app.call('GET', `/v1/broadcasts/${id}`)).body
const until = (id: string, status: string) =>
  eventually(`the broadcast is ${status}`, async () => {
    const broadcast = await get(id)
    return broadcast.status === status && broadcast
  })
const mailsOf = (domain: string): OutgoingMail[] => transport.handed.filter(({ to }) => to[0]!.email.endsWith(domain))

describe('a broadcast', () => {
  test('reaches every member once, and its counts add up', async () => {
    const list_id = await aListOf(account(), people(30, 'once.example'))
    const id = await create({ list_id })
    expect(await get(id)).toMatchObject({ status: 'draft', counts: { total: 30, queued: 0, sent: 0 } })
    await post(`/v1/broadcasts/${id}/send`)
    const { counts, started_at, finished_at } = await until(id, 'sent')
    expect(counts).toMatchObject({ total: 30, queued: 0, sent: 30, failed: 0, suppressed: 0 })
    expect(finished_at >= started_at).toBe(true)
    const addresses = mailsOf('once.example').map(({ to }) => to[0]!.email)
    expect([addresses.length, new Set(addresses).size]).toEqual([30, 30])
  })

  test('to an empty list is sent at once', async () => {
    const id = await start({ list_id: await aListOf(account(), []) })
    expect((await until(id, 'sent')).counts).toMatchObject({ total: 0, queued: 0 })
  })

  test('has the fields of each contact as variables, escaped in HTML; what is unknown is empty', async () => {
    const list_id = await aListOf(account(), [
      {
        email: 'ada@vars.example',
        first_name: 'Ada <3',
        last_name: 'L',
        attributes: { city: 'Rome', email: 'x', n: 3 },
      },
      { email: 'bob@vars.example', attributes: { unsubscribe_url: 'https://evil.example/' } },
    ])
    const text = '[{{ first_name }}|{{ last_name }}|{{ email }}|{{ city }}|{{ n }}]'
    const id = await start({
      ...{ list_id, reply_to: 'answers@shop.test', subject: 'For {{ first_name }}!' },
      ...{ body_html: `<p>${text} {{ unsubscribe_url }}</p>`, body_text: `${text} {{ unsubscribe_url }}` },
    })
    await until(id, 'sent')
    const [ada, bob] = mailsOf('vars.example').toSorted((one, other) =>
      one.to[0]!.email < other.to[0]!.email ? -1 : 1,
    )
    expect(ada).toMatchObject({
      from: { name: 'News', email: 'news@shop.test' },
      to: [{ name: 'Ada <3 L', email: 'ada@vars.example' }],
      replyTo: [{ email: 'answers@shop.test' }],
      subject: 'For Ada <3!',
      text: expect.stringContaining('[Ada <3|L|ada@vars.example|Rome|3] http'),
      html: expect.stringContaining('[Ada &lt;3|L|ada@vars.example|Rome|3] http'),
      headers: { 'List-Unsubscribe': expect.stringContaining('/unsubscribe/') },
    })
    expect(bob).toMatchObject({
      to: [{ name: null }],
      subject: 'For !',
      text: expect.stringContaining('[||bob@vars.example||]'),
    })
    expect(bob!.text).not.toContain('evil.example')
  })

  test('with a template refuses members without a required variable, and names them', async () => {
    const [has, lacks] = await addContacts(account(), [
      { email: 'has@template.example', attributes: { order: '5' } },
      { email: 'lacks@template.example' },
    ])
    const list_id = await aListOf(account(), [])
    await addMembers(account(), list_id, [has!, lacks!])
    const template_id = await aTemplate(app)
    const id = await start({ list_id, template_id, subject: undefined, body_text: undefined })
    const { counts, failures } = await until(id, 'sent')
    expect(counts).toMatchObject({ total: 2, sent: 1, failed: 1, queued: 0 })
    expect(failures).toEqual([
      { contact_id: lacks, code: 'missing_variable', reason: expect.stringContaining('template_vars.order') },
    ])
    expect(mailsOf('template.example')).toMatchObject([{ subject: 'Order 5', text: 'Hello there' }])
  })

  test('takes its own subject before that of its template, with variables', async () => {
    const list_id = await aListOf(account(), [
      { email: 'a@subject.example', first_name: 'Ada', attributes: { order: '5' } },
    ])
    const template_id = await aTemplate(app)
    const id = await start({ list_id, template_id, subject: '{{ first_name }}: {{ order }}', body_text: undefined })
    await until(id, 'sent')
    expect(mailsOf('subject.example')).toMatchObject([{ subject: 'Ada: 5', text: 'Hello there' }])
  })

  test('does not reach suppressed and unsubscribed members, who count as suppressed', async () => {
    const list_id = await aListOf(account(), people(4, 'stopped.example'))
    await post('/v1/suppressions', { channel: 'email', recipient: 'person1@stopped.example' })
    await post('/v1/suppressions/import', { entries: [{ email: 'person2@stopped.example', state: 'unsubscribed' }] })
    const { counts } = await until(await start({ list_id }), 'sent')
    expect(counts).toMatchObject({ total: 4, sent: 2, suppressed: 2, failed: 0, queued: 0 })
    expect(
      mailsOf('stopped.example')
        .map(({ to }) => to[0]!.email)
        .toSorted(),
    ).toEqual(['person0@stopped.example', 'person3@stopped.example'])
  })

  test('to a topic does not reach who has opted out of it', async () => {
    const [stays, leaves] = await addContacts(account(), people(2, 'topic.example'))
    const list_id = await aListOf(account(), [], { isTopic: true })
    await addMembers(account(), list_id, [stays!, leaves!])
    const topics = [{ list_id, subscribed: false }]
    expect((await app.call('PUT', `/v1/contacts/${leaves}/topics`, { body: { topics } })).status).toBe(200)
    const { counts } = await until(await start({ list_id }), 'sent')
    expect(counts).toMatchObject({ total: 2, sent: 1, suppressed: 1, failed: 0, queued: 0 })
    expect(mailsOf('topic.example').map(({ to }) => to[0]!.email)).toEqual(['person0@topic.example'])
  })

  test('reaches who was a member when it started', async () => {
    const list_id = await aListOf(account(), people(2, 'later.example'))
    const id = await start({ list_id, throttle_per_minute: 60 })
    const [late] = await addContacts(account(), [{ email: 'late@later.example' }])
    await addMembers(account(), list_id, [late!])
    const { counts } = await until(id, 'sent')
    expect(counts.total).toBe(2)
    expect(mailsOf('later.example')).toHaveLength(2)
  })

  test('with a test key is simulated', async () => {
    const list_id = await aListOf(account(), [
      ...people(2, 'simulated.example'),
      { email: 'bounced@simulated.example' },
    ])
    const id = await start({ list_id }, await app.testKey())
    const broadcast = await until(id, 'sent')
    expect(broadcast).toMatchObject({ test_mode: true })
    await eventually('counts', async () => {
      const { counts } = await get(id)
      return counts.delivered === 2 && counts.bounced === 1
    })
    expect(mailsOf('simulated.example')).toEqual([])
  })

  test('counts an open once a message, however often it is opened', async () => {
    const list_id = await aListOf(account(), people(2, 'opened.example'))
    const id = await start({ list_id, body_html: '<p>Hi</p>', tracking: { opens: true } })
    await until(id, 'sent')
    const [pixel] = /http[^"]+\.gif/.exec(mailsOf('opened.example')[0]!.html!)!
    const path = new URL(pixel).pathname
    for (let time = 0; time < 3; time += 1) await fetch(app.url + path)
    await eventually('an open', async () => (await get(id)).counts.opened === 1)
    expect((await get(id)).counts).toMatchObject({ sent: 2, opened: 1 })
  })
})

describe('a broadcast that is controlled', () => {
  test('is paused and resumed: nobody is left out, nobody gets it twice', async () => {
    const list_id = await aListOf(account(), people(6, 'paused.example'))
    const id = await start({ list_id, throttle_per_minute: 120 })
    await eventually('it has begun', () => mailsOf('paused.example').length > 0)
    expect((await post(`/v1/broadcasts/${id}/pause`)).body).toMatchObject({
      ...{ status: 'paused', paused_reason: 'requested' },
    })
    await eventually('it rests', async () => !(await app.app.models.broadcasts.findById(id).lean())?.expand_at)
    const sofar = mailsOf('paused.example').length
    expect(sofar).toBeLessThan(6)
    expect((await get(id)).counts).toMatchObject({ total: 6 })
    expect((await post(`/v1/broadcasts/${id}/resume`)).body).toMatchObject({ status: 'sending', paused_reason: null })
    expect((await until(id, 'sent')).counts).toMatchObject({ total: 6, sent: 6, queued: 0 })
    expect(new Set(mailsOf('paused.example').map(({ to }) => to[0]!.email)).size).toBe(6)
    expect(mailsOf('paused.example')).toHaveLength(6)
  })

  test('is canceled midway: what is accepted goes out, and the counts say so', async () => {
    const list_id = await aListOf(account(), people(50, 'canceled.example'))
    const id = await start({ list_id, throttle_per_minute: 60 })
    await eventually('it has begun', () => mailsOf('canceled.example').length > 0)
    expect((await post(`/v1/broadcasts/${id}/cancel`)).body.status).toBe('canceled')
    const { counts } = await eventually('all is out', async () => {
      const row = await app.app.models.broadcasts.findById(id).lean()
      const broadcast = await get(id)
      return !row?.expand_at && broadcast.counts.queued === 0 && broadcast
    })
    expect(counts.total).toBeLessThan(50)
    expect(counts).toMatchObject({ total: counts.sent, failed: 0 })
    expect(mailsOf('canceled.example')).toHaveLength(counts.sent)
    for (const action of ['send', 'pause', 'resume', 'cancel']) {
      expectError(await post(`/v1/broadcasts/${id}/${action}`), 409, 'wrong_status')
    }
  })

  test('starts at its time, or before when it is sent, and can be canceled until then', async () => {
    const at = () => new Date(clock.now().getTime() + 3_600_000).toISOString()
    const list_id = await aListOf(account(), people(1, 'scheduled.example'))
    const [id, early, never] = await Promise.all([1, 2, 3].map(() => create({ list_id, scheduled_at: at() })))
    expect(await get(id!)).toMatchObject({ status: 'scheduled', counts: { total: 1, queued: 0 } })
    await post(`/v1/broadcasts/${early}/send`)
    await until(early!, 'sent')
    expect((await post(`/v1/broadcasts/${never}/cancel`)).body.status).toBe('canceled')
    expect(mailsOf('scheduled.example')).toHaveLength(1)
    clock.aheadMs += 3_601_000
    expect((await until(id!, 'sent')).counts).toMatchObject({ total: 1, sent: 1 })
    expect((await get(never!)).counts).toMatchObject({ total: 0, queued: 0 })
    expect(mailsOf('scheduled.example')).toHaveLength(2)
  })

  test('keeps to its throttle', async () => {
    const list_id = await aListOf(account(), people(3, 'slow.example'))
    const id = await start({ list_id, throttle_per_minute: 60 })
    const { started_at } = await until(id, 'sent')
    const messages = await app.app.models.messages.find({ broadcast_id: id }).sort({ _id: 1 }).lean()
    const afterMs = messages.map(({ _id }) => idTime(_id).getTime() - Date.parse(started_at))
    for (const [index, ms] of afterMs.entries()) expect(ms).toBeGreaterThanOrEqual(index * 1_000)
  })

  test('cannot be paused, resumed or canceled as a draft, nor deleted while it is being sent', async () => {
    const list_id = await aListOf(account(), people(30, 'states.example'))
    const id = await create({ list_id, throttle_per_minute: 60 })
    for (const action of ['pause', 'resume', 'cancel']) {
      expectError(await post(`/v1/broadcasts/${id}/${action}`), 409, 'wrong_status')
    }
    await post(`/v1/broadcasts/${id}/send`)
    expectError(await post(`/v1/broadcasts/${id}/send`), 409, 'wrong_status')
    expectError(await app.call('DELETE', `/v1/broadcasts/${id}`), 409, 'wrong_status')
    await post(`/v1/broadcasts/${id}/pause`)
    expectError(await app.call('DELETE', `/v1/broadcasts/${id}`), 409, 'wrong_status')
    await post(`/v1/broadcasts/${id}/cancel`)
    expect((await app.call('DELETE', `/v1/broadcasts/${id}`)).status).toBe(204)
    expectError(await app.call('GET', `/v1/broadcasts/${id}`), 404, 'not_found')
  })
})

describe('a broadcast that cannot go on', () => {
  test('is paused by a spend cap, says so, and continues when there is room', async () => {
    const { body: before } = await app.call('GET', '/v1/usage')
    const price = app.app.config.pricePerEmailMicros
    await app.call('PUT', '/v1/spend-caps', { body: { hard_limit_micros: before.total_cost_micros + 3 * price } })
    const list_id = await aListOf(account(), people(5, 'capped.example'))
    const id = await start({ list_id })
    expect(await until(id, 'paused')).toMatchObject({ paused_reason: 'spend_cap_exceeded', counts: { total: 5 } })
    await eventually('three mails are counted', async () => (await get(id)).counts.sent === 3)
    expect((await get(id)).counts).toMatchObject({ total: 5, queued: 2, failed: 0 })
    expect(mailsOf('capped.example')).toHaveLength(3)
    await app.call('PUT', '/v1/spend-caps', { body: { hard_limit_micros: null } })
    await post(`/v1/broadcasts/${id}/resume`)
    expect((await until(id, 'sent')).counts).toMatchObject({ total: 5, sent: 5, queued: 0 })
    expect(mailsOf('capped.example')).toHaveLength(5)
  })

  test('is paused when its list, its template or its key is gone', async () => {
    const throttled = { throttle_per_minute: 60 }
    const list_id = await aListOf(account(), people(5, 'gone.example'))
    const template_id = await aTemplate(app, { variables: [] })
    const { body: key } = await post('/v1/keys', { scope: 'admin' })
    const [byList, byKey, byTemplate] = [
      await start({ ...throttled, list_id: await aListOf(account(), people(5, 'gone2.example')) }),
      await start({ ...throttled, list_id }, key.key),
      await start({ ...throttled, list_id, template_id, subject: undefined, body_text: undefined }),
    ]
    const { list_id: gone } = await get(byList)
    await app.app.models.contactLists.deleteOne({ _id: gone })
    await app.call('DELETE', `/v1/keys/${key.id}`)
    await app.call('PUT', `/v1/templates/${template_id}`, { body: { is_active: false } })
    expect(await until(byList, 'paused')).toMatchObject({ paused_reason: 'list_not_found' })
    expect(await until(byKey, 'paused')).toMatchObject({ paused_reason: 'key_revoked' })
    expect(await until(byTemplate, 'paused')).toMatchObject({ paused_reason: 'template_not_found' })
    expectError(await post(`/v1/broadcasts/${byList}/resume`), 404, 'not_found')
    expectError(await post(`/v1/broadcasts/${byTemplate}/resume`), 404, 'template_not_found')
    await app.call('PUT', `/v1/templates/${template_id}`, { body: { is_active: true } })
    for (const id of [byKey, byTemplate]) {
      expect((await post(`/v1/broadcasts/${id}/resume`)).body.status).toBe('sending')
      expect((await until(id, 'sent')).counts).toMatchObject({ total: 5, sent: 5 })
    }
    await post(`/v1/broadcasts/${byList}/cancel`)
  })

  test('is paused, and cannot be started, when the filter of its list names a list that is gone', async () => {
    const list = await aListOf(account(), people(1, 'excluded.example'))
    await addContacts(account(), people(4, 'segment.example'))
    const filter = {
      match: 'all',
      conditions: [
        { field: 'email', op: 'contains', value: '@segment.example' },
        { match: 'any', conditions: [{ field: 'lists', op: 'not_in', value: [list] }] },
      ],
    }
    const { id: list_id } = (await post('/v1/contact-lists', { name: 'Others', filter })).body
    const running = await start({ list_id, throttle_per_minute: 60 })
    const id = await create({ list_id })
    await eventually('one is sent', async () => (await get(running)).counts.total > 0)
    await app.app.models.contactLists.deleteOne({ _id: list })
    expect(await until(running, 'paused')).toMatchObject({ paused_reason: 'list_not_found' })
    for (const action of ['send', 'preview']) {
      expectError(await post(`/v1/broadcasts/${id}/${action}`), 422, 'list_not_found')
    }
    expectError(await post(`/v1/broadcasts/${running}/resume`), 422, 'list_not_found')
    expect((await get(id)).counts.total).toBe(0)
    await post(`/v1/broadcasts/${running}/cancel`)
  })

  test('is missing to a test key that would resume it', async () => {
    const list_id = await aListOf(account(), people(20, 'mode.example'))
    const id = await start({ list_id, throttle_per_minute: 60 })
    await post(`/v1/broadcasts/${id}/pause`)
    expectError(await post(`/v1/broadcasts/${id}/resume`, undefined, await app.testKey()), 404, 'not_found')
    await post(`/v1/broadcasts/${id}/cancel`)
  })
})

describe('creating a broadcast', () => {
  test('names what is wrong', async () => {
    const list_id = await aListOf(account(), [])
    const refused = (overrides: Record<string, unknown>) =>
      post('/v1/broadcasts', { ...content, list_id, ...overrides })
    expectError(await refused({ subject: null }), 400, 'invalid_request', 'subject')
    expectError(await refused({ body_text: null }), 400, 'invalid_request', 'body_html')
    expectError(await refused({ template_id: 'tmpl_x' }), 400, 'invalid_request', 'body_text')
    expectError(await refused({ throttle_per_minute: 0 }), 400, 'invalid_request', 'throttle_per_minute')
    expectError(await refused({ from_email: 'nobody' }), 400, 'invalid_request', 'from_email')
    expectError(await refused({ subject: '{{ a | nonsense }}' }), 400, 'invalid_template', 'subject')
    expectError(await refused({ body_text: '{% if %}' }), 400, 'invalid_template', 'body_text')
    expectError(await refused({ list_id: 'cl_x' }), 404, 'not_found')
    expectError(await refused({ template_id: 'tmpl_x', body_text: null }), 404, 'template_not_found')
    const tooFar = new Date(clock.now().getTime() + 91 * 86_400_000).toISOString()
    expectError(await refused({ scheduled_at: tooFar }), 422, 'invalid_schedule')
    const soon = new Date(clock.now().getTime() + 3_600_000).toISOString()
    expectError(await refused({ scheduled_at: soon, from_email: 'a@elsewhere.test' }), 422, 'from_not_verified')
  })

  test('refuses the sender when it is sent, not before', async () => {
    const id = await create({ list_id: await aListOf(account(), []), from_email: 'a@elsewhere.test' })
    expectError(await post(`/v1/broadcasts/${id}/send`), 422, 'from_not_verified')
  })

  test('does not know the broadcasts and lists of other accounts', async () => {
    const list_id = await aListOf(account(), [])
    const id = await create({ list_id })
    const { key } = await anotherAccount(app)
    expectError(await app.call('GET', `/v1/broadcasts/${id}`, { key }), 404, 'not_found')
    expectError(await post('/v1/broadcasts', { ...content, list_id }, key), 404, 'not_found')
    expectError(await post(`/v1/broadcasts/${id}/cancel`, undefined, key), 404, 'not_found')
    expect((await app.call('GET', '/v1/broadcasts', { key })).body.broadcasts).toEqual([])
  })
})

describe('a test of a broadcast', () => {
  test('is one mail with the fields of the contact, and does not count', async () => {
    const list_id = await aListOf(account(), [{ email: 'ada@tested.example', first_name: 'Ada' }])
    const id = await create({ list_id, subject: 'For {{ first_name }}' })
    const sent = await post(`/v1/broadcasts/${id}/test`, { email: 'ADA@tested.example' })
    expect([sent.status, sent.body.status]).toEqual([201, 'queued'])
    expect((await post(`/v1/broadcasts/${id}/test`, { email: 'stranger@tested.example' })).status).toBe(201)
    await eventually('both mails', () => mailsOf('tested.example').length === 2)
    expect(
      mailsOf('tested.example')
        .map(({ subject }) => subject)
        .toSorted(),
    ).toEqual(['[Test] For', '[Test] For Ada'])
    expect(await get(id)).toMatchObject({ status: 'draft', counts: { total: 1, sent: 0 } })
    expectError(await post(`/v1/broadcasts/${id}/test`, { email: 'nobody' }), 422, 'invalid_destination')
  })
})
