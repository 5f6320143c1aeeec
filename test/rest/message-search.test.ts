import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectError } from '../support/expect-error.js'
import { aSend, startApp, type TestApp } from '../support/start-app.js'

let app: TestApp
const names = new Map<string, string>()
beforeAll(async () => {
  app = await startApp({ ROLES: 'api' })
  const key = await app.testKey()
  const mails: Record<string, [subject: string, destination: Record<string, unknown>]> = {
    invoice: ['Your invoice No. 4711 is ready', { email: 'anna.schmidt@shop.example.com' }],
    reminder: ['Reminder: invoice 4712', { email: 'bob+billing@example.org', cc: ['Carla <carla@example.net>'] }],
    hidden: ['Plain', { email: 'dora@example.com', bcc: ['secret@hidden.example'] }],
    umlaut: ['Grüße aus KÖLN — ’s Café', { email: 'erik@example.com' }],
    japanese: ['請求書 のお知らせ', { email: 'fumi@example.com' }],
    signs: ['50% off! C++ & $ne {"$gt":""} a.b', { email: 'gina@example.com' }],
    empty: ['!!!', { email: 'hans@example.com' }],
  }
  for (const [name, [subject, destination]] of Object.entries(mails)) {
    const body = aSend({ destination, payload: { subject, body_text: 'Bodytext is not searched.' } })
    const sent = await app.call('POST', '/v1/send', { key, body })
    expect(sent.status, JSON.stringify(sent.body)).toBe(201)
    names.set(sent.body.id, name)
  }
})
afterAll(() => app.close())

