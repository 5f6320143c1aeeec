import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectError } from '../../../support/expect-error.js'
import { startApp, type TestApp } from '../../../support/start-app.js'
import { verifiedDomain } from '../../../support/verified-domain.js'

/* What drafts keep besides their texts: files, which need not be sent again with each change, and the wish for a signature. */

let app: TestApp
beforeAll(async () => {
  app = await startApp()
  await verifiedDomain(app, 'shop.test')
})
afterAll(() => app?.close())

const ask = (method: string, path: string, body?: object) =>
  app.call(method, `/v1/mail/drafts${path}`, { ...(body && { body }) })
const begin = async (given: object) => {
  const { status, body } = await ask('POST', '', given)
  expect(status, JSON.stringify(body)).toBe(201)
  return body
}
const file = (filename: string, content = filename) => ({
  ...{ filename, content_type: 'text/plain', content: Buffer.from(content).toString('base64') },
})
const namesOf = ({ attachments }: { attachments: { filename: string }[] }) => attachments.map((each) => each.filename)

test('files of a draft are kept by their places while others come and go, and are sent', async () => {
  const { id } = await begin({ to: 'ada@example.com', subject: 'Files', body_text: 'See there.' })
  const first = await ask('PUT', `/${id}`, { attachments: [file('a.txt'), file('b.txt'), file('c.txt')] })
  const kept = { revision: first.body.revision, keep_attachments: [2, 0], attachments: [file('d.txt')] }
  const second = await ask('PUT', `/${id}`, kept)
  expect(namesOf(second.body)).toEqual(['c.txt', 'a.txt', 'd.txt'])
  // Whoever does not speak of files changes none.
  expect(namesOf((await ask('PUT', `/${id}`, { subject: 'Still files' })).body)).toEqual(['c.txt', 'a.txt', 'd.txt'])
  const fewer = await ask('PUT', `/${id}`, { keep_attachments: [2] })
  expect(fewer.body.attachments).toMatchObject([{ filename: 'd.txt', size: 5 }])
  const sent = await ask('POST', `/${id}/send`, {})
  const { body } = await app.call('GET', `/v1/messages/${sent.body.id}/content`)
  expect(body.attachments).toMatchObject([{ filename: 'd.txt', size: 5 }])
})

test('a place without a file is refused, and so are too many or too large files with those that are kept', async () => {
  const { id } = await begin({ attachments: [file('a.txt', 'x'.repeat(4 * 1024 * 1024))] })
  for (const [places, path] of [
    [[0, 1], 'keep_attachments.1'],
    [[-1], 'keep_attachments.0'],
  ] as const) {
    const { status, body } = await ask('PUT', `/${id}`, { keep_attachments: places })
    expect([status, body.error.details[0].path]).toEqual([400, path])
  }
  const large = file('b.txt', 'x'.repeat(4 * 1024 * 1024))
  expectError(await ask('PUT', `/${id}`, { keep_attachments: [0], attachments: [large] }), 413, 'payload_too_large')
  const many = Array.from({ length: 100 }, (_, index) => file(`${index}.txt`, 'x'))
  const tooMany = await ask('PUT', `/${id}`, { keep_attachments: [0], attachments: many })
  expect([tooMany.status, tooMany.body.error.details[0].path]).toEqual([400, 'attachments'])
  expect(namesOf((await ask('GET', `/${id}`)).body)).toEqual(['a.txt'])
})

test('a draft that asks for it is sent with the signature of its inbox', async () => {
  await app.app.models.domains.updateOne({ name: 'shop.test' }, { $set: { inbound_enabled: true } })
  const { body: inbox } = await app.call('POST', '/v1/mail/inboxes', { body: { address: 'help@shop.test' } })
  await app.call('PUT', `/v1/mail/inboxes/${inbox.id}`, { body: { signature_text: 'Your shop' } })
  const mail = { from: 'help@shop.test', to: 'ada@example.com', subject: 'Signed', body_text: 'Hello' }
  const { id, signature } = await begin(mail)
  expect(signature).toBe(false)
  expect((await ask('PUT', `/${id}`, { signature: true })).body).toMatchObject({ signature: true })
  // Later changes keep it.
  expect((await ask('PUT', `/${id}`, { subject: 'Still signed' })).body).toMatchObject({ signature: true })
  const sent = await ask('POST', `/${id}/send`, {})
  const { body } = await app.call('GET', `/v1/messages/${sent.body.id}/content`)
  expect(body.body_text).toBe('Hello\n\n-- \nYour shop')
})
