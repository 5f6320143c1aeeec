import { parseZone } from 'dnsz'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type DnsServer, startDnsServer } from '../support/dns-server.js'
import { publish } from '../support/publish-domain.js'
import { type SmtpSink, startSmtpSink } from '../support/smtp-sink.js'
import { call, startApp, type TestApp } from '../support/start-app.js'
import { stopwatch } from '../support/stopwatch.js'

let dns: DnsServer
let sink: SmtpSink
/** A service that asks DNS about every domain. */
let app: TestApp

beforeAll(async () => {
  dns = await startDnsServer()
  sink = await startSmtpSink()
  app = await startApp({
    MAIL_PROVIDER: 'smtp',
    SMTP_URL: sink.url,
    DNS_SERVERS: dns.address,
    BASE_URL: 'https://post.example.net',
  })
})
afterAll(async () => {
  await app.close()
  await sink.close()
  await dns.close()
})
beforeEach(() => {
  dns.records = {}
})

let count = 0
const freshName = () => {
  count += 1
  return `shop${count}.acme.com`
}

const add = (domain: unknown, options = {}) => app.call('POST', '/v1/domains', { body: { domain }, ...options })
const verify = (domain: string, options = {}) => app.call('POST', `/v1/domains/${domain}/verify`, options)

async function added(name = freshName()) {
  const { status, body } = await add(name)
  expect(status, JSON.stringify(body)).toBe(201)
  return body
}

/** Another account of the service, with its admin key. */
const anotherAccount = () => app.app.services.accounts.create('other@postline.test')

describe('adding a domain', () => {
  test('returns the six records to publish', async () => {
    const { body, status } = await add('Shop.Acme.co.uk')
    expect(status).toBe(201)
    const { id } = body
    expect(body).toEqual({
      id: expect.stringMatching(/^dom_[0-9a-z]{26}$/),
      domain: 'shop.acme.co.uk',
      dkim_status: 'pending',
      spf_status: 'pending',
      dmarc_status: 'pending',
      txt_status: 'pending',
      fully_verified: false,
      sandbox: false,
      mail_from_domain: 'send.shop.acme.co.uk',
      from_name: null,
      inbound_enabled: false,
      links: {
        enabled: true,
        host: 'links.shop.acme.co.uk',
        record: { type: 'CNAME', name: 'links.shop.acme.co.uk', value: 'post.example.net' },
        status: 'pending',
      },
      warnings: [],
      created_at: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
      dns_records: [
        { type: 'CNAME', name: 'pl1._domainkey.shop.acme.co.uk', value: `${id}-1.dkim.post.example.net` },
        { type: 'CNAME', name: 'pl2._domainkey.shop.acme.co.uk', value: `${id}-2.dkim.post.example.net` },
        { type: 'CNAME', name: 'pl3._domainkey.shop.acme.co.uk', value: `${id}-3.dkim.post.example.net` },
        { type: 'MX', name: 'send.shop.acme.co.uk', value: '10 feedback.post.example.net' },
        { type: 'TXT', name: 'send.shop.acme.co.uk', value: 'v=spf1 include:spf.post.example.net ~all' },
        { type: 'TXT', name: '_dmarc.shop.acme.co.uk', value: 'v=DMARC1; p=none;' },
      ],
      ed25519_status: null,
    })
  })

  test('returns 200 with an existing domain of the account, in any spelling', async () => {
    const domain = await added('müller.acme.com')
    expect(domain.domain).toBe('xn--mller-kva.acme.com')
    for (const spelling of ['xn--mller-kva.acme.com', 'MÜLLER.acme.COM']) {
      const again = await add(spelling)
      expect(again.status).toBe(200)
      expect(again.body).toEqual(domain)
    }
  })

  test('takes off the final dot, and finds the domain with and without it', async () => {
    const name = freshName()
    const domain = await added(`${name}.`)
    expect(domain.domain).toBe(name)
    expect((await add(name)).body).toEqual(domain)
    expect((await app.call('GET', `/v1/domains/${name}.`)).body).toEqual(domain)
    expect((await app.call('GET', `/v1/domains/${name}..`)).status).toBe(404)
  })

  test.each([
    ['two final dots', 'acme.com..'],
    ['a public suffix with a final dot', 'co.uk.'],
    ['a public suffix', 'co.uk'],
    ['a top-level domain', 'com'],
    ['a private suffix', 'github.io'],
    ['an IP address', '192.0.2.1'],
    ['an IPv6 address', '[2001:db8::1]'],
    ['a name of one label', 'localhost'],
    ['nothing', ''],
    ['blanks', ' acme.com'],
    ['an empty label', 'acme..com'],
    ['a leading dot', '.acme.com'],
    ['a leading hyphen', '-shop.acme.com'],
    ['an underscore', 'a_b.acme.com'],
    ['a wildcard', '*.acme.com'],
    ['a URL', 'https://acme.com'],
    ['an address', 'me@acme.com'],
    ['a label of 64 characters', `${'a'.repeat(64)}.com`],
    ['a name too long for its records', `${'a.'.repeat(95)}acme.com`],
    ['a malformed A-label', 'xn--zzzzzzzzzz-.acme.com'],
    ['a number', 4711],
    ['null', null],
  ])('refuses %s', async (_title, name) => {
    const { status, body } = await add(name)
    expect(status).toBe(400)
    expect(body.error).toMatchObject({ code: 'invalid_request', details: [{ path: 'domain' }] })
  })

  test('by fifty concurrent requests creates it once, and all get it', async () => {
    const name = freshName()
    const answers = await Promise.all(Array.from({ length: 50 }, () => add(name)))
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(49).fill(200), 201])
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
  })

  test('stops at exactly 100 domains, even concurrently, and continues after a deletion', async () => {
    const { key } = await anotherAccount()
    const names = Array.from({ length: 90 }, (_none, index) => `n${index}.limit.acme.com`)
    for (let at = 0; at < names.length; at += 30) {
      await Promise.all(names.slice(at, at + 30).map((name) => add(name, { key })))
    }
    const rush = Array.from({ length: 50 }, (_none, index) => `rush${index}.limit.acme.com`)
    const answers = await Promise.all(rush.map((name) => add(name, { key })))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(10)
    const refused = answers.filter(({ status }) => status !== 201)
    expect(refused.map(({ status, body }) => `${status} ${body.error.code}`)).toEqual(
      Array(40).fill('403 domain_limit_reached'),
    )
    const listed = (await app.call('GET', '/v1/domains?limit=100', { key })).body
    expect(listed.domains).toHaveLength(100)
    const rest = (await app.call('GET', `/v1/domains?cursor=${listed.next_cursor}`, { key })).body
    expect(rest.domains).toEqual([expect.objectContaining({ sandbox: true })])
    expect(rest.next_cursor).toBe(null)

    expect((await add(names[0], { key })).status).toBe(200)
    expect((await app.call('DELETE', `/v1/domains/${names[0]}`, { key })).status).toBe(204)
    expect((await add('one-more.limit.acme.com', { key })).status).toBe(201)
  })
})

