import type { RequestListener } from 'node:http'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { IncomingFile } from '../../src/contract/file.js'
import { GuardedHttp } from '../../src/lib/http/guarded-http.js'
import { createResolver, type DnsResolver, toResolve } from '../../src/lib/network/dns-resolver.js'
import { DomainLogoService } from '../../src/services/domains/domain-logo-service.js'
import { type DnsApp, startDnsApp } from '../support/dns-app.js'
import { type Endpoint, startHttpEndpoint } from '../support/endpoint.js'
import { expectError } from '../support/expect-error.js'
import { fuzzRuns } from '../support/fuzz-runs.js'
import { anImage } from '../support/images.js'
import { aLogo } from '../support/logo.js'
import { call, eventually } from '../support/start-app.js'
import { stopwatch } from '../support/stopwatch.js'
import { createTestCa } from '../support/test-ca.js'
import { sendRawForm, uploadFile } from '../support/upload-file.js'

const MIB = 2 ** 20
const LOGO = aLogo()
const NOT_THERE = 'https://nowhere.example.com/logo.svg'

let app: DnsApp
let name: string
let id: string
let counter = 0
beforeAll(async () => {
  app = await startDnsApp({ settings: { ROLES: 'api', BASE_URL: 'https://mail.example.com' } })
})
afterAll(() => app.close())
beforeEach(async () => {
  app.dns.records = {}
  counter += 1
  name = `shop-${counter}.example.net`
  const { body } = await app.call('POST', '/v1/domains', { body: { domain: name } })
  id = body.id
})

const bimi = (path = name) => `/v1/domains/${path}/bimi`
const set = (logo_url: unknown, path = name) => app.call('PUT', bimi(path), { body: { logo_url } })
const get = (path = name) => app.call('GET', bimi(path))
const upload = (file: Uint8Array<ArrayBuffer> | string, path = name, options = {}) =>
  uploadFile(app, `/v1/domains/${path}/bimi/logo`, file, { filename: 'logo.svg', ...options })
const fetchLogo = (init?: RequestInit, of = id) => fetch(`${app.url}/logos/${of}.svg`, init)
const own = () => `https://mail.example.com/logos/${id}.svg`

const NONE = {
  logo_url: null,
  record: null,
  dmarc: { at_enforcement: false, recommended: 'v=DMARC1; p=quarantine;' },
  bimi_published: false,
  vmc_note: expect.stringContaining('Verified Mark Certificate'),
}
const withLogo = (logo_url: string) => ({
  ...NONE,
  logo_url,
  record: { type: 'TXT', name: `default._bimi.${name}`, value: `v=BIMI1; l=${logo_url};` },
})

