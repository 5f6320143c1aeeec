import { expect, test } from 'vitest'
import { ConfigError, readConfig } from '../src/config.js'

test.each([
  ['PORT', '70000'],
  ['METRICS_PORT', '65535'],
  ['ROLES', 'api,cook'],
  ['MAIL_PROVIDER', 'pigeon'],
  ['BASE_URL', 'ftp://example.com'],
  ['DNS_SERVERS', '999.1.1.1:53'],
  ['DNS_SERVERS', '127.0.0.1:0'],
  ['DNS_SERVERS', 'ns.example.com'],
  ['WEBHOOK_ALLOW_CIDRS', '127.0.0.1'],
  ['WEBHOOK_ALLOW_CIDRS', '127.0.0.0/8,10.0.0.0/33'],
  ['BOOTSTRAP_ADMIN_KEY', 'sk_live_short'],
  ['BOOTSTRAP_OWNER_EMAIL', 'nobody'],
  ['HEADER_PREFIX', '1st'],
  ['TRUST_PROXY', 'yes'],
])('%s=%s is refused by its name', (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(ConfigError)
  expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^${name} `))
})

test('every wrong setting is named at once', () => {
  expect(() => readConfig({ PORT: 'x', ROLES: 'x' })).toThrow(/^PORT .*\nROLES /s)
})

test.each([
  ['DNS_SERVERS', '127.0.0.1:5353, [::1]:53, ::1, 9.9.9.9', ['127.0.0.1:5353', '[::1]:53', '::1', '9.9.9.9']],
  ['WEBHOOK_ALLOW_CIDRS', '127.0.0.0/8, fd00::/8', ['127.0.0.0/8', 'fd00::/8']],
])('%s takes a comma list: %s', (name, value, items) => {
  const { dnsServers, webhookAllowCidrs } = readConfig({ [name]: value })
  expect(name === 'DNS_SERVERS' ? dnsServers : webhookAllowCidrs).toEqual(items)
})

test('an empty value counts as not set', () => {
  expect(readConfig({ PORT: '', BASE_URL: '' })).toMatchObject({ port: 3000, baseUrl: 'http://127.0.0.1:3000' })
})