describe('the built-in sandbox domain', () => {
  test('is listed as the oldest domain of each account, with an id of its own per account', async () => {
    const { key } = await anotherAccount()
    const [mine, theirs] = await Promise.all(
      [app.adminKey, key].map(
        async (each) => (await app.call('GET', '/v1/domains/sandbox.postline.localhost', { key: each })).body,
      ),
    )
    expect(mine).toMatchObject({
      domain: 'sandbox.postline.localhost',
      sandbox: true,
      fully_verified: true,
      dns_records: [],
    })
    expect(mine.id).not.toBe(theirs.id)
    expect((await app.call('GET', `/v1/domains/${mine.id}`)).body).toEqual(mine)
    expect((await app.call('GET', `/v1/domains/${theirs.id}`)).status).toBe(404)
    const listed = (await app.call('GET', '/v1/domains', { key })).body.domains
    expect(listed).toEqual([theirs])
  })

  test('cannot be added, deleted or given a sender name', async () => {
    const path = '/v1/domains/sandbox.postline.localhost'
    expect((await add('Sandbox.Postline.Localhost')).status).toBe(200)
    const deleted = await app.call('DELETE', path)
    expect([deleted.status, deleted.body.error.code]).toEqual([422, 'cannot_delete_sandbox'])
    const named = await app.call('PUT', `${path}/from-name`, { body: { from_name: 'Me' } })
    expect([named.status, named.body.error.code]).toEqual([400, 'invalid_request'])
    expect((await verify('sandbox.postline.localhost')).body).toEqual({
      domain: 'sandbox.postline.localhost',
      fully_verified: true,
      results: [],
      ed25519_status: null,
      links: null,
    })
  })
})

