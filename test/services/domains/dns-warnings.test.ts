import { afterEach, beforeEach, expect, test } from 'vitest'
import { call, startApp, type TestApp, testSettings } from '../../support/start-app.js'

let app: TestApp
beforeEach(async () => {
  app = await startApp()
})
afterEach(() => app.close())

test('records that name this machine are told apart from those that can be published', async () => {
  const { body: created } = await app.call('POST', '/v1/domains', { body: { domain: 'shop.acme.com' } })
  expect(created.dns_records).toHaveLength(6)
  expect(created.warnings).toEqual([expect.stringMatching(/cannot be published.* 127\.0\.0\.1.* set BASE_URL /s)])
  for (const path of ['/v1/domains/shop.acme.com', '/v1/domains/shop.acme.com/dns-setup']) {
    expect((await app.call('GET', path)).body.warnings).toEqual(created.warnings)
  }
  const zone = (await app.call('GET', '/v1/domains/shop.acme.com/dns-setup/zonefile')).body
  expect(zone).toContain(`; ${created.warnings[0]}\n`)
  // Verified without DNS.
  const { body: local } = await app.call('POST', '/v1/domains', { body: { domain: 'shop.test' } })
  expect(local.warnings).toEqual([])
})

test('once BASE_URL is set, a verification gives the right records', async () => {
  await app.call('POST', '/v1/domains', { body: { domain: 'shop.acme.com' } })
  const named = await startApp(testSettings({ ...app.settings, BASE_URL: 'https://post.acme.com' }))
  const ask = (method: string, path = '') =>
    call(named.url, method, `/v1/domains/shop.acme.com${path}`, { key: app.adminKey })
  const stale = (await ask('GET')).body
  expect(stale.warnings).toEqual([expect.stringContaining('Verify the domain')])
  await ask('POST', '/verify')
  const fresh = (await ask('GET')).body
  expect(fresh.warnings).toEqual([])
  expect(JSON.stringify(fresh.dns_records)).not.toContain('127.0.0.1')
  await named.app.close()
})
