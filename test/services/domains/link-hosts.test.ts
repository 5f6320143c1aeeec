import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type DnsServer, startDnsServer } from '../../support/dns-server.js'
import { publish } from '../../support/publish-domain.js'
import { requestAs } from '../../support/request-as.js'
import { type SmtpApp, startSmtpApp } from '../../support/smtp-app.js'
import { aSend, call, eventually, startApp } from '../../support/start-app.js'
import { verifiedDomain } from '../../support/verified-domain.js'

const BASE = 'https://post.acme.com'
/** The target is left out: it follows from the URL. */
const SETTINGS = { BASE_URL: BASE, LINK_HOST_TARGET: '' }
const TARGET = 'post.acme.com'
const HTML = '<body><a href="https://shop.example/a">one</a> <a href="{{ unsubscribe_url }}">stop</a></body>'

let app: SmtpApp
let dns: DnsServer
let count = 0
beforeAll(async () => {
  dns = await startDnsServer()
  app = await startSmtpApp({ ...SETTINGS, DNS_SERVERS: dns.address, FORMER_HOSTS: 'old.acme.com' })
})
afterAll(async () => {
  await app.close()
  await dns.close()
})

const freshName = () => {
  count += 1
  return `shop${count}.brand.com`
}
const host = (name: string) => `links.${name}`
const domainOf = async (name: string, key = app.adminKey) =>
  (await call(app.url, 'GET', `/v1/domains/${name}`, { key })).body
const verify = async (name: string, key = app.adminKey) =>
  (await call(app.url, 'POST', `/v1/domains/${name}/verify`, { key })).body
const publishLinks = (name: string, value = TARGET) =>
  publish(dns.records, [{ type: 'CNAME', name: host(name), value }])

/** A verified domain, with or without the record of its link host. */
async function added({ links = true, name = freshName(), key = app.adminKey } = {}): Promise<string> {
  const { body } = await call(app.url, 'POST', '/v1/domains', { key, body: { domain: name } })
  publish(dns.records, body.dns_records)
  if (links) publishLinks(name)
  expect((await verify(name, key)).fully_verified).toBe(true)
  return name
}

/** The links in a marketing mail of a domain, all tracked. */
async function linksFrom(name: string, key = app.adminKey) {
  const body = aSend({
    message_type: 'marketing',
    metadata: { from_email: `news@${name}` },
    destination: { email: `reader${Math.random()}@example.com` },
    payload: { subject: 'News', body_html: HTML },
    tracking: { opens: true, clicks: true },
  })
  const sent = await call(app.url, 'POST', '/v1/send', { key, body })
  expect(sent.status, JSON.stringify(sent.body)).toBe(201)
  const mail = await eventually('the mail', () => app.sink.mails.find(({ raw }) => raw.includes(sent.body.id)))
  const html = mail.parsed.html || ''
  const found = (pattern: RegExp) => {
    const url = new URL(pattern.exec(html)![1]!)
    return { origin: url.origin, path: url.pathname }
  }
  const header = mail.parsed.headers.get('list') as unknown as { unsubscribe: { url: string } }
  return {
    id: sent.body.id as string,
    header: new URL(header.unsubscribe.url),
    pixel: found(/src="([^"]+\.gif)"/),
    click: found(/href="([^"]+\/c\/[^"]+)"/),
    unsubscribe: found(/href="([^"]+\/unsubscribe\/[^"]+)"/),
  }
}
const originsOf = ({ header, pixel, click, unsubscribe }: Awaited<ReturnType<typeof linksFrom>>) => [
  ...new Set([header.origin, pixel.origin, click.origin, unsubscribe.origin]),
]
const get = (name: string, path: string) => requestAs(app.url, name, path)

