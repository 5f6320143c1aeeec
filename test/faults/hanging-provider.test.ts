import { afterEach, beforeEach, expect, test } from 'vitest'
import { operatorOf } from '../../src/services/caller.js'
import { type SmtpSink, startSmtpSink } from '../support/smtp-sink.js'
import { aSend, call, eventually, startApp, type TestApp } from '../support/start-app.js'
import { verifiedDomain } from '../support/verified-domain.js'

/*
 * A mail server that takes mail and does not answer. Live mail fills all that the worker can have in progress, and nothing of
 * it ends within the test.
 */

const CONNECTIONS = 2
/** Four times as many as connections. */
const IN_PROGRESS = 4 * CONNECTIONS
/** Content of this size is stored apart. */
const LARGE = 'A line of text.\n'.repeat(4_096)

let sink: SmtpSink
let app: TestApp
let release: () => void
beforeEach(async () => {
  const held = new Promise<undefined>((resolve) => {
    release = () => resolve(undefined)
  })
  sink = await startSmtpSink({ onData: () => held })
  app = await startApp({
    ...{ MAIL_PROVIDER: 'smtp', SMTP_URL: `${sink.url}?maxConnections=${CONNECTIONS}` },
    // Longer than the test.
    DISPATCH_TIMEOUT_MS: '300000',
    // No sweep makes up for a hint on the wrong stream.
    ROLES: 'api,worker',
  })
  await verifiedDomain(app, 'acme.com')
})
afterEach(async () => {
  release()
  await app.close()
  await sink.close()
})

const mails = (count: number, text: string) =>
  Array.from({ length: count }, () =>
    aSend({ payload: { subject: 'Hello', body_text: text }, metadata: { from_email: 'me@acme.com' } }),
  )

test('mail of test keys does not wait for a mail server that answers nothing', async () => {
  const { services, models } = app.app
  await app.call('POST', '/v1/send/batch', { body: [...mails(IN_PROGRESS / 2, LARGE), ...mails(40, 'A text.')] })
  await eventually('live mail has all places', async () => {
    return (await models.messages.countDocuments({ lease: { $exists: true } })) >= IN_PROGRESS
  })

  const { account_id: account } = await services.accounts.create('other@hanging.test')
  const { key } = await services.apiKeys.create(operatorOf(account), { scope: 'send', test_mode: true })
  const testMails = [...mails(10, 'A text.'), ...mails(10, LARGE)]
  for (const { metadata: _from, ...mail } of testMails) {
    expect((await call(app.url, 'POST', '/v1/send', { key, body: mail })).status).toBe(201)
  }
  await eventually('all are delivered', async () => {
    return (await models.messages.countDocuments({ account_id: account, status: 'delivered' })) === testMails.length
  })
  expect(await models.messages.countDocuments({ account_id: app.accountId, status: 'queued' })).toBe(
    IN_PROGRESS / 2 + 40,
  )
})