describe('the logo of a domain', () => {
  test('is absent at first, set by its URL, and removed by null', async () => {
    expect((await get()).body).toEqual(NONE)
    const named = await set(NOT_THERE)
    expect([named.status, named.body]).toEqual([200, withLogo(NOT_THERE)])
    expect((await get(id)).body).toEqual(withLogo(NOT_THERE))
    const removed = await set(null)
    expect([removed.status, removed.body]).toEqual([200, NONE])
    expect((await get()).body).toEqual(NONE)
  })

  test('can be uploaded and is then served to anybody', async () => {
    const { status, body } = await upload(LOGO)
    expect([status, body]).toEqual([200, withLogo(own())])
    const served = await fetchLogo()
    expect([served.status, await served.text()]).toEqual([200, LOGO])
    expect(Object.fromEntries(served.headers)).toMatchObject({
      'content-type': 'image/svg+xml',
      'cache-control': 'public, max-age=3600',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'content-disposition': 'inline',
    })
    const etag = served.headers.get('etag')!
    expect((await fetchLogo({ headers: { 'if-none-match': etag } })).status).toBe(304)
    const head = await fetchLogo({ method: 'HEAD' })
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(LOGO.length)])
  })

  test('keeps its URL when another file replaces it', async () => {
    await upload(LOGO)
    const before = (await fetchLogo()).headers.get('etag')
    const other = aLogo({ title: 'Another' })
    expect((await upload(other)).body).toEqual(withLogo(own()))
    const served = await fetchLogo()
    expect(await served.text()).toBe(other)
    expect(served.headers.get('etag')).not.toBe(before)
    expect(await app.app.models.domainLogos.countDocuments({ _id: id })).toBe(1)
  })

  test('loses its file when it is removed, and keeps it while another URL is set', async () => {
    await upload(LOGO)
    expect((await set(NOT_THERE)).status).toBe(200)
    expect((await fetchLogo()).status).toBe(200)
    // The returned value can be sent again.
    expect((await set(own())).body).toEqual(withLogo(own()))
    expect((await set(null)).body).toEqual(NONE)
    expect((await fetchLogo()).status).toBe(404)
    expectError(await set(own()), 400, 'invalid_request', 'logo_url')
  })

  test('is served over http if the service is, and can be set to that URL', async () => {
    const config = { ...app.app.config, baseUrl: 'http://mail.example.com' }
    const service = new DomainLogoService({ ...app.app, config })
    const bytes = Buffer.from(LOGO)
    const { logo_url } = await service.uploadLogo(app.accountId, name, { bytes } as IncomingFile)
    expect(logo_url).toBe(`http://mail.example.com/logos/${id}.svg`)
    expect((await service.setLogo(app.accountId, name, logo_url)).logo_url).toBe(logo_url)
  })

  test('is deleted with its domain', async () => {
    await upload(LOGO)
    expect((await app.call('DELETE', `/v1/domains/${name}`)).status).toBe(204)
    expect((await fetchLogo()).status).toBe(404)
    expect(await app.app.models.domainLogos.countDocuments({ _id: id })).toBe(0)
    expectError(await get(), 404, 'not_found')
    expectError(await set(NOT_THERE), 404, 'not_found')
    expectError(await upload(LOGO), 404, 'not_found')
  })

  test('stays consistent under concurrent uploads and removals', async () => {
    const requests = Array.from({ length: 30 }, (_none, at) =>
      at % 3 === 2 ? set(null) : upload(aLogo({ title: `Logo ${at}` })),
    )
    for (const { status } of await Promise.all(requests)) expect(status).toBe(200)
    const { body } = await upload(LOGO)
    expect(body.logo_url).toBe(own())
    expect(await (await fetchLogo()).text()).toBe(LOGO)
    const [first] = await Promise.all([get(), get(id)])
    expect(first.body.logo_url).toBe(own())
  })

  test('stays if it is uploaded while the previous one is removed', async () => {
    await upload(LOGO)
    const other = aLogo({ title: 'Another' })
    const { models } = app.app
    let uploading: ReturnType<typeof upload> | null = null
    const resolver = {
      // The row changes at about this time; the file is removed after DNS has responded.
      txt: async () => {
        await eventually('the logo is gone', async () => !(await models.domains.findById(id))!.logo_url || uploading)
        uploading ??= upload(other)
        expect((await uploading).status).toBe(200)
        return { status: 'not-found', nameMissing: true } as const
      },
    } as unknown as DnsResolver
    const service = new DomainLogoService({ ...app.app, resolver })
    await service.setLogo(app.accountId, name, null)
    expect((await get()).body.logo_url).toBe(own())
    expect(await (await fetchLogo()).text()).toBe(other)
  })

  test('is not accessible to other accounts, and the built-in domain has none', async () => {
    const stranger = await app.app.services.accounts.create(`stranger-${counter}@example.com`)
    const options = { key: stranger.key }
    for (const path of [name, id]) {
      expectError(await call(app.url, 'GET', bimi(path), options), 404, 'not_found')
      const body = { logo_url: NOT_THERE }
      expectError(await call(app.url, 'PUT', bimi(path), { ...options, body }), 404, 'not_found')
      expectError(await upload(LOGO, path, options), 404, 'not_found')
    }
    const builtIn = 'sandbox.postline.localhost'
    expect((await get(builtIn)).body).toEqual(NONE)
    expectError(await set(NOT_THERE, builtIn), 400, 'invalid_request', 'domain')
    expectError(await set(null, builtIn), 400, 'invalid_request', 'domain')
    expectError(await upload(LOGO, builtIn), 400, 'invalid_request', 'domain')
    expect((await get()).body).toEqual(NONE)
  })

  test('can be read with a read key and written with an admin key', async () => {
    const [read, sending] = [await app.key('read'), await app.key('send')]
    expect((await call(app.url, 'GET', bimi(), { key: read })).status).toBe(200)
    expectError(await call(app.url, 'GET', bimi(), { key: sending }), 403, 'forbidden')
    for (const key of [read, sending]) {
      expectError(await call(app.url, 'PUT', bimi(), { key, body: { logo_url: null } }), 403, 'forbidden')
      expectError(await upload(LOGO, name, { key }), 403, 'forbidden')
    }
  })
})