describe('the record', () => {
  test('is shown beside the six records, in the setup guide and, as a comment, in the zone file', async () => {
    const name = await added({ links: false })
    const record = { type: 'CNAME', name: host(name), value: TARGET }
    const links = { enabled: true, host: host(name), record, status: 'pending' }
    const domain = await domainOf(name)
    expect(domain.links).toEqual(links)
    expect(domain.dns_records).toHaveLength(6)
    const setup = await app.call('GET', `/v1/domains/${name}/dns-setup`)
    expect(setup.body.links).toEqual({ ...links, record: { ...record, host: `links.${name.split('.')[0]}` } })
    expect(setup.body.records).toHaveLength(6)
    const zone = (await app.call('GET', `/v1/domains/${name}/dns-setup/zonefile`)).body as string
    expect(zone).toContain(`\n; links.${name}. 300 IN CNAME ${TARGET}.\n`)
    expect(zone.split('\n').filter((line) => line && !line.startsWith(';'))).toHaveLength(6)
  })

  test('is looked up by a verification, which needs it for nothing else', async () => {
    const name = await added({ links: false })
    const before = await verify(name)
    expect([before.results.length, before.fully_verified, before.links.status]).toEqual([5, true, 'pending'])
    publishLinks(name, 'elsewhere.example.net')
    expect((await verify(name)).links.status).toBe('failed')
    publishLinks(name)
    expect((await verify(name)).links.status).toBe('verified')
    dns.records[host(name)] = 'SERVFAIL'
    expect((await verify(name)).links.status).toBe('verified')
    delete dns.records[host(name)]
    expect((await verify(name)).links.status).toBe('pending')
  })

  test('is absent for the built-in domain, and where links have no other host', async () => {
    expect((await domainOf('sandbox.postline.localhost')).links).toBeNull()
    const body = { enabled: false }
    const refused = await app.call('PUT', '/v1/domains/sandbox.postline.localhost/links', { body })
    expect(refused.body.error.code).toBe('domain_not_ready')
    const local = await startApp({ LINK_HOST_TARGET: 'off' })
    const created = await local.call('POST', '/v1/domains', { body: { domain: 'shop.brand.com' } })
    expect(created.body.links).toBeNull()
    expect((await local.call('PUT', '/v1/domains/shop.brand.com/links', { body })).status).toBe(404)
    await local.close()
  })
})

describe('the links in mail', () => {
  test('have the host of the domain once its record is verified, and BASE_URL before and without it', async () => {
    const name = await added({ links: false })
    expect(originsOf(await linksFrom(name))).toEqual([BASE])
    publishLinks(name)
    await verify(name)
    expect(originsOf(await linksFrom(name))).toEqual([`https://${host(name)}`])
    delete dns.records[host(name)]
    await verify(name)
    expect(originsOf(await linksFrom(name))).toEqual([BASE])
  })

  test('have BASE_URL while the host is turned off, and old ones keep working under both', async () => {
    const name = await added()
    const old = await linksFrom(name)
    const put = (enabled: boolean) => app.call('PUT', `/v1/domains/${name}/links`, { body: { enabled } })
    expect((await put(false)).body).toMatchObject({ enabled: false, host: host(name), status: 'verified' })
    const later = await linksFrom(name)
    expect([originsOf(old), originsOf(later)]).toEqual([[`https://${host(name)}`], [BASE]])
    for (const served of [host(name), TARGET]) {
      expect((await get(served, old.click.path)).location).toBe('https://shop.example/a')
    }
    await put(true)
    expect(originsOf(await linksFrom(name))).toEqual([`https://${host(name)}`])
    const { body } = await app.call('GET', '/v1/audit-log')
    expect(body.entries[0]).toMatchObject({ operation: 'domains.setLinks', target: (await domainOf(name)).id })
  })
})

