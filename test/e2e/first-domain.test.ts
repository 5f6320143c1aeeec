import { afterAll, beforeAll, expect, test } from 'vitest'
import { Deployment } from '../support/deployment.js'
import { type DnsServer, startDnsServer } from '../support/dns-server.js'
import { expectInvariants } from '../support/invariants.js'
import { CALLBACK_SECRET, postSigned } from '../support/post-callback.js'
import { publish } from '../support/publish-domain.js'
import { sesNotification } from '../support/ses-notifications.js'
import { type SmtpSink, startSmtpSink } from '../support/smtp-sink.js'
import { eventually } from '../support/start-app.js'

let sink: SmtpSink
let dns: DnsServer
let deployment: Deployment
beforeAll(async () => {
  sink = await startSmtpSink()
  dns = await startDnsServer()
  deployment = await Deployment.create({
    MAIL_PROVIDER: 'smtp',
    SMTP_URL: sink.url,
    DNS_SERVERS: dns.address,
    CALLBACK_SECRET,
  })
  await deployment.start('api')
  await deployment.start('worker,scheduler')
})
afterAll(async () => {
  await deployment.close()
  await sink.close()
  await dns.close()
})

const call = async (method: string, path: string, body?: unknown) => {
  const answer = await deployment.call(method, path, { ...(body !== undefined && { body }) })
  return { ...answer.body, httpStatus: answer.status }
}

test('setting up the service, from the first domain to a suppressed recipient, works', {
  timeout: 90_000,
}, async () => {
  const domain = await call('POST', '/v1/domains', { domain: 'shop.example.com' })
  expect(domain).toMatchObject({ httpStatus: 201, dkim_status: 'pending' })
  expect(domain.dns_records).toHaveLength(6)
  expect((await call('POST', '/v1/domains/shop.example.com/verify')).fully_verified).toBe(false)

  publish(dns.records, domain.dns_records)
  const verified = await call('POST', '/v1/domains/shop.example.com/verify')
  expect(verified).toMatchObject({ fully_verified: true })
  expect(verified.results).toHaveLength(5)
  expect(await call('GET', '/v1/account/verification')).toMatchObject({ sandbox_mode: false })

  const template = await call('POST', '/v1/templates', {
    name: 'Receipt',
    channel: 'email',
    subject: 'Order {{ order }}',
    body_html: '<p>Thank you, {{ name }}.</p>',
    body_text: 'Thank you, {{ name }}.',
    variables: [
      { name: 'order', required: true },
      { name: 'name', required: false, default: 'customer' },
    ],
  })
  expect(template).toMatchObject({ httpStatus: 201, version: 1 })

  const request = (key: string) => ({
    channel: 'email',
    idempotency_key: key,
    destination: { email: 'gone@example.net' },
    metadata: { from_email: 'Shop <orders@shop.example.com>' },
    template_id: template.id,
    template_vars: { order: 'A-17', name: 'Ada <3' },
  })
  const sent = await call('POST', '/v1/send', request('order-a-17'))
  expect(sent).toMatchObject({ httpStatus: 201, status: 'queued' })

  const [mail] = await sink.waitForMails(1)
  expect(mail!.parsed).toMatchObject({ subject: 'Order A-17', text: expect.stringContaining('Thank you, Ada <3.') })
  expect(mail!.parsed.html).toContain('<p>Thank you, Ada &lt;3.</p>')
  expect(mail!.parsed.from!.text).toBe('"Shop" <orders@shop.example.com>')
  expect(String(mail!.raw)).toMatch(/^DKIM-Signature: .*d=shop\.example\.com/ms)

  const message = await eventually('sent', async () => {
    const found = await call('GET', `/v1/messages/${sent.id}`)
    return found.status === 'sent' ? found : null
  })
  const bounce = sesNotification('Bounce', 'feedback', {
    providerMessageId: message.provider_message_id,
    recipients: ['gone@example.net'],
  })
  expect((await postSigned(deployment.url, bounce)).status).toBe(200)
  const bounced = await eventually('bounced', async () => {
    const found = await call('GET', `/v1/messages/${sent.id}`)
    return found.status === 'bounced' ? found : null
  })
  expect(bounced.events.map(({ type, source }: Record<string, string>) => `${type} by ${source}`)).toEqual([
    'sent by worker',
    'bounced by ses',
  ])
  expect((await call('GET', '/v1/suppressions')).suppressions).toMatchObject([
    { channel: 'email', recipient: 'gone@example.net', state: 'suppressed', reason: 'hard_bounce' },
  ])

  const refused = await call('POST', '/v1/send', request('order-a-18'))
  expect(refused).toMatchObject({ httpStatus: 409, error: { code: 'recipient_suppressed' } })
  const { messages } = await call('GET', '/v1/messages')
  expect(messages.map(({ status }: { status: string }) => status)).toEqual(['suppressed', 'bounced'])
  expect(sink.mails).toHaveLength(1)
  expect(await call('GET', '/v1/usage')).toMatchObject({ total_send_count: 1 })
  const { entries } = await call('GET', '/v1/audit-log')
  expect(entries.map(({ operation }: { operation: string }) => operation)).toEqual([
    'templates.create',
    'domains.verify',
    'domains.verify',
    'domains.create',
  ])
})

test('the deployment is idle and consistent afterwards', async () => {
  await expectInvariants(deployment, { accepted: [] })
})