describe('an uploaded file is refused', () => {
  test.each([
    ['that is not a drawing', 'hello', 'well-formed'],
    ['that is a bitmap', anImage(), 'UTF-8'],
    ['that is empty', '', 'well-formed'],
    ['with a script', aLogo({ content: '<script>1</script>' }), 'scripts are not allowed'],
    ['that is not square', aLogo({ viewBox: '0 0 2 1' }), 'not a square'],
    ['of another profile', LOGO.replace('tiny-ps', 'full'), 'baseProfile'],
    ['with a DOCTYPE', `<!DOCTYPE svg>${LOGO}`, 'DOCTYPE'],
  ])('%s, and the error says so', async (_title, file, problem) => {
    const result = await upload(file)
    expectError(result, 400, 'invalid_request', 'file')
    expect(result.body.error.message).toContain(problem)
    expect((await get()).body).toEqual(NONE)
    expect((await fetchLogo()).status).toBe(404)
  })

  test('with all of its problems at once', async () => {
    const { body } = await upload(aLogo({ viewBox: '0 0 2 1', title: '', content: '<g onload="1"/>' }))
    expect(body.error.details).toHaveLength(3)
    expect(body.error.details.every((detail: { path: string }) => detail.path === 'file')).toBe(true)
  })

  test('above 1 MiB', async () => {
    const filled = (length: number) => LOGO.replace('<rect', `<!--${'x'.repeat(length - LOGO.length - 7)}--><rect`)
    expect((await upload(filled(MIB))).status).toBe(200)
    for (const length of [MIB + 1, MIB + 70_000, 3 * MIB]) {
      expectError(await upload(filled(length)), 413, 'payload_too_large')
    }
    expect((await (await fetchLogo()).text()).length).toBe(MIB)
  })

  test('outside a form or in another field', async () => {
    expectError(await upload(LOGO, name, { field: 'logo' }), 400, 'invalid_request', 'file')
    expectError(await sendRawForm(app, `${bimi()}/logo`, LOGO, 'image/svg+xml'), 400, 'invalid_request', 'file')
    const json = { body: { file: LOGO } }
    expectError(await app.call('POST', `${bimi()}/logo`, json), 400, 'invalid_request', 'file')
  })
})

test('damaged logos never cause a 5xx', async () => {
  const parts = [
    '<',
    '>',
    '"',
    '&',
    '&#0;',
    '<!DOCTYPE',
    ']]>',
    '<?',
    '\u0000',
    '<script>',
    ' on="',
    'href="//a"',
    '\r\n--',
  ]
  const damage = fc.array(
    fc.tuple(fc.nat(LOGO.length), fc.nat(30), fc.oneof(fc.constantFrom(...parts), fc.string({ unit: 'binary' }))),
    { minLength: 1, maxLength: 5 },
  )
  const answers: Record<number, number> = {}
  const send = async (cuts: [number, number, string][]) => {
    let svg = LOGO
    for (const [at, length, instead] of cuts) svg = svg.slice(0, at) + instead + svg.slice(at + length)
    const { status, body } = await upload(svg)
    answers[status] = (answers[status] ?? 0) + 1
    expect([200, 400], `${svg}: ${JSON.stringify(body)}`).toContain(status)
    if (status === 400) expect(body.error).toMatchObject({ code: 'invalid_request' })
  }
  const samples = fc.sample(damage, { numRuns: fuzzRuns(1_000), seed: 20_261_121 })
  for (let at = 0; at < samples.length; at += 20) await Promise.all(samples.slice(at, at + 20).map(send))
  expect(answers[400]).toBeGreaterThan(samples.length / 2)
  expect(answers[200]).toBeGreaterThan(0)
})