describe('verifying', () => {
  test('gives pending while nothing is published, and verified once everything is', async () => {
    const domain = await added()
    const before = await verify(domain.domain)
    expect(before.status).toBe(200)
    expect(before.body).toEqual({
      domain: domain.domain,
      fully_verified: false,
      results: domain.dns_records
        .filter(({ type }: { type: string }) => type !== 'MX')
        .map(({ type, name }: { type: string; name: string }, index: number) => ({
          field: ['dkim', 'dkim', 'dkim', 'spf', 'dmarc'][index],
          type,
          name,
          status: 'pending',
        })),
      ed25519_status: null,
      links: domain.links,
    })

    publish(dns.records, domain.dns_records)
    const after = (await verify(domain.id)).body
    expect(after.fully_verified).toBe(true)
    expect(after.results.map(({ status }: { status: string }) => status)).toEqual(Array(5).fill('verified'))
    expect((await app.call('GET', `/v1/domains/${domain.domain}`)).body).toEqual({
      ...domain,
      dkim_status: 'verified',
      spf_status: 'verified',
      dmarc_status: 'verified',
      txt_status: 'verified',
      fully_verified: true,
    })
  })

  test('reports each status separately', async () => {
    const domain = await added()
    publish(dns.records, domain.dns_records)
    dns.records[domain.dns_records[1].name] = { CNAME: 'elsewhere.example.net' }
    delete dns.records[`_dmarc.${domain.domain}`]
    const { results, fully_verified } = (await verify(domain.domain)).body
    expect(fully_verified).toBe(false)
    expect(results.map(({ status }: { status: string }) => status)).toEqual([
      'verified',
      'failed',
      'verified',
      'verified',
      'pending',
    ])
    expect((await app.call('GET', `/v1/domains/${domain.id}`)).body).toMatchObject({
      dkim_status: 'failed',
      spf_status: 'verified',
      dmarc_status: 'pending',
      txt_status: 'pending',
    })
  })

  test('keeps the last status while DNS fails, and notices a removed record', async () => {
    const domain = await added()
    publish(dns.records, domain.dns_records)
    expect((await verify(domain.domain)).body.fully_verified).toBe(true)
    for (const { name } of domain.dns_records) dns.records[name] = 'SERVFAIL'
    expect((await verify(domain.domain)).body.fully_verified).toBe(true)

    dns.records = {}
    expect((await verify(domain.domain)).body.fully_verified).toBe(false)
    expect((await app.call('GET', `/v1/domains/${domain.id}`)).body.fully_verified).toBe(false)
    for (const { name } of domain.dns_records) dns.records[name] = 'SERVFAIL'
    expect((await verify(domain.domain)).body.fully_verified).toBe(false)
  })

  test('responds within ten seconds if the name servers are silent', async () => {
    const domain = await added()
    for (const { name } of domain.dns_records) dns.records[name] = 'SILENCE'
    const tookMs = stopwatch()
    expect((await verify(domain.domain)).status).toBe(200)
    expect(tookMs()).toBeLessThan(10_000)
  })

  test('names under reserved top-level domains get no special treatment if mail is really sent', async () => {
    const domain = await added('shop.acme.test')
    expect((await verify(domain.domain)).body.fully_verified).toBe(false)
  })
})

describe('a domain of two accounts', () => {
  test('belongs to the one that verifies it first: the other can neither add nor verify it', async () => {
    const other = await anotherAccount()
    const mine = await added()
    const theirs = (await add(mine.domain, { key: other.key })).body
    expect(theirs.id).not.toBe(mine.id)
    publish(dns.records, mine.dns_records)
    expect((await verify(mine.domain)).body.fully_verified).toBe(true)

    const late = await verify(mine.domain, { key: other.key })
    expect([late.status, late.body.error.code]).toEqual([409, 'domain_in_use'])
    const third = await anotherAccount()
    const added3 = await add(mine.domain, { key: third.key })
    expect([added3.status, added3.body.error.code]).toEqual([409, 'domain_in_use'])

    // After one account has deleted or lost it, the other can have it.
    expect((await app.call('DELETE', `/v1/domains/${mine.id}`)).status).toBe(204)
    dns.records = {}
    publish(dns.records, theirs.dns_records)
    expect((await verify(mine.domain, { key: other.key })).body.fully_verified).toBe(true)
  })

  test('goes to exactly one of two that verify it at once', async () => {
    const local = await startApp()
    const accounts = await Promise.all(
      Array.from({ length: 8 }, (_none, index) => local.app.services.accounts.create(`o${index}@postline.test`)),
    )
    const withKey = (key: string, path: string, body?: object) => call(local.url, 'POST', path, { key, body })
    for (const { key } of accounts) await withKey(key, '/v1/domains', { domain: 'race.acme.test' })
    const answers = await Promise.all(accounts.map(({ key }) => withKey(key, '/v1/domains/race.acme.test/verify')))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)])
    await local.close()
  })

  test('is unknown to an account without it', async () => {
    const { id, domain } = await added()
    const { key } = await anotherAccount()
    const attempts = [id, domain, 'dom_00000000000000000000000000', 'nowhere.example', 'no domain', '%00'].flatMap(
      (ref) => [
        app.call('GET', `/v1/domains/${ref}`, { key }),
        app.call('DELETE', `/v1/domains/${ref}`, { key }),
        app.call('POST', `/v1/domains/${ref}/verify`, { key }),
        app.call('PUT', `/v1/domains/${ref}/from-name`, { key, body: { from_name: 'Me' } }),
        app.call('GET', `/v1/domains/${ref}/dns-setup`, { key }),
        app.call('GET', `/v1/domains/${ref}/dns-setup/zonefile`, { key }),
      ],
    )
    for (const { status, body } of await Promise.all(attempts)) {
      expect([status, body.error.code]).toEqual([404, 'not_found'])
    }
  })
})

