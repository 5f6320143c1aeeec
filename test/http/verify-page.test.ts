import { afterAll, beforeAll, expect, test } from 'vitest'
import { tokenTo } from '../support/link-mails.js'
import { type SmtpApp, startSmtpApp } from '../support/smtp-app.js'
import { startApp } from '../support/start-app.js'

let app: SmtpApp
let key: string
let addresses = 0
beforeAll(async () => {
  app = await startSmtpApp()
})
afterAll(() => app.close())

async function aLink() {
  const email = `reader${++addresses}@example.com`
  key = (await app.app.services.accounts.create('owner@account.test')).key
  await app.call('POST', '/v1/test-recipients', { key, body: { email } })
  return { email, url: `${app.url}/verify/${await tokenTo(app.sink, email)}` }
}
const status = async () => (await app.call('GET', '/v1/test-recipients', { key })).body.test_recipients[0]?.status
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const press = (url: string) => fetch(url, { method: 'POST', headers: FORM, body: '' })

test('the link opens a page that says who asks whom; opening it changes nothing', async () => {
  const { email, url } = await aLink()
  for (let times = 0; times < 3; times += 1) {
    const page = await fetch(url)
    expect(page.status).toBe(200)
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
    const text = await page.text()
    expect(text).toContain(email)
    expect(text).toContain('<form method="post"><button type="submit">')
  }
  await fetch(url, { method: 'HEAD' })
  expect(await status()).toBe('pending')
})

test('the button verifies the address, once', async () => {
  const { email, url } = await aLink()
  const pressed = await press(url)
  expect(pressed.status).toBe(200)
  expect(await pressed.text()).toContain(email)
  expect(await status()).toBe('verified')
  for (const response of [await press(url), await fetch(url)]) {
    expect(response.status).toBe(400)
    const text = await response.text()
    expect(text).toContain('The link is invalid, already used or expired')
    expect(text).not.toContain(email)
  }
})

test('the page loads nothing from elsewhere and is not cached', async () => {
  const { headers } = await fetch((await aLink()).url)
  expect(headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(headers.get('content-security-policy')).toContain("form-action 'self'")
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('referrer-policy')).toBe('no-referrer')
})

test('an expired or invalid link shows a page that says so', async () => {
  const { url } = await aLink()
  app.clock.aheadMs = 25 * 3_600_000
  const bad = [url, `${app.url}/verify/x`, `${app.url}/verify/${'a'.repeat(2_000)}`, `${app.url}/verify/%3Cscript%3E`]
  for (const each of bad) {
    for (const response of [await fetch(each), await press(each)]) {
      expect(response.status).toBe(400)
      expect(response.headers.get('content-type')).toContain('text/html')
      expect(await response.text()).not.toContain('<script')
    }
  }
  app.clock.aheadMs = 0
  expect(await status()).toBe('pending')
})

test('accepts only forms, and the error says so', async () => {
  const { url } = await aLink()
  const refused = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' })
  expect(refused.status).toBe(400)
  const text = await refused.text()
  expect(text).toContain('must be a form')
  expect(text).toContain('application/x-www-form-urlencoded')
  expect(await status()).toBe('pending')
})

test('other routes still refuse forms', async () => {
  const refused = await fetch(`${app.url}/v1/test-recipients/verify`, {
    method: 'POST',
    headers: FORM,
    body: 'token=x',
  })
  expect(refused.status).toBe(400)
  expect(await refused.json()).toMatchObject({ error: { code: 'invalid_request' } })
})

test('pages count against the rate limit of the client address', async () => {
  const slow = await startApp({ RATE_LIMIT_PER_SECOND: '3' })
  try {
    const answers = await Promise.all(Array.from({ length: 12 }, () => fetch(`${slow.url}/verify/x`)))
    expect(answers.some(({ status, headers }) => status === 429 && headers.get('retry-after'))).toBe(true)
    const posts = await Promise.all(
      Array.from({ length: 12 }, () =>
        slow.call('POST', '/v1/test-recipients/verify', { key: null, body: { token: 'x' } }),
      ),
    )
    expect(posts.filter((post) => post.status === 429).length).toBeGreaterThan(0)
  } finally {
    await slow.close()
  }
})
