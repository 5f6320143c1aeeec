import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { EventDoc } from '../../../../src/models/event.js'
import { aListOf, people } from '../../../support/contacts.js'
import { expectError } from '../../../support/expect-error.js'
import { anotherAccount } from '../../../support/more-processes.js'
import { recordEvents } from '../../../support/record-events.js'
import { recordingTransport } from '../../../support/recording-transport.js'
import { eventually, startApp, type TestApp } from '../../../support/start-app.js'
import { verifiedDomain } from '../../../support/verified-domain.js'

let app: TestApp
beforeAll(async () => {
  app = await startApp({}, { transport: recordingTransport() })
  await verifiedDomain(app, 'shop.test')
})
afterAll(() => app.close())

const get = (path: string, key?: string) => app.call('GET', `/v1/broadcasts/${path}`, key ? { key } : {})

/** A broadcast that was sent to numbered people, and its messages by their addresses. */
async function sent(count: number, domain: string) {
  const list_id = await aListOf({ ...app.app, accountId: app.accountId }, people(count, domain))
  const body = { name: 'News', list_id, from_email: 'news@shop.test', subject: 'News', body_text: 'News.' }
  const { id } = (await app.call('POST', '/v1/broadcasts', { body })).body
  await app.call('POST', `/v1/broadcasts/${id}/send`)
  await eventually('all are sent', async () => (await get(id)).body.counts.sent === count)
  const rows = await app.app.models.messages.find({ account_id: app.accountId, broadcast_id: id }).lean()
  const byAddress = new Map(rows.map((row) => [row.content!.to[0]!.email, row._id]))
  const record = (events: [person: number, type: EventDoc['type'], payload?: Record<string, unknown>][]) =>
    recordEvents(
      app.app,
      app.accountId,
      events.map(([person, type, payload = {}]) => {
        const message_id = byAddress.get(`person${person}@${domain}`)!
        return { message_id, type, payload, broadcast_id: id }
      }),
    )
  const until = (count: string, number: number) =>
    eventually(`${number} are ${count}`, async () => (await get(id)).body.counts[count] === number)
  const list = async (query = '') => (await get(`${id}/recipients${query}`)).body.recipients
  const emails = async (query: string) => (await list(query)).map(({ email }: { email: string }) => email).toSorted()
  return { id: id as string, byAddress, record, until, list, emails }
}