describe('the setup guide', () => {
  test('names the zone, its DNS provider, and the records as they are entered there', async () => {
    const soa = { mname: 'ns1.example.net', rname: 'admin.example.net' }
    dns.records['acme.com'] = { NS: ['ada.ns.cloudflare.com'], SOA: soa }
    const domain = await added()
    const { status, body } = await app.call('GET', `/v1/domains/${domain.id}/dns-setup`)
    expect(status).toBe(200)
    const label = domain.domain.slice(0, -'.acme.com'.length)
    expect(body).toEqual({
      domain: domain.domain,
      zone_apex: 'acme.com',
      provider: expect.objectContaining({ id: 'cloudflare', name: 'Cloudflare', supports_api: true }),
      records: domain.dns_records.map((record: { name: string }, index: number) => ({
        ...record,
        host: [
          `pl1._domainkey.${label}`,
          `pl2._domainkey.${label}`,
          `pl3._domainkey.${label}`,
          `send.${label}`,
          `send.${label}`,
          `_dmarc.${label}`,
        ][index],
        status: 'pending',
      })),
      mail_from_domain: domain.mail_from_domain,
      inbound_mx_record: { type: 'MX', priority: '10', value: expect.stringMatching(/\./) },
      links: { ...domain.links, record: { ...domain.links.record, host: `links.${label}` } },
      warnings: [],
      dkim_status: 'pending',
      spf_status: 'pending',
      dmarc_status: 'pending',
      txt_status: 'pending',
    })
  })

  test('is also a valid zone file with all records', async () => {
    const domain = await added()
    const response = await app.call('GET', `/v1/domains/${domain.domain}/dns-setup/zonefile`)
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    const records = parseZone(response.body).records.map(({ type, name, content }) => ({
      type,
      name,
      value: type === 'TXT' ? content.slice(1, -1) : content.replace(/\.$/, ''),
    }))
    expect(records).toEqual(domain.dns_records)
  })
})

describe('the sender name of a domain', () => {
  const setName = (domain: string, from_name: unknown) =>
    app.call('PUT', `/v1/domains/${domain}/from-name`, { body: { from_name } })

  test('can be set, read and removed', async () => {
    const { domain } = await added()
    expect(await setName(domain, ' Acme, "Billing" ')).toMatchObject({
      status: 200,
      body: { domain, from_name: 'Acme, "Billing"' },
    })
    expect((await app.call('GET', `/v1/domains/${domain}`)).body.from_name).toBe('Acme, "Billing"')
    const joined = 'می\u200cخواهم 👩\u200d🚀'
    expect((await setName(domain, joined)).body).toEqual({ domain, from_name: joined })
    expect((await setName(domain, '')).body).toEqual({ domain, from_name: null })
    expect((await setName(domain, null)).body).toEqual({ domain, from_name: null })
  })

  test.each([
    ['a\r\nBcc: b@example.com'],
    ['=?utf-8?b?DQpCY2M6?='],
    ['a\u0000b'],
    ['a\u009fb'],
    ['a\u2028b'],
    ['\u202eemcA'],
    ['a\u2066b'],
    ['a\u200fb'],
    ['x'.repeat(129)],
    [7],
    [undefined],
  ])('is not %j', async (name) => {
    const { domain } = await added()
    const { status, body } = await setName(domain, name)
    expect(status).toBe(400)
    expect(body.error.details).toMatchObject([{ path: 'from_name' }])
  })
})
