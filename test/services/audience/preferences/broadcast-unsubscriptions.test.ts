import { simpleParser } from 'mailparser'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { broadcastCounts } from '../../../../src/services/tracking/counts/broadcast-counts.js'
import { addMembers, aListOf, people } from '../../../support/contacts.js'
import { type MarketingMail, marketingMail } from '../../../support/marketing-mail.js'
import { type SmtpApp, startSmtpApp } from '../../../support/smtp-app.js'
import { eventually } from '../../../support/start-app.js'
import { verifiedDomain } from '../../../support/verified-domain.js'

let app: SmtpApp
let broadcasts = 0
beforeAll(async () => {
  app = await startSmtpApp({ BASE_URL: 'https://post.acme.example' })
  await verifiedDomain(app, 'acme.example')
})
afterAll(() => app.close())

const aBroadcast = () => `bc_${String(++broadcasts).padStart(26, '0')}`

/** Mail that counts as that of a broadcast. */
async function mailOf(broadcast_id: string, topic_id?: string): Promise<MarketingMail> {
  const mail = await marketingMail(app, 'shop@acme.example')
  await app.app.models.messages.updateOne({ _id: mail.id }, { broadcast_id, ...(topic_id && { topic_id }) })
  return mail
}

const post = async (path: string, fields: Record<string, string>) => {
  const { status } = await fetch(app.url + path, { method: 'POST', body: new URLSearchParams(fields) })
  expect(status).toBe(200)
}
const oneClick = (mail: MarketingMail) => post(mail.oneClick, { 'List-Unsubscribe': 'One-Click' })
const unsubscribedBy = async (id: string) =>
  (await broadcastCounts(app.app.models, app.accountId, [id])).get(id)!.unsubscribed
const aTopic = async (name: string): Promise<string> =>
  (await app.call('POST', '/v1/contact-lists', { body: { name, is_topic: true } })).body.id

test('who unsubscribes by a mail of a broadcast counts once, however often and in whatever way', async () => {
  const id = aBroadcast()
  const [one, other, silent] = [await mailOf(id), await mailOf(id), await mailOf(id)]
  await Promise.all([1, 2, 3, 4, 5].map(() => oneClick(one)))
  await post(one.page, { action: 'unsubscribe' })
  expect(await unsubscribedBy(id)).toBe(1)
  await post(other.page, { action: 'unsubscribe' })
  await post(other.page, { action: 'resubscribe' })
  await oneClick(other)
  expect(await unsubscribedBy(id)).toBe(2)
  expect((await fetch(app.url + silent.oneClick)).status).toBe(200)
  expect(await unsubscribedBy(id)).toBe(2)
  const rows = await app.app.models.messages.find({ broadcast_id: id, unsubscribed_at: { $exists: true } }).lean()
  expect(rows.map(({ _id }) => _id).sort()).toEqual([one.id, other.id].sort())
})

test('an opt-out of the topic of the broadcast counts, one of another topic does not', async () => {
  const [news, offers] = [await aTopic('News'), await aTopic('Offers')]
  const id = aBroadcast()
  const mail = await mailOf(id, news)
  await post(mail.page, { action: 'save', shown: news, topic: news })
  await post(mail.page, { action: 'save', shown: offers })
  expect(await unsubscribedBy(id)).toBe(0)
  await post(mail.page, { action: 'save', shown: news })
  await post(mail.page, { action: 'save', shown: news })
  expect(await unsubscribedBy(id)).toBe(1)
})

test('many at the same time, of several broadcasts, are all counted', async () => {
  const ids = [aBroadcast(), aBroadcast()]
  const mails = await Promise.all(Array.from({ length: 40 }, (_none, index) => mailOf(ids[index % 2]!)))
  await Promise.all([...mails, ...mails].map(oneClick))
  expect(await Promise.all(ids.map(unsubscribedBy))).toEqual([20, 20])
})

type Ask = (mail: MarketingMail, topic: string) => [path: string, fields: Record<string, string>]
const ways: [string, Ask][] = [
  ['one click', (mail) => [mail.oneClick, { 'List-Unsubscribe': 'One-Click' }]],
  ['leaving the topic', (mail, topic) => [mail.page, { action: 'save', shown: topic }]],
]

test.each(ways)(
  'of %s that is not counted nothing is stored, and repeated it is stored and counts',
  async (_way, asks) => {
    const topic = await aTopic('Left')
    const id = aBroadcast()
    const mail = await mailOf(id, topic)
    const [path, fields] = asks(mail, topic)
    const { eventCounts, suppressions, topicOptOuts } = app.app.models
    const stored = async () =>
      (await suppressions.countDocuments({ recipient: mail.email })) +
      (await topicOptOuts.countDocuments({ list_id: topic }))
    const original = eventCounts.collection.updateOne
    // As if the process died here: the transaction never commits.
    eventCounts.collection.updateOne = () => Promise.reject(new Error('killed'))
    try {
      const answer = await fetch(app.url + path, { method: 'POST', body: new URLSearchParams(fields) })
      expect(answer.status).toBe(500)
    } finally {
      eventCounts.collection.updateOne = original
    }
    expect([await stored(), await unsubscribedBy(id)]).toEqual([0, 0])
    await post(path, fields)
    expect([await stored(), await unsubscribedBy(id)]).toEqual([1, 1])
  },
)

