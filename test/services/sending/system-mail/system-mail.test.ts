import { afterAll, beforeAll, expect, test } from 'vitest'
import { SYSTEM_ACCOUNT } from '../../../../src/services/sending/system-mail/system-mail.js'
import { type SmtpApp, startSmtpApp } from '../../../support/smtp-app.js'
import { eventually } from '../../../support/start-app.js'

let app: SmtpApp
beforeAll(async () => {
  app = await startSmtpApp({ SHARED_EMAIL_SENDER: 'hello@shared.test' })
})
afterAll(() => app.close())

const aMail = (key: string, to: string) => ({
  key,
  to,
  subject: 'A word',
  text: 'From the service.',
  html: '<p>Hi</p>',
})

test('system mail comes from the shared sender and is marked as automatic', async () => {
  await app.app.services.systemMail.send(aMail('first', 'first@example.com'))
  await app.sink.waitForMails(1)
  const { parsed, envelope } = app.sink.mails.find((mail) => mail.envelope.to.includes('first@example.com'))!
  expect(envelope.to).toEqual(['first@example.com'])
  expect(parsed.from?.value).toEqual([{ name: 'Postline', address: 'hello@shared.test' }])
  expect(parsed.subject).toBe('A word')
  expect(parsed.text?.trim()).toBe('From the service.')
  expect(parsed.html).toBe('<p>Hi</p>')
  expect(parsed.headers.get('auto-submitted')).toBe('auto-generated')
})

test('of many system mails with one key, one is sent', async () => {
  const { systemMail } = app.app.services
  await Promise.all(Array.from({ length: 20 }, () => systemMail.send(aMail('same', 'same@example.com'))))
  await systemMail.send(aMail('same', 'same@example.com'))
  await systemMail.send(aMail('other', 'last@example.com'))
  await eventually('the last', () => app.sink.mails.some((mail) => mail.envelope.to.includes('last@example.com')))
  expect(app.sink.mails.filter((mail) => mail.envelope.to.includes('same@example.com'))).toHaveLength(1)
})

test('no account sees system mail, and the system account cannot be listed, suspended or used', async () => {
  const { systemMail, accounts } = app.app.services
  await systemMail.send({ ...aMail('hidden', 'hidden@example.com'), onBehalfOf: app.accountId })
  const message = await eventually('sent', () =>
    app.app.models.messages.findOne({ idempotency_key: 'hidden', status: 'sent' }).lean(),
  )
  const listed = await app.call('GET', '/v1/messages')
  expect(listed.body.messages).toEqual([])
  expect((await app.call('GET', `/v1/messages/${message._id}`)).status).toBe(404)
  expect((await app.call('GET', '/v1/messages?idempotency_key=hidden')).status).toBe(404)
  expect((await accounts.list()).map(({ id }) => id)).not.toContain(SYSTEM_ACCOUNT)
  await expect(accounts.suspend(SYSTEM_ACCOUNT)).rejects.toMatchObject({ code: 'not_found' })
})

test('system mail is retried if the provider defers it', async () => {
  let refusals = 1
  const onRcpt = () => (refusals-- > 0 ? { code: 451, text: '4.3.0 later' } : undefined)
  const other = await startSmtpApp({ DISPATCH_RETRY_BASE_MS: '10' }, { onRcpt })
  try {
    await other.app.services.systemMail.send(aMail('again', 'again@example.com'))
    await other.sink.waitForMails(1)
  } finally {
    await other.close()
  }
})
