import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dumpLedger } from '../../../support/dump-ledger.js'
import { receiveMail } from '../../../support/file-mail.js'
import { anImage } from '../../../support/images.js'
import { eventually, startApp, type TestApp } from '../../../support/start-app.js'
import { uploadFile } from '../../../support/upload-file.js'
import { verifiedDomain } from '../../../support/verified-domain.js'

const DOMAIN = 'acme.example'
const FROM = `shop@${DOMAIN}`

let app: TestApp
let list: string
beforeAll(async () => {
  app = await startApp({ ROLES: 'api', WEBHOOK_ALLOW_HTTP: 'true', WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8' })
  await verifiedDomain(app, DOMAIN)
  await app.app.models.domains.updateOne({ name: DOMAIN }, { $set: { inbound_enabled: true } })
  list = await made('/v1/contact-lists', { name: 'Customers' })
})
afterAll(() => app?.close())

async function made(path: string, body: object): Promise<string> {
  const result = await app.call('POST', path, { body })
  expect(result.status, JSON.stringify(result.body)).toBe(201)
  return result.body.id
}
const erase = async (email: string) => {
  const { status, body } = await app.call('POST', '/v1/recipients/erase', { body: { email } })
  expect(status, JSON.stringify(body)).toBe(200)
  return body.kept as { object: string; id: string; field: string }[]
}
const get = async (path: string) => (await app.call('GET', path)).body
const aBroadcast = (more: object) =>
  made('/v1/broadcasts', { name: 'News', list_id: list, from_email: FROM, subject: 'News', body_text: 'Hi.', ...more })

/** The collections with a text. */
async function whereIs(text: string): Promise<string[]> {
  const rows = await dumpLedger(app.app.models.connection)
  const found = rows.filter(({ bytes }) => bytes.toString('latin1').toLowerCase().includes(text.toLowerCase()))
  return [...new Set(found.map(({ name }) => name))]
}

test('names and broadcasts lose the address, and nothing is kept', async () => {
  const email = 'Ada@Engines.example'
  const key = await made('/v1/keys', { name: `for ${email}`, scope: 'read' })
  const label = await made('/v1/mail/labels', { name: email })
  const inbox = await made('/v1/mail/inboxes', { address: `help@${DOMAIN}`, name: `Help, ${email}` })
  const reply = await made('/v1/mail/saved-replies', { name: `For ${email}`, body_text: 'Hi.' })
  const { threadId } = await receiveMail(app)
  const note = await made(`/v1/mail/threads/${threadId}/notes`, { text: `Call ${email}!`, author: email })
  const template = await made('/v1/templates', { name: `To ${email}`, subject: 'Hi', body_html: '<p>Hi</p>' })
  const draft = await aBroadcast({
    ...{ name: `News for ${email}`, subject: `Ask ${email}`, body_text: `Ask ${email}.`, reply_to: [email, FROM] },
    body_html: `<a href="mailto:${encodeURIComponent(email)}">${email}</a>`,
  })
  const sent = await aBroadcast({ name: 'Old', from_email: email, subject: `From ${email}` })
  await app.app.models.broadcasts.updateOne({ _id: sent }, { $set: { status: 'sent', finished_at: new Date() } })
  await app.app.models.domains.updateOne({ name: DOMAIN }, { $set: { from_name: `Shop ${email}` } })
  const upload = (await uploadFile(app, '/v1/uploads', anImage(), { filename: `${email}.gif` })).body.id
  const before = await whereIs(email)
  expect(before).toEqual(
    expect.arrayContaining([
      'api_keys',
      'mail_labels',
      'mail_inboxes',
      'mail_notes',
      'mail_saved_replies',
      'templates',
      'broadcasts',
      'domains',
      'uploads.files',
    ]),
  )

  expect(await erase(email)).toEqual([])
  expect(await whereIs(email)).toEqual([])
  const named = async (path: string, id: string) =>
    Object.values<{ id: string; name: string }[]>(await get(path))
      .find(Array.isArray)!
      .find((one) => one.id === id)!.name
  expect(await named('/v1/keys', key)).toBe('for [erased]')
  expect(await named('/v1/mail/labels', label)).toBe('[erased]')
  expect(await named('/v1/mail/inboxes', inbox)).toBe('Help, [erased]')
  expect(await named('/v1/mail/saved-replies', reply)).toBe('For [erased]')
  expect(await get(`/v1/mail/notes/${note}`)).toMatchObject({ text: 'Call [erased]!', author: '[erased]' })
  expect(await app.app.models.uploads.findById(upload).lean()).toMatchObject({ filename: '[erased].gif' })
  expect((await get(`/v1/templates/${template}`)).name).toBe('To [erased]')
  expect(await get(`/v1/broadcasts/${draft}`)).toMatchObject({
    ...{ name: 'News for [erased]', subject: 'Ask [erased]', body_text: 'Ask [erased].', reply_to: [FROM] },
    ...{ body_html: '<a href="mailto:[erased]">[erased]</a>', from_email: FROM, status: 'draft' },
  })
  expect(await get(`/v1/broadcasts/${sent}`)).toMatchObject({ from_email: '[erased]', subject: 'From [erased]' })
  // What was rendered before is not used again.
  const { body } = await app.call('POST', `/v1/broadcasts/${draft}/preview`, { body: {} })
  expect(body.subject, JSON.stringify(body)).toBe('Ask [erased]')
})

test('labels and saved replies that become alike keep names of their own', async () => {
  const reply = (name: string) => made('/v1/mail/saved-replies', { name, body_text: 'Hi.' })
  const replies = [await reply('About bob@one.example'), await reply('About eve@two.example')]
  const first = await made('/v1/mail/labels', { name: 'About bob@one.example' })
  const second = await made('/v1/mail/labels', { name: 'About eve@two.example' })
  await erase('bob@one.example')
  await erase('eve@two.example')
  const { labels } = await get('/v1/mail/labels')
  const nameOf = (id: string) => labels.find((label: { id: string }) => label.id === id).name
  expect(nameOf(first)).toBe('About [erased]')
  expect(nameOf(second)).toBe(`About [erased] ${second.slice(-8)}`)
  expect((await get(`/v1/mail/saved-replies/${replies[0]}`)).name).toBe('About [erased]')
  expect((await get(`/v1/mail/saved-replies/${replies[1]}`)).name).toBe(`About [erased] ${replies[1]!.slice(-8)}`)
})

test('what would stop working keeps the address, and the answer lists it until it is changed', async () => {
  const email = `carol@${DOMAIN}`
  const inbox = await made('/v1/mail/inboxes', { address: email })
  const other = await made('/v1/mail/inboxes', { address: `not-${email}` })
  const route = await made('/v1/inbound/routes', {
    ...{ domain: DOMAIN, match_prefix: 'x', destination_type: 'email', forward_address: email },
  })
  const webhook = await made('/v1/webhooks', { endpoint_url: `http://127.0.0.1:9999/?to=${encodeURIComponent(email)}` })
  const content = { name: 'Footer', subject: 'Hi', body_html: `<p>Write to ${email}</p>` }
  const template = await made('/v1/templates', content)
  const former = await made('/v1/templates', { ...content, name: 'Former' })
  await app.call('PUT', `/v1/templates/${former}`, { body: { body_html: '<p>Hi</p>' } })
  const broadcast = await aBroadcast({ from_email: `Carol <${email}>` })
  const reply = await made('/v1/mail/saved-replies', { name: 'Contact', body_text: `Write to ${email}` })
  const kept = [
    { object: 'inbound_route', id: route, field: 'forward_address' },
    { object: 'inbox', id: inbox, field: 'address' },
    { object: 'saved_reply', id: reply, field: 'body_text' },
    { object: 'template', id: template, field: 'body_html' },
    { object: 'webhook', id: webhook, field: 'endpoint_url' },
    { object: 'template', id: former, field: 'versions' },
    { object: 'broadcast', id: broadcast, field: 'from_email' },
  ]
  expect(await erase(email)).toEqual(kept)
  expect(await erase(email)).toEqual(kept)
  expect(await get(`/v1/inbound/routes/${route}`)).toMatchObject({ forward_address: email, active: true })
  expect(await get(`/v1/broadcasts/${broadcast}`)).toMatchObject({ from_email: `Carol <${email}>` })

  await app.call('PUT', `/v1/broadcasts/${broadcast}`, { body: { from_email: FROM } })
  await app.call('DELETE', `/v1/mail/saved-replies/${reply}`)
  const gone = [`mail/inboxes/${inbox}`, `inbound/routes/${route}`, `templates/${template}`]
  for (const path of [...gone, `templates/${former}`, `webhooks/${webhook}`]) {
    expect((await app.call('DELETE', `/v1/${path}`)).status).toBeLessThan(300)
  }
  expect(await erase(email)).toEqual([])
  expect((await get('/v1/mail/inboxes')).inboxes.map(({ id }: { id: string }) => id)).toContain(other)
})

test('the address of the owner is kept, and other accounts keep everything', async () => {
  expect(await erase(app.ownerEmail)).toEqual([{ object: 'account', id: app.accountId, field: 'owner_email' }])
  const stranger = await app.app.services.accounts.create('somebody@elsewhere.test')
  const body = { name: 'About dan@three.example' }
  await app.call('POST', '/v1/mail/labels', { key: stranger.key, body })
  expect(await erase('dan@three.example')).toEqual([])
  const { labels } = (await app.call('GET', '/v1/mail/labels', { key: stranger.key })).body
  expect(labels).toMatchObject([body])
})

describe('a broadcast that a worker has in hand', () => {
  /** A broadcast that a worker claims now. */
  async function inHand(more: object, leaseMs = 600_000) {
    const id = await aBroadcast(more)
    const { broadcasts } = app.app.models
    const lease = { by: 'a worker', token: 'its claim', until: new Date(Date.now() + leaseMs) }
    await broadcasts.updateOne({ _id: id }, { $set: { lease, status: 'sending' } })
    return { id, release: () => broadcasts.updateOne({ _id: id }, { $unset: { lease: 1 } }) }
  }
  /** Starts an erasure, and sends a mail when it waits for a claim. */
  async function sendDuring(erasing: Promise<unknown>, key: string, to: string, text: string) {
    let isDone = false
    void erasing.then(() => {
      isDone = true
    })
    const made = await app.call('POST', '/v1/send', {
      body: {
        ...{ channel: 'email', idempotency_key: key, destination: { email: to } },
        ...{ metadata: { from_email: FROM }, payload: { subject: 'News', body_text: text } },
      },
    })
    expect(made.status, JSON.stringify(made.body)).toBe(201)
    expect(isDone).toBe(false)
  }

  test('is waited for: what it makes is searched afterwards', async () => {
    const email = 'eve@four.example'
    const { id, release } = await inHand({ body_text: `Ask ${email}.` })
    const erasing = erase(email)
    const gone = () => app.app.models.broadcasts.exists({ _id: id, body_text: 'Ask [erased].' })
    await eventually('the text is gone', gone)
    // Made with what the worker had read.
    await sendDuring(erasing, 'late', 'bob@four.example', `Ask ${email}.`)
    await release()
    await erasing
    expect(await whereIs(email)).toEqual([])
  })

  test('is waited for without the address in it: it may be that of a member', async () => {
    const email = 'eve@five.example'
    const contact = await made('/v1/contacts', { email })
    const { release } = await inHand({})
    const erasing = erase(email)
    await eventually('the contact is gone', async () => !(await app.app.models.contacts.exists({ _id: contact })))
    await sendDuring(erasing, 'to a member', email, 'Hi.')
    await release()
    await erasing
    expect(await whereIs(email)).toEqual([])
  })

  test('is not waited for once its claim has ended', async () => {
    const { release } = await inHand({ body_text: 'Ask eve@six.example.' }, -1)
    expect(await erase('eve@six.example')).toEqual([])
    await release()
  })
})
