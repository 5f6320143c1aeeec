import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { ServerClient } from 'postmark'
import { Resend } from 'resend'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { freePort } from '../support/built-program.js'
import { inboundDomain } from '../support/inbound-domain.js'
import { eventually, startApp, type TestApp } from '../support/start-app.js'

/* The shops in examples/, which were written for other services: they run here by their settings alone. */

const DOMAIN = 'shop.acme.test'

let app: TestApp
let key: string
let shop: ChildProcess | null = null

beforeAll(async () => {
  app = await startApp({ COMPAT_APIS: 'all', WEBHOOK_RETRY_BASE_MS: '200' })
  await inboundDomain({ models: app.app.models, accountId: app.accountId }, DOMAIN)
  // What it sends is simulated, and its webhooks are told.
  key = await app.testKey()
})
afterEach(async () => {
  if (!shop) return
  const ended = once(shop, 'exit')
  shop.kill()
  await ended
  shop = null
})
afterAll(() => app.close())

/** Starts a shop, and returns how to call it. */
async function open(name: string, port: string, env: Record<string, string>) {
  shop = spawn(process.execPath, [`examples/${name}/shop.mjs`], {
    env: { PATH: process.env.PATH, PORT: port, SHOP_FROM: `Shop <hello@${DOMAIN}>`, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(shop.stdout!, 'data')
  return async (method: string, path: string, body?: object) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    })
    return { status: response.status, body: await response.json() }
  }
}

test('the shop for Resend confirms orders, and learns what became of them', async () => {
  const port = String(await freePort())
  const baseUrl = `${app.url}/compat/resend`
  const { data: webhook } = await new Resend(key, { baseUrl }).webhooks.create({
    endpoint: `http://127.0.0.1:${port}/hooks`,
    events: ['email.delivered', 'email.bounced'],
  })
  const env = { RESEND_BASE_URL: baseUrl, RESEND_API_KEY: key, RESEND_WEBHOOK_SECRET: webhook!.signing_secret }
  const call = await open('resend-shop', port, env)
  const first = await call('POST', '/orders', { number: '4711', email: 'ada@example.com' })
  const again = await call('POST', '/orders', { number: '4711', email: 'ada@example.com' })
  expect([first.status, again.body]).toEqual([201, first.body])
  await call('POST', '/orders', { number: '4712', email: 'bounced-hard@example.com' })
  await eventually('the shop knows of both', async () => {
    const { body: orders } = await call('GET', '/orders')
    const mails = orders.map(({ mail }: { mail: string }) => mail)
    return mails[0] === 'delivered' && mails[1].startsWith('bounced: smtp; 550')
  })
  const forged = await call('POST', '/hooks', { type: 'email.bounced', data: { email_id: first.body.mail_id } })
  expect(forged.status).toBe(400)
  const wrong = await call('POST', '/orders', { number: '4713', email: 'nobody' })
  expect(wrong).toMatchObject({
    status: 422,
    body: { error: 'validation_error', message: expect.stringContaining('to') },
  })
})

test('the shop for Postmark confirms orders, learns what became of them, and gets answers', async () => {
  const port = String(await freePort())
  const host = `${new URL(app.url).host}/compat/postmark`
  const url = `http://127.0.0.1:${port}/hooks`
  await new ServerClient(key, { requestHost: host, useHttps: false }).createWebhook({
    Url: url,
    Triggers: { Delivery: { Enabled: true }, Bounce: { Enabled: true } },
  })
  const route = { domain: DOMAIN, destination_type: 'webhook', forward_url: url, format: 'postmark' }
  expect((await app.call('POST', '/v1/inbound/routes', { body: route })).status).toBe(201)
  const env = { POSTMARK_HOST: host, POSTMARK_INSECURE: '1', POSTMARK_SERVER_TOKEN: key }
  const call = await open('postmark-shop', port, env)
  expect((await call('POST', '/orders', { number: '4711', email: 'ada@example.com' })).status).toBe(201)
  await call('POST', '/orders', { number: '4712', email: 'bounced-hard@example.com' })
  await eventually('the shop knows of both', async () => {
    const { body: orders } = await call('GET', '/orders')
    return orders.map(({ mail }: { mail: string }) => mail).join() === 'delivered,bounced: HardBounce'
  })
  await app.call('POST', '/v1/suppressions', { body: { channel: 'email', recipient: 'gone@example.com' } })
  const inactive = await call('POST', '/orders', { number: '4713', email: 'gone@example.com' })
  expect(inactive).toEqual({ status: 409, body: { inactive: ['gone@example.com'] } })
  const raw = Buffer.from(
    [
      'From: Ada <ada@example.com>',
      `To: hello@${DOMAIN}`,
      'Subject: Re: Your order 4711',
      'Content-Type: multipart/mixed; boundary=b',
      '',
      '--b',
      '',
      'It broke.',
      '',
      '> Thank you for order 4711.',
      '--b',
      'Content-Type: text/plain; name=photo.txt',
      'Content-Disposition: attachment; filename=photo.txt',
      '',
      'Broken',
      '--b--',
    ].join('\r\n'),
  )
  const mail = { raw, sender: 'ada@example.com', recipients: [`hello@${DOMAIN}`], client: null, givenVerdicts: null }
  await app.app.services.inboundReceiver.receive(mail)
  const answers = await eventually('the answer is there', async () => {
    const { body } = await call('GET', '/answers')
    return body.length > 0 ? body : null
  })
  expect(answers).toEqual([
    { from: 'ada@example.com', text: 'It broke.', files: [expect.stringMatching(/^photo.txt: Broken/)] },
  ])
})
