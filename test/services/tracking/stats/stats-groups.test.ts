import { afterAll, beforeAll, expect, test } from 'vitest'
import { allGroups, groupId, groupsId, ungroupedId } from '../../../../src/models/event-count.js'
import { MAX_GROUPS } from '../../../../src/services/tracking/counts/count-groups.js'
import { recordEvents } from '../../../support/record-events.js'
import { aSend, eventually, startApp, type TestApp } from '../../../support/start-app.js'

/* Statistics by tag, template, link and broadcast. */

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const NONE = { sent: 0, delivered: 0, opened: 0, clicked: 0, bounced: 0, complained: 0, failed: 0, suppressed: 0 }
const BROADCAST = 'bc_01kajqx5t2n8w4e6r9y7m3b1c0'
const RECEIPT = 'tmpl_01kajqx5t2n8w4e6r9y7m3b1c0'

/** An account of its own. */
async function anAccount() {
  const { account_id, key } = await app.app.services.accounts.create('other@example.com')
  const stats = async (query: string) => {
    const { status, body } = await app.call('GET', `/v1/stats?${query}`, { key })
    expect([status, body]).toEqual([200, body])
    return body
  }
  return { accountId: account_id, key, stats }
}

async function record(accountId: string, events: Parameters<typeof recordEvents>[2]): Promise<void> {
  await recordEvents(app.app, accountId, events)
  const waiting = { account_id: accountId, seq: { $exists: false } }
  await eventually('all are counted', async () => (await app.app.models.events.countDocuments(waiting)) === 0)
}

test('each kind of groups has its counts, the most sent first, and nothing of other accounts', async () => {
  const { accountId, stats } = await anAccount()
  const other = await anAccount()
  const tagged = { tags: ['kind:receipt', 'shop:a'], template_id: RECEIPT }
  await record(other.accountId, [{ ...tagged, type: 'sent' }])
  await record(accountId, [
    { tags: ['kind:welcome'], type: 'sent', broadcast_id: BROADCAST },
    { ...tagged, type: 'sent' },
    { ...tagged, type: 'sent' },
    { ...tagged, type: 'unsubscribed' },
    { ...tagged, type: 'clicked', payload: { link: 'https://shop.example/a?who=1#top' } },
    // As SES reports it.
    { type: 'clicked', payload: { notificationType: 'Click', click: { link: 'https://shop.example/a?who=2' } } },
    { type: 'clicked', payload: { link: 'HTTPS://Shop.example/b' } },
    { type: 'clicked', payload: { link: 'mailto:ada@example.com' } },
  ])
  const receipt = { ...NONE, sent: 2, suppressed: 1, clicked: 1 }
  expect(await stats('group_by=tag')).toEqual({
    buckets: [],
    groups: [
      { key: 'kind:receipt', ...receipt },
      { key: 'shop:a', ...receipt },
      { key: 'kind:welcome', ...NONE, sent: 1 },
    ],
    other: null,
  })
  expect((await stats('group_by=tag&limit=1')).groups).toEqual([{ key: 'kind:receipt', ...receipt }])
  expect((await stats('group_by=template')).groups).toEqual([{ key: RECEIPT, ...receipt }])
  expect((await stats('group_by=broadcast')).groups).toEqual([{ key: BROADCAST, ...NONE, sent: 1 }])
  expect((await stats('group_by=link')).groups).toEqual([
    { key: 'https://shop.example/a', ...NONE, clicked: 2 },
    { key: 'https://shop.example/b', ...NONE, clicked: 1 },
  ])
  expect((await other.stats('group_by=template')).groups).toEqual([{ key: RECEIPT, ...NONE, sent: 1 }])
  // What is counted is no longer on the events.
  expect(await app.app.models.events.countDocuments({ account_id: accountId, tags: { $exists: true } })).toBe(0)
})