describe('the recipients of a broadcast', () => {
  test('are found by each thing that became of their mail, as many as are counted', async () => {
    const { id, byAddress, record, until, list, emails } = await sent(6, 'became.example')
    await record([
      ...[0, 1, 2].map((person): [number, 'delivered'] => [person, 'delivered']),
      [0, 'opened'],
      [0, 'opened'],
      [1, 'opened'],
      [1, 'clicked'],
      // Opened again after the click, so the status alone would not tell of the click.
      [1, 'opened'],
      [3, 'bounced'],
      [4, 'complained'],
    ])
    await until('complained', 1)
    await app.app.models.messages.collection.updateOne(
      { _id: byAddress.get('person2@became.example')! },
      { $set: { unsubscribed_at: new Date() } },
    )
    const named = (...numbers: number[]) => numbers.map((number) => `person${number}@became.example`)
    expect(await emails('')).toEqual(named(0, 1, 2, 3, 4, 5))
    expect(await emails('?outcome=sent')).toEqual(named(0, 1, 2, 3, 4, 5))
    expect(await emails('?outcome=delivered')).toEqual(named(0, 1, 2))
    expect(await emails('?outcome=opened')).toEqual(named(0, 1))
    expect(await emails('?outcome=clicked')).toEqual(named(1))
    expect(await emails('?outcome=bounced')).toEqual(named(3))
    expect(await emails('?outcome=complained')).toEqual(named(4))
    expect(await emails('?outcome=unsubscribed')).toEqual(named(2))
    expect(await emails('?outcome=failed')).toEqual([])
    const { counts } = (await get(id)).body
    expect([counts.opened, counts.clicked, counts.bounced]).toEqual([2, 1, 1])
    const [clicked] = await list('?outcome=clicked')
    expect(clicked).toMatchObject({ message_id: byAddress.get('person1@became.example'), unsubscribed_at: null })
    expect(clicked.outcomes.toSorted()).toEqual(['clicked', 'delivered', 'opened', 'sent'])
    const [left] = await list('?outcome=unsubscribed')
    expect(left).toMatchObject({ unsubscribed_at: expect.any(String) })
    expect(left.outcomes).toContain('unsubscribed')
  })

  test('are searched by address, also among those with an outcome, and come page by page', async () => {
    const { id, record, until, emails } = await sent(25, 'searched.example')
    await record(Array.from({ length: 12 }, (_none, person) => [person, 'opened']))
    await until('opened', 12)
    expect(await emails('?search=person7@searched.example')).toEqual(['person7@searched.example'])
    expect(await emails('?search=person7@searched')).toEqual(['person7@searched.example'])
    expect(await emails('?search=person7@searched.example&outcome=opened')).toHaveLength(1)
    expect(await emails('?search=person17@searched.example&outcome=opened')).toEqual([])
    expect(await emails('?search=person7@elsewhere.example')).toEqual([])
    for (const query of ['', 'outcome=opened', 'search=searched.example']) {
      const found: string[] = []
      for (let cursor: string | null = ''; cursor !== null; ) {
        const next = `${id}/recipients?limit=5&${query}${cursor && `&cursor=${cursor}`}`
        const page: { recipients: { email: string }[]; next_cursor: string | null } = (await get(next)).body
        expect(page.recipients.length).toBeLessThanOrEqual(5)
        found.push(...page.recipients.map(({ email }) => email))
        cursor = page.next_cursor
      }
      expect([found.length, new Set(found).size], query).toEqual(query === 'outcome=opened' ? [12, 12] : [25, 25])
    }
  })

  test('who are on the suppression list are suppressed', async () => {
    const entries = [{ email: 'person0@stopped2.example', state: 'suppressed' }]
    await app.call('POST', '/v1/suppressions/import', { body: { entries } })
    const list_id = await aListOf({ ...app.app, accountId: app.accountId }, people(2, 'stopped2.example'))
    const body = { name: 'News', list_id, from_email: 'news@shop.test', subject: 'News', body_text: 'News.' }
    const { id } = (await app.call('POST', '/v1/broadcasts', { body })).body
    await app.call('POST', `/v1/broadcasts/${id}/send`)
    await eventually('one is stopped', async () => (await get(id)).body.counts.suppressed === 1)
    const { recipients } = (await get(`${id}/recipients?outcome=suppressed`)).body
    expect(recipients).toMatchObject([{ email: 'person0@stopped2.example', status: 'suppressed' }])
  })

  test('are those of the broadcast and the account alone', async () => {
    const [one, other] = [await sent(2, 'one.example'), await sent(3, 'other.example')]
    await one.record([[0, 'opened']])
    await other.record([[0, 'opened']])
    await other.until('opened', 1)
    await one.until('opened', 1)
    expect(await one.emails('')).toHaveLength(2)
    expect(await one.emails('?outcome=opened')).toEqual(['person0@one.example'])
    const stranger = (await anotherAccount(app)).key
    expectError(await get(`${one.id}/recipients`, stranger), 404, 'not_found')
    expectError(await get(`${one.id}/links`, stranger), 404, 'not_found')
    const { next_cursor } = (await get(`${one.id}/recipients?limit=1`)).body
    expectError(await get(`${other.id}/recipients?cursor=${next_cursor}`), 400, 'invalid_request', 'cursor')
  })
})

describe('the links of a broadcast', () => {
  test('are counted by clicks and by recipients, without what tells the recipients apart', async () => {
    const { id, record, until } = await sent(3, 'links.example')
    const [shop, blog] = ['https://shop.test/sale', 'https://shop.test/blog']
    await record([
      [0, 'clicked', { link: `${shop}?to=person0` }],
      [0, 'clicked', { link: `${shop}?to=person0#top` }],
      [1, 'clicked', { link: `${shop}?to=person1` }],
      [1, 'clicked', { click: { link: blog } }],
      [2, 'clicked', {}],
    ])
    await until('clicked', 3)
    expect((await get(`${id}/links`)).body).toEqual({
      links: [
        { url: shop, clicks: 3, unique_clicks: 2 },
        { url: blog, clicks: 1, unique_clicks: 1 },
      ],
    })
  })
})