const search = async (text: string) => {
  const { status, body } = await app.call('GET', `/v1/messages?search=${encodeURIComponent(text)}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.messages.map(({ id }: { id: string }) => names.get(id)).reverse()
}
const ALL = ['invoice', 'reminder', 'hidden', 'umlaut', 'japanese', 'signs', 'empty']

test.each([
  // words of the subject, or their beginnings, in any case
  ['invoice', ['invoice', 'reminder']],
  ['INVOICE', ['invoice', 'reminder']],
  ['invoic', ['invoice', 'reminder']],
  ['in', []],
  ['nvoice', []],
  ['4711', ['invoice']],
  ['471', ['invoice', 'reminder']],
  ['47', []],
  ['inv 471 rea', ['invoice']],
  ['Reminder:', ['reminder']],
  ['ready', ['invoice']],
  // all of them, in any order
  ['invoice ready', ['invoice']],
  ['ready your invoice', ['invoice']],
  ['  invoice   4712  ', ['reminder']],
  ['invoice plain', []],
  // other scripts
  ['köln', ['umlaut']],
  ['KÖLN grüße', ['umlaut']],
  ['café', ['umlaut']],
  ['cafe\u0301', ['umlaut']],
  ['koln', []],
  ['請求書', ['japanese']],
  // addresses, local parts and domains of all recipients
  ['anna.schmidt@shop.example.com', ['invoice']],
  ['Anna.Schmidt@SHOP.example.com', ['invoice']],
  ['anna.schmidt', ['invoice']],
  ['shop.example.com', ['invoice']],
  ['example.org', ['reminder']],
  ['bob+billing', ['reminder']],
  ['bob+billing@example.org', ['reminder']],
  ['carla@example.net', ['reminder']],
  ['carla', ['reminder']],
  ['secret@hidden.example', ['hidden']],
  ['hidden.example', ['hidden']],
  ['example.com', ['hidden', 'umlaut', 'japanese', 'signs', 'empty']],
  ['anna.schmidt@shop.example', ['invoice']],
  ['anna.schm', ['invoice']],
  ['hidden.ex', ['hidden']],
  // both
  ['carla invoice', ['reminder']],
  ['example.com köln', ['umlaut']],
  ['anna 4711', ['invoice']],
  // nothing else is searched
  ['bodytext', []],
  ['hello', []],
  // the sender
  ['hello@sandbox.postline.localhost', ALL],
  ['hello@sand', ALL],
  ['hello@sandbox.postline.localhost 4711', ['invoice']],
  ['mello@sandbox.postline.localhost', []],
  // punctuation is not syntax
  ['.*', []],
  ['inv.*', ['invoice', 'reminder']],
  ['nv.*', []],
  ['$ne', ['signs']],
  ['{"$gt":""}', ['signs']],
  ['"invoice"', ['invoice', 'reminder']],
  ['-invoice', ['invoice', 'reminder']],
  ['invoice & 4711', ['invoice']],
  ['<carla@example.net>,', ['reminder']],
  ['&', []],
  // a search without words is ignored
  ['', ALL],
  ['   ', ALL],
])('search=%s', async (text, found) => {
  expect(await search(text)).toEqual(found)
})

test('every word must match, however many there are', async () => {
  const many = Array(60).fill('invoice').join(' ')
  expect(await search(many)).toEqual(['invoice', 'reminder'])
  const words = 'your invoice no 4711 is ready anna schmidt'.split(' ')
  const repeated = Array.from({ length: 40 }, (_none, index) => words[index % words.length]).join(' ')
  expect(await search(repeated)).toEqual(['invoice'])
  const different = Array.from({ length: 30 }, (_none, index) => `invoice${'!'.repeat(index + 1)}`).join(' ')
  expect(await search(`${different} nowhere`)).toEqual([])
})

test('a search text of 1,000 characters is accepted, a longer one refused', async () => {
  expect(await search('q '.repeat(500))).toEqual([])
  expect(await search('x'.repeat(1_000))).toEqual([])
  expectError(await app.call('GET', `/v1/messages?search=${'x'.repeat(1_001)}`), 400, 'invalid_request', 'search')
  expectError(await app.call('GET', '/v1/messages?search=a&search=b'), 400, 'invalid_request', 'search')
})

test('an id or an idempotency key alone finds its message, at its place in the list', async () => {
  const ids = [...names.keys()]
  const list = async (text: string, more = '') =>
    (await app.call('GET', `/v1/messages?search=${encodeURIComponent(text)}${more}`)).body
  for (const id of ids) expect(await search(id)).toEqual([names.get(id)])
  expect((await list(ids[0]!, '&status=bounced')).messages).toEqual([])
  expect((await list(ids[0]!, '&to=2026-01-01T00:00:00Z')).messages).toEqual([])
  // Its words find others as well.
  const key = await app.testKey()
  const body = aSend({ idempotency_key: 'Invoice', payload: { subject: 'By key', body_text: 't' } })
  const { id } = (await app.call('POST', '/v1/send', { key, body })).body
  const later = aSend({ payload: { subject: 'A last invoice', body_text: 't' } })
  const last = (await app.call('POST', '/v1/send', { key, body: later })).body.id
  const found: string[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page = await list('Invoice', `&limit=1${cursor && `&cursor=${cursor}`}`)
    found.push(...page.messages.map((message: { id: string }) => message.id))
    cursor = page.next_cursor
  }
  expect(found).toEqual([last, id, ids[1], ids[0]])
})

test('mail of a key and of a template is listed alone', async () => {
  const [one, other] = [await app.key('admin', true), await app.key('admin', true)]
  const template = await app.call('POST', '/v1/templates', {
    body: { name: 'Listed', subject: 'Hello', body_html: '<p>Hello</p>' },
  })
  expect(template.status, JSON.stringify(template.body)).toBe(201)
  const sent: string[] = []
  for (const key of [one, other, one]) {
    const body = aSend({ template_id: template.body.id, payload: undefined })
    const { id } = (await app.call('POST', '/v1/send', { key, body })).body
    sent.push(id)
  }
  const list = async (query: string) =>
    (await app.call('GET', `/v1/messages?${query}`)).body.messages.map(({ id }: { id: string }) => id)
  expect(await list(`template_id=${template.body.id}`)).toEqual(sent.toReversed())
  expect(await list(`template_id=${template.body.slug}`)).toEqual(sent.toReversed())
  for (const unknown of ['tmpl_none', 'none']) expect(await list(`template_id=${unknown}`)).toEqual([])
  const keys = (await app.call('GET', '/v1/keys')).body.keys
  const idOf = (secret: string) =>
    keys.find(({ key_prefix }: { key_prefix: string }) => secret.startsWith(key_prefix)).id as string
  expect(await list(`key_id=${idOf(one)}`)).toEqual([sent[2], sent[0]])
  expect(await list(`key_id=${idOf(other)}&template_id=${template.body.id}`)).toEqual([sent[1]])
})