test('a send is counted by its tags and its template, with test keys apart', async () => {
  const template = await app.call('POST', '/v1/templates', {
    body: { name: 'Receipt', slug: 'receipt-of-stats', subject: 'Hello', body_html: '<p>Hello</p>' },
  })
  expect([template.status, template.body.id]).toEqual([201, template.body.id])
  const body = {
    ...aSend({ destination: { email: 'ada@x.example' }, tags: { kind: 'of-a-send' } }),
    template_id: 'receipt-of-stats',
    payload: undefined,
  }
  expect((await app.call('POST', '/v1/send', { key: await app.testKey(), body })).status).toBe(201)
  const groups = async (query: string) => (await app.call('GET', `/v1/stats?${query}`)).body.groups
  const delivered = { ...NONE, sent: 1, delivered: 1 }
  await eventually('it is counted', async () => {
    const [tag] = await groups('group_by=tag&test_mode=true')
    return tag?.sent === 1 && tag.delivered === 1 ? tag : null
  })
  expect(await groups('group_by=tag&test_mode=true')).toEqual([{ key: 'kind:of-a-send', ...delivered }])
  expect(await groups('group_by=template&test_mode=true')).toEqual([{ key: template.body.id, ...delivered }])
  expect(await groups('group_by=template')).toEqual([])
})

test('the days of a range count, each a whole one', async () => {
  const { accountId, stats } = await anAccount()
  const at = (text: string) => ({ created_at: new Date(text), tags: ['a:b'], type: 'sent' as const })
  await record(accountId, [
    ...[at('2026-02-28T23:59:59.999Z'), at('2026-03-01T00:00:00Z'), at('2026-03-02T12:00:00Z')],
    at('2026-03-03T00:00:00Z'),
  ])
  const range = 'from=2026-03-01T10:00:00Z&to=2026-03-02T01:00:00Z'
  expect((await stats(`group_by=tag&${range}`)).groups).toEqual([{ key: 'a:b', ...NONE, sent: 2 }])
})

test('every range has exactly the events of its days, wherever it begins and ends', async () => {
  const { accountId, stats } = await anAccount()
  const DAY = 86_400_000
  const first = Date.UTC(2026, 2, 1)
  const at = (day: number) => new Date(first + day * DAY)
  const days = Array.from({ length: 20 }, (_none, day) => (day % 7 === 3 ? 0 : 1 + (day % 5)))
  const events = days.flatMap((count, day) =>
    Array.from({ length: count }, () => ({ created_at: at(day), type: 'sent' as const, tags: ['a:b', `day:${day}`] })),
  )
  await record(accountId, events)
  for (let from = 0; from < days.length; from += 1) {
    for (const to of [from + 1, from + 2, from + 7, from + 8, from + 9, days.length]) {
      const within = days.slice(from, to)
      const { groups } = await stats(`group_by=tag&limit=100&from=${at(from).toISOString()}&to=${at(to).toISOString()}`)
      const sent = Object.fromEntries(groups.map((group: { key: string; sent: number }) => [group.key, group.sent]))
      const ofDays = within.flatMap((count, index) => (count > 0 ? [[`day:${from + index}`, count]] : []))
      const sum = within.reduce((total, count) => total + count, 0)
      expect(sent, `${from} to ${to}`).toEqual({ ...Object.fromEntries(ofDays), ...(sum > 0 && { 'a:b': sum }) })
    }
  }
})

test('few rows have the groups of many days', async () => {
  const { accountId } = await anAccount()
  const day = (index: number) => new Date(Date.UTC(2026, 2, 1 + index))
  await record(
    accountId,
    Array.from({ length: 80 }, (_none, index) => ({
      ...{ created_at: day(index), type: 'sent' as const, tags: ['a:b'] },
    })),
  )
  const rows = await app.app.models.eventCounts.find({ _id: allGroups(accountId) }).lean()
  expect(rows.filter(({ key }) => key === 'a:b').length).toBeLessThanOrEqual(11)
  // A group is one of each day on which it has events.
  expect(rows.filter(({ keys }) => keys === 1)).toHaveLength(80)
})

