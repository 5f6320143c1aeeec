import { createHash } from 'node:crypto'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { request } from 'undici'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PAGE_PATHS } from '../../src/http/console/sections.js'
import { builtConsole } from '../support/built-console.js'
import { expectError } from '../support/expect-error.js'
import { anImage } from '../support/images.js'
import { makeScratch } from '../support/scratch.js'
import { aSend, startApp, type TestApp } from '../support/start-app.js'
import { storedEmail } from '../support/stored-email.js'

const LOGO = anImage().toString('base64')

let app: TestApp
beforeAll(async () => {
  app = await startApp({}, { consoleFolder: await builtConsole() })
})
afterAll(() => app.close())

/** What a browser accepts for a page. */
const FROM_BROWSER = { accept: 'text/html,application/xhtml+xml' }

const get = (path: string, headers = {}) => app.call('GET', path, { key: null, headers })

test.each([...PAGE_PATHS, '/messages/msg_01kajqw1y3h7g5d2s9p8n6m4q0', '/mail/threads/thr_01kajqw1y3h7g5d2s9p8n6m4q0'])(
  '%s is the page of the console, with a strict policy',
  async (path) => {
    const { status, headers, body } = await get(path)
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(body).toContain('<div id="root">')
    const policy = headers.get('content-security-policy')!
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'")
    expect(policy).not.toMatch(/unsafe|https?:|\*/)
    expect(headers.get('x-frame-options')).toBe('DENY')
    expect(headers.get('cache-control')).toBe('no-cache')
    expect((await get(path, { 'if-none-match': headers.get('etag')! })).status).toBe(304)
  },
)

test.each(['/v1/nothing', '/v1', '/graphql/nothing', '/trpc', '/assets/nothing.js'])(
  '%s is no page of the console, also for a browser',
  async (path) => {
    expectError(await get(path, FROM_BROWSER), 404, 'not_found')
  },
)