test('who was unsubscribed, erased or suppressed before keeps the entry, and counts', async () => {
  const id = aBroadcast()
  const mails = await Promise.all([mailOf(id), mailOf(id), mailOf(id)])
  const [imported, erased, bounced] = mails.map(({ email }) => email) as [string, string, string]
  const { suppressions } = app.app.services
  await suppressions.import(app.accountId, {
    entries: [{ email: imported, state: 'unsubscribed', reason: 'imported' }],
  })
  await suppressions.suppress(app.accountId, [
    { recipient: bounced, reason: 'hard_bounce' },
    { recipient: erased, reason: 'complaint' },
  ])
  await suppressions.erase(app.accountId, erased)
  const before = await app.app.models.suppressions.countDocuments({ account_id: app.accountId })
  for (const mail of mails) await oneClick(mail)
  expect(await app.app.models.suppressions.countDocuments({ account_id: app.accountId })).toBe(before)
  const entries = await Promise.all(mails.map(({ email }) => suppressions.get(app.accountId, { recipient: email })))
  expect(entries.map(({ state, reason }) => [state, reason])).toEqual([
    ['unsubscribed', 'imported'],
    ['suppressed', 'complaint'],
    ['suppressed', 'hard_bounce'],
  ])
  expect(await unsubscribedBy(id)).toBe(3)
})

test('a broadcast reaches everybody but those who left by the one before, by its header or from its topic', async () => {
  const account = { ...app.app, accountId: app.accountId }
  const list_id = await aListOf(account, people(12, 'twice.example'), { isTopic: true })
  const other = await aListOf(account, [])
  const members = await app.app.models.contacts
    .find({ email: /@twice\.example$/ })
    .sort({ _id: 1 })
    .lean()
  await addMembers(
    account,
    other,
    members.map(({ _id }) => _id),
  )
  const content = { from_email: 'shop@acme.example', subject: 'News', body_text: 'Choose: {{ preferences_url }}' }
  const broadcast = async (to: string) => {
    const { status, body } = await app.call('POST', '/v1/broadcasts', {
      body: { name: 'News', list_id: to, ...content },
    })
    expect(status, JSON.stringify(body)).toBe(201)
    app.sink.mails.length = 0
    await app.call('POST', `/v1/broadcasts/${body.id}/send`)
    await eventually('the broadcast is sent', async () => (await get(body.id)).status === 'sent')
    const mails = new Map(app.sink.mails.map((mail) => [mail.envelope.to[0]!, mail]))
    return { id: body.id as string, mails }
  }
  const get = async (id: string) => (await app.call('GET', `/v1/broadcasts/${id}`)).body
  const pathIn = (text: string) => /https:\/\/post\.acme\.example(\/\S+?)>?\s/.exec(`${text} `)![1]!

  const first = await broadcast(list_id)
  expect(first.mails.size).toBe(12)
  const [leaver, chooser] = ['person3@twice.example', 'person4@twice.example']
  const { headerLines } = await simpleParser(first.mails.get(leaver)!.raw)
  const { line } = headerLines.find(({ key }) => key === 'list-unsubscribe')!
  await post(pathIn(line.replaceAll(/\s/g, '')), { 'List-Unsubscribe': 'One-Click' })
  await post(pathIn(first.mails.get(chooser)!.parsed.text!), { action: 'save', shown: list_id })
  expect((await get(first.id)).counts).toMatchObject({ total: 12, sent: 12, unsubscribed: 2 })
  const { body } = await app.call('GET', `/v1/contacts?search=${encodeURIComponent(leaver)}`)
  expect(body.contacts).toMatchObject([{ email: leaver, status: 'unsubscribed' }])

  const second = await broadcast(list_id)
  expect([second.mails.size, second.mails.has(leaver), second.mails.has(chooser)]).toEqual([10, false, false])
  expect((await get(second.id)).counts).toMatchObject({ total: 12, sent: 10, suppressed: 2, unsubscribed: 0 })
  // The other list is no topic: only who has left all of it gets nothing.
  const third = await broadcast(other)
  expect([third.mails.size, third.mails.has(leaver), third.mails.has(chooser)]).toEqual([11, false, true])
})

test('other marketing mail counts for nothing', async () => {
  const mail = await marketingMail(app, 'shop@acme.example')
  await oneClick(mail)
  const row = await eventually('the row', () => app.app.models.messages.findById(mail.id).lean())
  expect(row.unsubscribed_at).toBeUndefined()
})