test('a day has a limited number of groups; what is beyond is counted together', async () => {
  const { accountId, stats } = await anAccount()
  const created_at = new Date('2026-03-01T10:00:00Z')
  const events = Array.from({ length: MAX_GROUPS + 20 }, (_none, index) => ({
    ...{ created_at, type: 'sent' as const, tags: [`n:${index}`] },
  }))
  await record(accountId, events)
  await record(accountId, [
    { created_at, type: 'delivered', tags: ['one:more'] },
    { created_at, type: 'sent', tags: ['one:more'], test_mode: true },
    { created_at: new Date('2026-03-02T10:00:00Z'), type: 'sent', tags: ['one:more'] },
  ])
  const range = 'group_by=tag&from=2026-03-01T00:00:00Z&to=2026-03-03T00:00:00Z'
  const { groups, other } = await stats(`${range}&limit=100`)
  expect(groups).toHaveLength(100)
  expect(other).toEqual({ ...NONE, sent: 20, delivered: 1 })
  const rows = app.app.models.eventCounts
  expect(await rows.countDocuments({ _id: allGroups(accountId), key: { $exists: true } })).toBe(MAX_GROUPS + 2)
  expect((await stats(`${range}&test_mode=true`)).groups).toEqual([{ key: 'one:more', ...NONE, sent: 1 }])
  expect((await stats('group_by=tag&from=2026-03-02T00:00:00Z&to=2026-03-03T00:00:00Z')).other).toBeNull()
  const expiry = await rows.findOne({ _id: allGroups(accountId) }).lean()
  expect(expiry!.expires_at!.getTime()).toBeGreaterThan(created_at.getTime() + 400 * 86_400_000)
})

test('an erased address is in no group any more, not even as a hash, and the counts stay', async () => {
  const { accountId, key, stats } = await anAccount()
  // Two days that share a row.
  const created_at = new Date(Math.floor(Date.now() / (8 * 86_400_000)) * 8 * 86_400_000)
  const next = new Date(created_at.getTime() + 86_400_000)
  const link = 'https://shop.example/of/ada%40erased.example/orders'
  await record(accountId, [
    { created_at, type: 'sent', tags: ['who:ada@erased.example', 'kind:receipt'] },
    { created_at, type: 'delivered', tags: ['who:bob@erased.example'] },
    { created_at: next, type: 'sent', tags: ['who:bob@erased.example'] },
    { created_at, type: 'clicked', payload: { link } },
  ])
  expect((await stats('group_by=link')).groups).toMatchObject([{ key: link, clicked: 1 }])
  for (const email of ['ada@erased.example', 'bob@erased.example']) {
    expect((await app.call('POST', '/v1/recipients/erase', { key, body: { email } })).status).toBe(200)
  }
  // Both people had the tag `who`; now they are one group.
  const to = new Date(next.getTime() + 86_400_000).toISOString()
  expect((await stats(`group_by=tag&to=${to}`)).groups).toEqual([
    { key: 'who:[erased]', ...NONE, sent: 2, delivered: 1 },
    { key: 'kind:receipt', ...NONE, sent: 1 },
  ])
  expect((await stats('group_by=link')).groups).toEqual([
    { key: 'https://shop.example/of/[erased]/orders', ...NONE, clicked: 1 },
  ])
  const place = { accountId, by: 'tag', mode: 'live' } as const
  const none = ungroupedId(place, created_at)
  const rows = await app.app.models.eventCounts.find({ _id: allGroups(accountId) }).lean()
  expect(rows.map(({ _id }) => _id)).not.toContain(groupId(groupsId(place, created_at), 'who:ada@erased.example'))
  expect(rows.map(({ _id }) => _id)).toContain(groupId(groupsId(place, created_at), 'who:[erased]'))
  expect(rows.find(({ _id }) => _id === none)).toMatchObject({ keys: 2 })
  expect(rows.find(({ _id }) => _id === ungroupedId(place, next))).toMatchObject({ keys: 1 })
})

test.each([
  ['group_by=recipient', 'group_by', 'must be one of tag, template, link, broadcast'],
  ['group_by=tag&interval=day', 'interval', 'cannot be combined with group_by'],
  ['limit=10', 'limit', 'is only for statistics with group_by'],
  ['group_by=tag&from=2026-01-01T00:00:00Z&to=2026-05-01T00:00:00Z', 'from', 'must be at most 92 days before to'],
])('%s is refused by name', async (query, field, message) => {
  const { status, body } = await app.call('GET', `/v1/stats?${query}`)
  expect([status, body.error.code]).toEqual([400, 'invalid_request'])
  expect(body.error.details).toEqual([{ path: field, message }])
})