describe('a logo URL is refused', () => {
  test.each([
    ['missing', undefined],
    ['empty', ''],
    ['a number', 5],
    ['a list', [NOT_THERE]],
    ['not a URL', 'logo.svg'],
    ['plain http', 'http://nowhere.example.com/logo.svg'],
    ['of another scheme', 'data:image/svg+xml,<svg/>'],
    ['with credentials', 'https://a:b@nowhere.example.com/logo.svg'],
    ['with a user', 'https://a@nowhere.example.com/logo.svg'],
    ['without a host', 'https://'],
    ['without its slashes', 'https:nowhere.example.com/logo.svg'],
    ['with one slash', 'https:/nowhere.example.com/logo.svg'],
    ['with slashes of another kind', 'https:\\\\nowhere.example.com/logo.svg'],
    ['after a blank', ` ${NOT_THERE}`],
    ['with a tab in it', 'https://nowhere.example.com/lo\tgo.svg'],
    ['with a semicolon', 'https://nowhere.example.com/a;b.svg'],
    ['with a comma', 'https://nowhere.example.com/a,b.svg'],
    ['with a blank', 'https://nowhere.example.com/a b.svg'],
    ['with a quote', 'https://nowhere.example.com/"b.svg'],
    ['with a line break', `${NOT_THERE}\n`],
    ['beyond ASCII', 'https://nowhere.example.com/lögo.svg'],
    ['on the port of SSH', 'https://nowhere.example.com:22/logo.svg'],
    ['on a port of IRC', 'https://nowhere.example.com:6667/logo.svg'],
    ['endless', `https://nowhere.example.com/${'x'.repeat(2_048)}`],
    ['of our own network', 'https://10.0.0.1/logo.svg'],
    ['of this machine', 'https://[::1]/logo.svg'],
    ['of a cloud metadata service', 'https://169.254.169.254/logo.svg'],
    ['of our own network in another notation', 'https://0x0a000001/logo.svg'],
  ])('that is %s', async (_what, logo_url) => {
    expectError(await set(logo_url), 400, 'invalid_request', 'logo_url')
    expect((await get()).body).toEqual(NONE)
  })

  test('with advice on what to write instead', async () => {
    const { body } = await set('https://nowhere.example.com/a,b.svg')
    expect(body.error.message).toBe('logo_url: must not contain commas or semicolons; write %2C and %3B instead')
    expect((await set('HTTPS://nowhere.example.com/a%2Cb%3B.svg')).status).toBe(200)
  })

  test('before the domain is looked up, as for a file', async () => {
    expectError(await set('ftp://nowhere.example.com/logo.svg', 'none.test'), 400, 'invalid_request', 'logo_url')
    expectError(await set('https://mail.example.com/logos/a,b.svg', 'none.test'), 400, 'invalid_request', 'logo_url')
    expectError(await upload('hello', 'none.test'), 400, 'invalid_request', 'file')
    for (const url of [NOT_THERE, own(), null]) expectError(await set(url, 'none.test'), 404, 'not_found')
    expectError(await upload(LOGO, 'none.test'), 404, 'not_found')
  })

  test('whose host name leads into our own network', async () => {
    app.dns.records = { 'inner.example.com': { A: ['192.168.1.1'] } }
    expectError(await set('https://inner.example.com/logo.svg'), 400, 'invalid_request', 'logo_url')
  })
})

describe('the file at a logo URL', () => {
  const ca = createTestCa()
  let logosOverTls: DomainLogoService
  let endpoint: Endpoint | null = null
  const http = () =>
    new GuardedHttp({
      allowHttp: false,
      allowCidrs: ['127.0.0.0/8'],
      resolve: toResolve(createResolver({ servers: [app.dns.address], timeoutMs: 1_000 })),
      tls: { ca: ca.cert },
    })
  beforeEach(() => {
    logosOverTls = new DomainLogoService({ ...app.app, http: http() })
    app.dns.records = { 'logo.example.com': { A: ['127.0.0.1'] } }
  })
  afterEach(async () => {
    await endpoint?.close()
    endpoint = null
  })

  async function setServed(handler: RequestListener) {
    endpoint = await startHttpEndpoint(handler, ca.issue(['logo.example.com']))
    const url = `https://logo.example.com:${endpoint.port}/logo.svg`
    const outcome = logosOverTls.setLogo(app.accountId, name, url)
    return outcome
      .then(({ logo_url }) => (logo_url === url ? 'taken' : 'wrong'))
      .catch((error) => error.message as string)
  }
  const serving = (body: string | Buffer, head = {}) =>
    setServed((_request, response) => response.writeHead(200, head).end(body))

  test('is accepted if it conforms to the profile', async () => {
    expect(await serving(LOGO, { 'content-type': 'image/svg+xml' })).toBe('taken')
  })

  test('is refused if it does not, with the reason', async () => {
    expect(await serving(aLogo({ content: '<script/>' }))).toMatch(
      /^logo_url: the file there.*scripts are not allowed$/,
    )
    expect((await get()).body.logo_url).toBeNull()
  })

  test.each([
    ['a page', '<html><body>Soon</body></html>', 'root is not'],
    ['nothing', '', 'well-formed'],
    ['more than 1 MiB', LOGO + ' '.repeat(MIB), 'more than 1 MiB'],
  ])('is refused if it is %s', async (_what, body, problem) => {
    expect(await serving(body)).toContain(problem)
  })

  test.each([404, 403, 302, 500, 503])('is accepted unchecked if its server responds with %i', async (status) => {
    expect(await setServed((_request, response) => response.writeHead(status, { location: '/x' }).end('x'))).toBe(
      'taken',
    )
  })

  test('is accepted unchecked if it is compressed or breaks off', async () => {
    expect(await serving(Buffer.from([0x1f, 0x8b, 8, 0]))).toBe('taken')
    await endpoint?.close()
    expect(await serving('x', { 'content-encoding': 'br' })).toBe('taken')
    await endpoint?.close()
    expect(await setServed((_request, response) => response.destroy())).toBe('taken')
  })

  test('is waited for only a few seconds', async () => {
    const tookMs = stopwatch()
    expect(await setServed(() => {})).toBe('taken')
    expect(tookMs()).toBeLessThan(7_000)
  })
})