describe('under the host of a domain', () => {
  test('its links do what they do under BASE_URL', async () => {
    const name = await added()
    const { id, pixel, click, header } = await linksFrom(name)
    expect((await get(host(name), pixel.path)).status).toBe(200)
    expect((await get(`${host(name).toUpperCase()}.:443`, click.path)).location).toBe('https://shop.example/a')
    const page = await get(host(name), header.pathname)
    expect(page.body).toContain('Unsubscribe')
    const preferences = /href="\.\.(\/preferences\/[^"]+)"/.exec(page.body)![1]!
    expect((await get(host(name), preferences)).status).toBe(200)
    const done = await requestAs(app.url, host(name), header.pathname, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    })
    expect(done.status).toBe(200)
    const types = async () =>
      (await app.call('GET', `/v1/messages/${id}`)).body.events.map(({ type }: { type: string }) => type)
    await eventually('its events', async () =>
      ['opened', 'clicked'].every(async (type) => (await types()).includes(type)),
    )
    await eventually('the click', async () => (await types()).includes('clicked'))
  })

  test('no link of another account works, and none of an unknown host', async () => {
    const other = await app.app.services.accounts.create(`other${count}@example.com`)
    const [mine, theirs] = [await added(), await added({ key: other.key })]
    const links = { mine: await linksFrom(mine), theirs: await linksFrom(theirs, other.key) }
    const paths = ({ pixel, click, header }: typeof links.mine) => [pixel.path, click.path, header.pathname]
    for (const path of paths(links.theirs)) {
      expect([(await get(host(mine), path)).status, path]).toEqual([404, path])
      expect((await get('links.unknown.com', path)).status).toBe(404)
      expect((await get('post.elsewhere.com', path)).status).toBe(404)
      expect((await get(host(theirs), path)).status).toBe(200 + (path.startsWith('/c/') ? 102 : 0))
      expect((await get('old.acme.com', path)).status).toBe(200 + (path.startsWith('/c/') ? 102 : 0))
    }
    const preferences = /href="\.\.(\/preferences\/[^"]+)"/.exec(
      (await get(host(theirs), links.theirs.header.pathname)).body,
    )![1]!
    expect((await get(host(mine), preferences)).status).toBe(404)
    const { body } = await call(app.url, 'GET', `/v1/messages/${links.theirs.id}`, { key: other.key })
    const opened = body.events.filter(({ type }: { type: string }) => type === 'opened')
    expect(opened.length).toBeLessThanOrEqual(2)
  })

  test('there is nothing else: no API, console, documentation or files', async () => {
    const name = await added()
    const headers = { authorization: `Bearer ${app.adminKey}` }
    for (const path of ['/', '/v1/messages', '/graphql', '/trpc/messages.list', '/docs', '/healthz', '/openapi.json']) {
      const { status } = await requestAs(app.url, host(name), path, { headers })
      expect([path, status]).toEqual([path, 404])
    }
    const posted = await requestAs(app.url, host(name), '/session', { method: 'POST', body: '{}' })
    expect(posted.status).toBe(404)
    expect((await requestAs(app.url, 'post.elsewhere.com', '/v1/messages', { headers })).status).toBe(200)
  })
})

describe('the owner of a host', () => {
  test('is the account that verifies the domain, not one that had verified it before', async () => {
    const name = await added()
    const old = await linksFrom(name)
    expect((await get(host(name), old.click.path)).status).toBe(302)
    for (const record of (await domainOf(name)).dns_records) delete dns.records[record.name]
    expect((await verify(name)).fully_verified).toBe(false)
    const heir = await app.app.services.accounts.create(`heir${count}@example.com`)
    await added({ name, key: heir.key })
    const links = await linksFrom(name, heir.key)
    app.clock.aheadMs += 61_000
    expect((await get(host(name), old.click.path)).status).toBe(404)
    expect((await get(TARGET, old.click.path)).status).toBe(302)
    expect((await get(host(name), links.click.path)).status).toBe(302)
  })

  test('does not sign mail of other accounts: the shared sender has links of BASE_URL', async () => {
    const name = 'shared.brand.com'
    const shared = await startSmtpApp({
      ...SETTINGS,
      DNS_SERVERS: dns.address,
      SHARED_EMAIL_SENDER: `hello@${name}`,
    })
    await verifiedDomain(shared, name)
    const links = { link_host: host(name), links_status: 'verified' as const }
    await shared.app.models.domains.updateOne({ name }, { $set: links })
    const guest = await shared.app.services.accounts.create('guest@example.com')
    const body = aSend({
      destination: { email: 'guest@example.com' },
      payload: { subject: 'S', body_html: HTML },
      tracking: { opens: true },
    })
    const sent = await call(shared.url, 'POST', '/v1/send', { key: guest.key, body })
    expect(sent.status, JSON.stringify(sent.body)).toBe(201)
    const mail = await eventually('the mail', () => shared.sink.mails.find(({ raw }) => raw.includes(sent.body.id)))
    expect(mail.parsed.html).toContain(`src="${BASE}/o/`)
    await shared.close()
  })

  test('is told to nobody: a proxy learns only whether a certificate is wanted', async () => {
    const name = await added()
    const ask = (query: string) => app.call('GET', `/link-hosts/ask${query}`, { key: null })
    expect(await ask(`?domain=${host(name)}`)).toMatchObject({ status: 200, body: { allowed: true } })
    const without = await added({ links: false })
    for (const unknown of [host(without), name, TARGET, 'links.unknown.com', 'links.']) {
      expect((await ask(`?domain=${unknown}`)).status, unknown).toBe(404)
    }
    for (const query of ['', '?domain=a&domain=b']) expect((await ask(query)).status).toBe(400)
    await app.call('DELETE', `/v1/domains/${name}`)
    app.clock.aheadMs += 61_000
    expect((await ask(`?domain=${host(name)}`)).status).toBe(404)
  })
})
