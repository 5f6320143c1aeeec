import { afterAll, beforeAll, expect, test } from 'vitest'
import { keyName } from '../../src/providers/identities/own-identities.js'
import { type DnsServer, type DnsZone, startDnsServer } from '../support/dns-server.js'
import { publish } from '../support/publish-domain.js'
import { startApp, type TestApp } from '../support/start-app.js'
import { verifiedDomain } from '../support/verified-domain.js'
import { postlineHere } from './support.js'

/* The steps of "Rotating DKIM keys" in docs/operating.md. */

const DOMAIN = 'shop.acme.dev'
const DKIM_ZONE = 'dkim.example.net'

let dnsZone: DnsZone
let dns: DnsServer
let app: TestApp

beforeAll(async () => {
  dnsZone = {}
  dns = await startDnsServer({ records: dnsZone })
  app = await startApp({ ROLES: 'api', DKIM_ZONE, DNS_SERVERS: dns.address })
  await verifiedDomain(app, DOMAIN)
  const { _id } = await row()
  for (const number of [1, 2, 3]) {
    const record = { type: 'CNAME', name: `pl${number}._domainkey.${DOMAIN}`, value: keyName(_id, number, DKIM_ZONE) }
    publish(dnsZone, [record])
  }
})
afterAll(async () => {
  await app?.close()
  await dns?.close()
})

const row = async () => (await app.app.models.domains.collection.findOne({ name: DOMAIN }))!
const rotate = async () => (await postlineHere(app.settings, 'domains', 'rotate-dkim', DOMAIN, '--json')).json()

/** The domain, as `postline domains list` has it. */
async function listed() {
  const { domains } = (await postlineHere(app.settings, 'domains', 'list', '--json')).json()
  return domains.find(({ domain }: { domain: string }) => domain === DOMAIN)
}

/** The entries of the audit log about rotations. */
async function rotations(): Promise<{ operation: string }[]> {
  const { body } = await app.call('GET', '/v1/audit-log?limit=100')
  return body.entries.filter(({ operation }: { operation: string }) => operation === 'domains.rotateDkim')
}

/** Publishes what the zone command prints, in place of what was there. Returns the values in the order of the names. */
async function publishZone(): Promise<string[]> {
  const { records } = (await postlineHere(app.settings, 'domains', 'zone', '--json')).json()
  for (const { name } of records) delete dnsZone[name]
  publish(dnsZone, records)
  return records.map(({ value }: { value: string }) => value)
}

test('a new key is published beside the old one, and signs only when DNS has it', async () => {
  const [first] = await publishZone()
  expect(await rotate()).toEqual({ domain: DOMAIN, state: 'started', signs_with: 'pl1', next: 'pl2' })
  expect(await rotate()).toMatchObject({ state: 'waiting', signs_with: 'pl1', next: 'pl2' })
  expect((await row()).dkim?.selector).toBe('pl1')
  expect(await listed()).toEqual({ domain: DOMAIN, account_id: app.accountId, signs_with: 'pl1', next: 'pl2' })

  const [one, two, three] = await publishZone()
  expect([one, three]).toEqual([first, first])
  expect(two).not.toBe(first)
  expect(await rotate()).toEqual({ domain: DOMAIN, state: 'switched', signs_with: 'pl2', next: null })
  expect((await row()).dkim?.selector).toBe('pl2')
  expect(await listed()).toMatchObject({ signs_with: 'pl2', next: null })
  expect((await row()).dkim_next).toBeUndefined()
  // The old key can still be checked.
  expect(await publishZone()).toEqual([first, two, two])

  expect(await rotate()).toMatchObject({ state: 'started', signs_with: 'pl2', next: 'pl3' })
  const [, , third] = await publishZone()
  expect(await rotate()).toMatchObject({ state: 'switched', signs_with: 'pl3' })
  expect(await publishZone()).toEqual([third, two, third])
  expect(await rotate()).toMatchObject({ next: 'pl1' })
  expect(await rotations()).toHaveLength(5)
})

test('each step that changes the domain is in the audit log of its account, and a look without an answer is not', async () => {
  const started = (await rotations()).length
  expect(await rotate()).toMatchObject({ state: 'waiting' })
  expect(await rotations()).toHaveLength(started)
  await publishZone()
  expect(await rotate()).toMatchObject({ state: 'switched' })
  expect(await rotate()).toMatchObject({ state: 'started' })
  const entries = await rotations()
  expect(entries).toHaveLength(started + 2)
  const { _id: target } = await row()
  for (const entry of entries) expect(entry).toMatchObject({ target, actor: { type: 'cli' } })
})

test('a reserved name switches without DNS, as it is verified', async () => {
  await verifiedDomain(app, 'shop.test')
  const step = async () => (await postlineHere(app.settings, 'domains', 'rotate-dkim', 'shop.test', '--json')).json()
  expect(await step()).toMatchObject({ state: 'started', signs_with: 'pl1' })
  expect(await step()).toEqual({ domain: 'shop.test', state: 'switched', signs_with: 'pl2', next: null })
})

test('a domain is found by its name in any form, as in the API', async () => {
  await verifiedDomain(app, 'xn--bcher-kva.test')
  const step = async (name: string) =>
    (await postlineHere(app.settings, 'domains', 'rotate-dkim', name, '--json')).json()
  expect(await step('bücher.test')).toMatchObject({ domain: 'xn--bcher-kva.test', state: 'started' })
  expect(await step('BÜCHER.test.')).toMatchObject({ domain: 'xn--bcher-kva.test', state: 'switched' })
})

test('what is no domain name is refused', async () => {
  const { code, stderr } = await postlineHere(app.settings, 'domains', 'rotate-dkim', 'two words')
  expect(code).not.toBe(0)
  expect(stderr).toContain('must be a domain name, like shop.example')
})

test('domains list shows verified domains, and no others', async () => {
  await app.call('POST', '/v1/domains', { body: { domain: 'unverified.acme.dev' } })
  const { stdout } = await postlineHere(app.settings, 'domains', 'list')
  expect(stdout).toMatch(/^DOMAIN +ACCOUNT +SIGNS WITH +NEXT$/m)
  expect(stdout).toMatch(/^shop\.acme\.dev +acc_\w+ +pl\d +(pl\d|none)$/m)
  expect(stdout).not.toContain('unverified')
})

test('a domain that nobody has verified is refused', async () => {
  const { code, stderr } = await postlineHere(app.settings, 'domains', 'rotate-dkim', 'other.example')
  expect(code).not.toBe(0)
  expect(stderr).toContain('No account has the verified domain other.example.')
})