test.each(['/nowhere', '/assets/../index.html'])('%s is a page with a way on for a browser', async (path) => {
  const { status, headers, body } = await get(path, FROM_BROWSER)
  expect([status, headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
  expect(body).toContain('<h1>There is no such page</h1>')
  expect(body).toContain('<a href="/docs">')
  expect(headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(headers.get('vary')).toContain('Accept')
  expectError(await get(path), 404, 'not_found')
  expectError(await app.call('POST', path, { key: null, headers: FROM_BROWSER, body: {} }), 404, 'not_found')
})

test('files have names that change with them, and are kept by browsers for good', async () => {
  const files = await filesOf('/')
  expect(files.length).toBeGreaterThanOrEqual(2)
  for (const file of files) {
    expect(file).toMatch(/^\/assets\/[\w-]+-[\w-]{8,}\.(js|css)$/)
    const { status, headers } = await get(file)
    expect(status).toBe(200)
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(headers.get('vary')).toContain('accept-encoding')
  }
})

test('files come compressed to those who can read it', async () => {
  const [file = ''] = await filesOf('/')
  const plain = await fetched(file, 'identity')
  expect(plain.encoding).toBeNull()
  const [brotli, gzip] = [await fetched(file, 'gzip, br'), await fetched(file, 'gzip')]
  expect([brotli.encoding, gzip.encoding]).toEqual(['br', 'gzip'])
  expect((await fetched(file, 'br;q=0, gzip')).encoding).toBe('gzip')
  expect(brotliDecompressSync(brotli.body).equals(plain.body)).toBe(true)
  expect(gunzipSync(gzip.body).equals(plain.body)).toBe(true)
})

test('a mail is shown only to its account, in a sandbox of its own', async () => {
  const html =
    '<!doctype html><html><head><link rel="preconnect" href="https://t.example"></head><body>Hi</body></html>'
  const sent = await app.call('POST', '/v1/send', {
    key: await app.testKey(),
    body: aSend({ payload: { subject: 's', body_html: html } }),
  })
  const path = `/preview/messages/${sent.body.id}`
  expectError(await get(path), 401, 'unauthorized')
  expectError(await app.call('GET', path, { key: await app.key('send') }), 403, 'forbidden')
  const { status, headers, body } = await app.call('GET', path)
  expect(status).toBe(200)
  const policy = headers.get('content-security-policy')!
  // One script runs, known by its digest, in an origin that is not the console's.
  expect(policy).toMatch(
    /^sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox; default-src 'none'; script-src 'sha256-[\w+/]{43}='; /,
  )
  const [script = ''] = /(?<=<script>)[^<]*/.exec(body) ?? []
  expect(policy).toContain(`'sha256-${createHash('sha256').update(script).digest('base64')}'`)
  expect(policy).toContain('img-src data:;')
  expect(policy).toContain("form-action 'none'")
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('referrer-policy')).toBe('no-referrer')
  expect(body.replace(/<script>[^<]*<\/script>/, '')).toBe(
    '<!doctype html><html><head><base target="_blank"><basefont rel="preconnect" href="https://t.example"></head><body>Hi</body></html>',
  )
  const withImages = await app.call('GET', `${path}?images=remote`)
  expect(withImages.headers.get('content-security-policy')).toContain('img-src data: https: http:;')

  const text = await app.call('POST', '/v1/send', { key: await app.testKey(), body: aSend() })
  expectError(await app.call('GET', `/preview/messages/${text.body.id}`), 404, 'not_found')
  expectError(await app.call('GET', '/preview/messages/msg_none'), 404, 'not_found')
})

test('a mail of millions of unfinished links is shown without holding up others', async () => {
  const payload = { subject: 'Links', body_html: '<a '.repeat(1_500_000) }
  const sent = await app.call('POST', '/v1/send', { key: await app.testKey(), body: aSend({ payload }) })
  expect(sent.status, JSON.stringify(sent.body)).toBe(201)
  // With a search that begins anew at each link, this takes an hour.
  expect((await app.call('GET', `/preview/messages/${sent.body.id}`)).status).toBe(200)
})

test('a mail shows its own pictures, because its frame can ask for nothing', async () => {
  const picture = { filename: 'logo.png', content_type: 'image/png', content_id: 'logo', content: LOGO }
  const drawing = { filename: 'plan.svg', content_type: 'image/svg+xml', content_id: 'plan', content: LOGO }
  const html = '<img src="cid:logo"><i style="background: url(cid:logo)"></i><img src=cid:plan><p>cid:logo</p>'
  const payload = { subject: 's', body_html: html, attachments: [picture, drawing] }
  const { body } = await app.call('POST', '/v1/send', { key: await app.testKey(), body: aSend({ payload }) })
  const shown = await app.call('GET', `/preview/messages/${body.id}`)
  const url = `data:image/png;base64,${LOGO}`
  expect(shown.body).toContain(
    `<img src="${url}"><i style="background: url(${url})"></i><img src=cid:plan><p>cid:logo</p>`,
  )
})

test('a received mail is shown sanitised, with its own pictures, and with those of others once asked for', async () => {
  const png = { filename: 'logo.png', contentType: 'image/png', content: anImage(), contentId: 'logo' }
  const svg = { filename: 'plan.svg', contentType: 'image/svg+xml', content: anImage(), contentId: 'plan' }
  const id = await storedEmail(app.app, app.accountId, { attachments: [png, svg] })
  const path = `/preview/inbound/${id}`
  const img = (attributes: string) => `<img ${attributes} alt="&quot; data-remote-src=&quot;" />`
  const own = (index: number) => img(`src="/v1/inbound/${id}/attachments/${index}"`)
  const html_safe = own(0) + own(1) + own(7) + img('data-remote-src="https://t.example/p.png"')
  await app.app.models.inboundContents.updateOne({ _id: id }, { $set: { html_safe } })
  const { headers, body } = await app.call('GET', path)
  expect(headers.get('content-security-policy')).toMatch(/^sandbox allow-scripts allow-popups .*img-src data:;/)
  const mine = img(`src="data:image/png;base64,${LOGO}"`) + img('src=""') + img('src=""')
  expect(body).toContain(mine + img('data-remote-src="https://t.example/p.png"'))
  const withRemote = await app.call('GET', `${path}?images=remote`)
  expect(withRemote.body).toContain(mine + img('src="https://t.example/p.png"'))

  expectError(await get(path), 401, 'unauthorized')
  expectError(await app.call('GET', path, { key: await app.key('send') }), 403, 'forbidden')
  const other = await app.app.services.accounts.create('other@postline.test')
  expectError(await app.call('GET', path, { key: other.key }), 404, 'not_found')
  await app.app.models.inboundContents.deleteOne({ _id: id })
  expectError(await app.call('GET', path), 404, 'not_found')
})

test('a mail that shows one picture very often does not grow without limit', async () => {
  const content = anImage('image/png', 1_000_000).toString('base64')
  const picture = { filename: 'logo.png', content_type: 'image/png', content_id: 'logo', content }
  const payload = { subject: 's', body_html: '<img src="cid:logo">'.repeat(200), attachments: [picture] }
  const { body } = await app.call('POST', '/v1/send', { key: await app.testKey(), body: aSend({ payload }) })
  const shown = await app.call('GET', `/preview/messages/${body.id}`)
  expect(shown.body.length).toBeGreaterThan(1_000_000)
  expect(shown.body.length).toBeLessThan(34 * 1024 * 1024)
  expect(shown.body).toContain('cid:logo')
})

test('a service whose console is not built says so, and works', async () => {
  const empty = await makeScratch('console')
  const other = await startApp({}, { consoleFolder: empty })
  try {
    const { status, body } = await other.call('GET', '/', { key: null })
    expect(status).toBe(503)
    expect(body).toContain('npm run build')
    expect((await other.call('GET', '/v1/messages')).status).toBe(200)
  } finally {
    await other.close()
  }
})

/** The paths of the files that a page loads at once. */
async function filesOf(path: string): Promise<string[]> {
  const { body } = await get(path)
  return [...body.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, file]) => file!)
}

async function fetched(path: string, encoding: string): Promise<{ encoding: string | null; body: Buffer }> {
  const { headers, body } = await request(app.url + path, { headers: { 'accept-encoding': encoding } })
  return { encoding: (headers['content-encoding'] as string) ?? null, body: Buffer.from(await body.arrayBuffer()) }
}
