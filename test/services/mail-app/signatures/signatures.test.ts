import { afterAll, beforeAll, expect, test } from 'vitest'
import { receiveMail } from '../../../support/file-mail.js'
import { anotherAccount } from '../../../support/more-processes.js'
import { call, startApp, type TestApp } from '../../../support/start-app.js'
import { verifiedDomain } from '../../../support/verified-domain.js'

let app: TestApp
let inbox: string
beforeAll(async () => {
  app = await startApp({ ROLES: 'api' })
  await verifiedDomain(app, 'shop.test')
  await app.app.models.domains.updateOne({ name: 'shop.test' }, { $set: { inbound_enabled: true } })
  inbox = (await post('/v1/mail/inboxes', { address: 'support@shop.test' })).id
})
afterAll(() => app.close())

async function post(path: string, body: object) {
  const result = await app.call('POST', path, { body })
  expect(result.status, JSON.stringify(result.body)).toBeLessThan(300)
  return result.body
}
const sign = (changes: object) => app.call('PUT', `/v1/mail/inboxes/${inbox}`, { body: changes })
/** The bodies of a mail that was accepted. */
async function bodiesOf({ id }: { id: string }) {
  const { body } = await app.call('GET', `/v1/messages/${id}/content`)
  return { text: body.body_text, html: body.body_html }
}
const from = 'Help <Support@shop.test>'
const MAIL = { to: 'ada@example.com', subject: 'Hi', from, body_text: 'Hello.', body_html: '<p>Hello.</p>' }

test('a signature is below the bodies of a mail that asks for it, and of no other', async () => {
  const set = await sign({ signature_html: '<b>Shop &amp; Co</b>', signature_text: 'Shop & Co' })
  expect(set.body).toMatchObject({ signature_html: '<b>Shop &amp; Co</b>', signature_text: 'Shop & Co', name: null })
  expect(await bodiesOf(await post('/v1/mail/compose', { ...MAIL, signature: true }))).toEqual({
    text: 'Hello.\n\n-- \nShop & Co',
    html: '<p>Hello.</p>\n<br>\n<div><b>Shop &amp; Co</b></div>',
  })
  const plain = { text: 'Hello.', html: '<p>Hello.</p>' }
  expect(await bodiesOf(await post('/v1/mail/compose', MAIL))).toEqual(plain)
  expect(await bodiesOf(await post('/v1/mail/compose', { ...MAIL, signature: false }))).toEqual(plain)
  const elsewhere = { ...MAIL, from: 'other@shop.test', signature: true }
  expect(await bodiesOf(await post('/v1/mail/compose', elsewhere))).toEqual(plain)
})

test('of an answer it is that of the inbox that got the mail; of a forward it is above what is forwarded', async () => {
  await sign({ signature_html: null, signature_text: 'Shop\n<Team>' })
  const { threadId } = await receiveMail(app, { text: 'The original.' })
  const path = `/v1/mail/threads/${threadId}`
  const reply = await post(`${path}/reply`, { body_html: '<p>Yes.</p>', signature: true })
  expect((await bodiesOf(reply)).html).toBe('<p>Yes.</p>\n<br>\n<div>Shop<br>\n&lt;Team&gt;</div>')
  const { text } = await bodiesOf(
    await post(`${path}/forward`, { to: 'bo@example.com', body_text: 'See.', signature: true }),
  )
  expect(text).toMatch(/^See\.\n\n-- \nShop\n<Team>\n\n---------- Forwarded message.*The original\.$/s)
})

test('a body gets the signature in its own kind, and a saved reply is shown with it', async () => {
  await sign({ signature_html: '<p>Kind <i>regards</i></p>', signature_text: null })
  const { text } = await bodiesOf(await post('/v1/mail/compose', { ...MAIL, signature: true }))
  expect(text).toBe('Hello.\n\n-- \nKind regards')
  const { threadId } = await receiveMail(app)
  const { id } = await post('/v1/mail/saved-replies', { name: 'Signed', body_text: 'Thanks.' })
  const render = (more: object) => post(`/v1/mail/saved-replies/${id}/render`, { thread_id: threadId, ...more })
  expect(await render({ signature: true })).toMatchObject({
    body_html: null,
    body_text: 'Thanks.\n\n-- \nKind regards',
  })
  expect(await render({})).toMatchObject({ body_text: 'Thanks.' })
  await sign({ signature_html: ' ' })
  expect(await render({ signature: true })).toMatchObject({ body_text: 'Thanks.' })
})

test('a change leaves alone what is absent, and the inboxes of others do not exist', async () => {
  await sign({ name: 'Help', signature_text: 'Us' })
  expect((await sign({ name: 'Help desk' })).body).toMatchObject({ name: 'Help desk', signature_text: 'Us' })
  const stranger = await anotherAccount(app, 'stranger@postline.test')
  const refused = await call(app.url, 'PUT', `/v1/mail/inboxes/${inbox}`, { key: stranger.key, body: { name: 'x' } })
  expect(refused.status).toBe(404)
})