describe('DNS', () => {
  const published = (more: object = {}) => ({
    'example.net': { NS: ['ns.example.net'] },
    '_dmarc.example.net': { TXT: ['v=DMARC1; p=reject; rua=mailto:d@example.net'] },
    [`default._bimi.${name}`]: { TXT: [`v=BIMI1; l=${NOT_THERE}; a=https://example.net/vmc.pem`] },
    ...more,
  })

  test('reports that the policy and the record are published', async () => {
    await set(NOT_THERE)
    app.dns.records = published()
    expect((await get()).body).toEqual({
      ...withLogo(NOT_THERE),
      dmarc: { at_enforcement: true, recommended: 'v=DMARC1; p=reject; rua=mailto:d@example.net;' },
      bimi_published: true,
    })
    expect((await set('https://nowhere.example.com/new.svg')).body.bimi_published).toBe(false)
    expect((await set(null)).body.bimi_published).toBe(false)
  })

  test('is queried for the domain itself too', async () => {
    app.dns.records = published({ [`_dmarc.${name}`]: { TXT: ['v=DMARC1; p=none; fo=1'] } })
    expect((await get()).body.dmarc).toEqual({ at_enforcement: false, recommended: 'v=DMARC1; p=quarantine; fo=1;' })
  })

  test('is queried once for an organizational domain', async () => {
    const domain = `whole-${counter}.net`
    await app.call('POST', '/v1/domains', { body: { domain } })
    app.dns.records = { [`_dmarc.${domain}`]: { TXT: ['v=DMARC1; p=quarantine'] } }
    app.dns.queries.length = 0
    expect((await get(domain)).body.dmarc.at_enforcement).toBe(true)
    expect(app.dns.queries.map((query) => query.name).sort()).toEqual([`_dmarc.${domain}`, `default._bimi.${domain}`])
  })

  test.each(['SERVFAIL', 'REFUSED', 'SILENCE'] as const)(
    'that answers %s counts as nothing published, in time',
    async (failure) => {
      await set(NOT_THERE)
      for (const silent of ['_dmarc.example.net', `_dmarc.${name}`, `default._bimi.${name}`]) {
        app.dns.records = published({ [silent]: failure })
        const tookMs = stopwatch()
        const { status, body } = await get()
        expect(tookMs()).toBeLessThan(6_000)
        expect([status, body.logo_url]).toEqual([200, NOT_THERE])
        if (silent.startsWith('_dmarc')) expect(body.dmarc.at_enforcement).toBe(false)
        else expect(body.bimi_published).toBe(false)
      }
    },
    30_000,
  )
})

test('an unknown logo is 404, whatever its name', async () => {
  for (const path of [
    '/logos/dom_00000000000000000000000000.svg',
    `/logos/${id}.svg`,
    `/logos/${id}`,
    '/logos/x.svg',
    '/logos/.svg',
    '/logos/%00.svg',
    '/logos/..%2f.svg',
  ]) {
    expectError(await call(app.url, 'GET', path), 404, 'not_found')
  }
})
