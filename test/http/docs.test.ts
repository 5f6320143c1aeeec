import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { markdownPath } from '../../src/http/docs/llms.js'
import { DOCS_PAGES, SECTIONS } from '../../src/http/docs/pages.js'
import { readSections } from '../../src/http/docs/search-index.js'
import { TOKENS } from '../../src/http/pages/tokens.js'
import { expectError } from '../support/expect-error.js'
import { startApp, type TestApp } from '../support/start-app.js'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const BROWSER = { accept: 'text/html,application/xhtml+xml' }
const get = (path: string, headers = {}) => app.call('GET', path, { key: null, headers })
const linksIn = (body: string) => [...body.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, link]) => link!)

describe('a page of the documentation', () => {
  test.each(DOCS_PAGES)('$path is served, with one title and no script in it', async ({ path }) => {
    const { status, headers, body } = await get(path)
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(body.match(/<h1/g)).toHaveLength(1)
    expect(body).toContain(`<a href="${path}" aria-current="page">`)
    expect(body.match(/<script[^>]*>/g)).toEqual(['<script src="/docs/page.js">'])
    expect(body).not.toMatch(/<style|\sstyle=|\son\w+=/)
    expect(body).not.toContain('&lt;!--')
    const policy = headers.get('content-security-policy')!
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'")
    expect(policy).not.toMatch(/unsafe|https?:|\*/)
    expect((await get(path, { 'if-none-match': headers.get('etag')! })).status).toBe(304)
    const head = await app.call('HEAD', path, { key: null })
    expect([head.status, head.body]).toEqual([200, ''])
  })

  test('has only links that lead somewhere, to an anchor that exists', async () => {
    const pages = new Map<string, string>()
    const bodyOf = async (path: string) => {
      if (!pages.has(path)) {
        const { status, body } = await get(path)
        expect([path, status]).toEqual([path, 200])
        pages.set(path, typeof body === 'string' ? body : JSON.stringify(body))
      }
      return pages.get(path)!
    }
    const broken: string[] = []
    let seen = 0
    for (const { path } of DOCS_PAGES) {
      for (const link of linksIn(await bodyOf(path))) {
        // Other hosts, and the console, which is not built here.
        if (/^(https?|mailto):|^\/(favicon\.svg)?$/.test(link)) continue
        seen += 1
        const [target = '', anchor] = link.split('#')
        if (target.startsWith('/graphql')) continue
        const body = await bodyOf(target === '' ? path : target)
        if (anchor !== undefined && !body.includes(` id="${anchor}"`)) broken.push(`${path}: ${link}`)
      }
    }
    expect(broken).toEqual([])
    expect(seen).toBeGreaterThan(1_000)
  })

  test.each(DOCS_PAGES.filter(({ file }) => file !== 'coverage.md'))(
    'docs/$file has only relative links to files that exist',
    ({ file }) => {
      const markdown = readFileSync(`docs/${file}`, 'utf8').replaceAll(/^```[\s\S]*?^```/gm, '')
      const links = [...markdown.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link!.replace(/#.*/, ''))
      const missing = links.filter(
        (link) => link && !/^[a-z]+:/.test(link) && !existsSync(join('docs', dirname(file), link)),
      )
      expect(missing).toEqual([])
    },
  )

  test('names pages, not files', async () => {
    expect((await get('/docs/operating')).body).toContain('<a href="/docs/scaling">Scaling</a> says what')
  })

  test('is followed by the next one, and the last by none', async () => {
    const [first, second] = DOCS_PAGES
    expect((await get(first!.path)).body).toContain(`<a class="next" href="${second!.path}" rel="next">`)
    expect((await get(second!.path)).body).toContain(`<a href="${first!.path}" rel="prev">`)
    expect((await get(DOCS_PAGES.at(-1)!.path)).body).not.toContain('rel="next"')
  })

  test('of the API reference is followed by the next one, too', async () => {
    const first = /<a class="next" href="(\/docs\/api\/[^"]+)" rel="next">/.exec((await get('/docs/api')).body)![1]!
    const { body } = await get(first)
    expect(body).toContain('<a href="/docs/api" rel="prev">← API reference</a>')
    expect(body).toMatch(/<a class="next" href="\/docs\/api\/[^"]+" rel="next">/)
  })

  test('is in the navigation once', () => {
    const paths = SECTIONS.flatMap(({ entries }) => entries.map(({ path }) => path))
    expect(new Set(paths).size).toBe(paths.length)
  })
})

describe('a sample', () => {
  const served = async (baseUrl: string) => {
    const other = await startApp({ BASE_URL: baseUrl })
    try {
      return (await other.call('GET', '/docs', { key: null })).body as string
    } finally {
      await other.close()
    }
  }

  test('shows the address of the service', async () => {
    const body = await served('https://mail.example.org/post/')
    expect(body).toContain('https://mail.example.org/post/v1/send')
    expect(body).not.toContain('127.0.0.1')
    expect(body).toContain('<a href="/">https://mail.example.org/post/</a>')
  })

  test('shows the address that its reader asked, if the settings name none for others', async () => {
    expect((await get('/docs')).body).toContain('<span data-address>http://127.0.0.1:0</span>/v1/send')
    expect((await get('/docs/page.js')).body).toContain('location.origin')
  })

  test('of a proxy keeps the address by which the proxy finds the service', async () => {
    expect((await get('/docs/operating')).body).toContain('ask http://127.0.0.1:3000/link-hosts/ask')
  })

  test('has places for a key, but never a key: everybody gets the same answer', async () => {
    const { body, headers } = await get('/docs/guides/first-mail')
    expect(body).toContain('Bearer <span data-key="any">$POSTLINE_KEY</span>')
    expect(body).toContain('<span data-key="any" data-quoted>process.env.POSTLINE_KEY!</span>')
    expect((await get('/docs')).body).toContain('<span data-key="test">$TEST_KEY</span>')
    const session = await app.call('POST', '/session', { key: null, body: { key: app.adminKey } })
    const cookie = session.headers.getSetCookie()[0]!.split(';', 1)[0]!
    const signedIn = await app.call('GET', '/docs/guides/first-mail', { headers: { cookie } })
    expect(signedIn.body).toBe(body)
    expect(signedIn.headers.get('etag')).toBe(headers.get('etag'))
  })

  test('has a field for the key on its page, and pages without such a place have none', async () => {
    expect((await get('/docs/guides/first-mail')).body).toContain('id="own-key"')
    expect((await get('/docs/glossary')).body).not.toContain('id="own-key"')
  })
})

describe('an address that is no page', () => {
  test('is 404, with a way on for people and the usual error for programs', async () => {
    const { status, headers, body } = await get('/docs/nothing', BROWSER)
    expect(status).toBe(404)
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(body).toContain('<code>/docs/nothing</code> is not part of the documentation')
    expect(linksIn(body)).toContain('/docs/guides/first-mail')
    expectError(await get('/docs/nothing'), 404, 'not_found')
  })

  test.each([
    '/docs/../package.json',
    '/docs/..%2fpackage.json',
    '/docs/%2e%2e/package.json',
    '/docs/guides/..%5c..%5cpackage.json',
    '/docs/decisions/README.md',
    '/docs/adding-a-resource',
    '/docs/guides',
    '/docs/%00',
    '/docs/api/package.json',
  ])('%s reads no file', async (path) => {
    const response = await fetch(app.url + path, { headers: BROWSER })
    expect(response.status).toBe(404)
    expect(await response.text()).not.toMatch(/"version"|"license"|# Decision/)
  })

  test('shows what was asked for as text', async () => {
    const { body } = await get('/docs/<script>alert(1)</script>', BROWSER)
    expect(body).not.toContain('<script>')
  })

  test.each([
    ['/docs/', '/docs'],
    ['/docs/webhooks.md', '/docs/webhooks'],
    ['/docs/guides/first-mail/', '/docs/guides/first-mail'],
  ])('%s leads to %s', async (path, target) => {
    const { status, headers } = await fetch(app.url + path, { headers: BROWSER, redirect: 'manual' })
    expect([status, headers.get('location')]).toEqual([301, target])
  })
})

describe('for language models', () => {
  const markdown = async (path: string) => {
    const { status, headers, body } = await get(path)
    expect([status, headers.get('content-type')], path).toEqual([200, 'text/markdown; charset=utf-8'])
    return String(body)
  }

  test('/llms.txt lists every page with what it is about, and each is there as Markdown', async () => {
    const { status, headers, body } = await get('/llms.txt')
    expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
    expect(body).toMatch(/^# Postline\n\n> /)
    const listed = [...String(body).matchAll(/^- \[(.+)\]\((.+\.md)\): (.+)$/gm)]
    expect(listed.map(([, title]) => title)).toEqual(DOCS_PAGES.map(({ title }) => title))
    for (const [, , link = '', about = ''] of listed) {
      expect(about).toMatch(/^[A-Z`].{15,}[.:]$/)
      expect(await markdown(new URL(link).pathname)).toMatch(/^# /)
    }
  })

  test('links between the pages lead to Markdown, and to what is served', async () => {
    const seen = new Set<string>()
    for (const page of DOCS_PAGES) {
      for (const [, link = ''] of (await markdown(markdownPath(page))).matchAll(/\]\((http:\/\/127[^()\s#]*)/g))
        seen.add(new URL(link).pathname)
    }
    expect(seen).toContain('/docs/webhooks.md')
    // The pages of the console are not built here.
    for (const link of [...seen].filter((path) => /^\/(docs|openapi)/.test(path))) {
      const { status } = await fetch(app.url + link, {
        redirect: 'manual',
        headers: { authorization: `Bearer ${app.adminKey}` },
      })
      expect(status, link).toBeLessThan(400)
    }
  })
})

/** Without operations: their pages are looked at below. */
const API = { info: { description: '' }, tags: [], paths: {}, webhooks: {} } as never

describe('the search', () => {
  const found = async (query: string) => {
    const { status, body } = await get(`/docs/search?q=${encodeURIComponent(query)}`)
    expect(status).toBe(200)
    const [, list = ''] = /<ul class="found">([\s\S]*?)<\/ul>/.exec(body) ?? []
    const pages = [...list.matchAll(/<li><a href="([^"#]*)/g)].map(([, page]) => page!)
    return { body, links: linksIn(list), pages }
  }

  test('finds the part of a page in which all words occur, headings first', async () => {
    expect((await found('rotating secret')).links[0]).toBe('/docs/webhooks#rotating-the-secret')
    expect((await found('SMTP_MAX_CONNECTIONS')).links).toContain('/docs/operating#the-smtp-listener')
    expect((await found('the SMTP LISTENER')).links).toContain('/docs/operating#the-smtp-listener')
  })

  test.each([
    ['error codes', '/docs/using-the-api'],
    ['recipient_not_verified', '/docs/guides/first-mail'],
    ['node sdk', '/docs/using-the-api'],
    ['how to send an email', '/docs/guides/first-mail'],
    ['send email node', '/docs/guides/first-mail'],
    ['api key', '/docs/api/api-keys'],
    ['create api key', '/docs/api/api-keys'],
    ['attachments', '/docs/using-the-api'],
    ['verify signature', '/docs/guides/receive-webhooks'],
    ['wehbook', '/docs/webhooks'],
    ['webhook retry', '/docs/webhooks'],
    ['rate limt', '/docs/using-the-api'],
    ['idempotancy', '/docs/concepts/message'],
    ['pagination', '/docs/using-the-api'],
    ['suppresion list', '/docs/tracking-and-unsubscribe'],
    ['unsubscribe link', '/docs/tracking-and-unsubscribe'],
    ['open tracking', '/docs/tracking-and-unsubscribe'],
    ['domain verification', '/docs/guides/verify-a-domain'],
    ['templtes', '/docs/templates'],
    ['newsletter', '/docs/broadcasts'],
    ['import contacts csv', '/docs/contacts'],
    ['schedule email', '/docs/using-the-api'],
    ['receive email', '/docs/guides/receive-mail'],
    ['smtp port', '/docs/sending-by-smtp'],
    ['docker', '/docs/operating'],
    ['self host', '/docs/guides/self-host'],
    ['environment variables', '/docs/settings'],
    ['pricing', '/docs/billing'],
    ['metrics prometheus', '/docs/metrics'],
    ['migrate from sendgrid', '/docs/guides/migrate-from-sendgrid'],
    ['python', '/docs/guides/receive-webhooks'],
    ['trpc', '/docs/trpc'],
  ])('has for “%s” the page %s among the first two', async (query, page) => {
    expect((await found(query)).pages.slice(0, 2)).toContain(page)
  })

  test('finds the same with one typing error in a word: a letter left out, changed, doubled or swapped', async () => {
    for (const typed of ['brodcast', 'broafcast', 'broadcasst', 'braodcast']) {
      expect([typed, (await found(typed)).pages[0]]).toEqual([typed, '/docs/broadcasts'])
    }
  })

  test('finds words by how they begin, as somebody types', async () => {
    expect((await found('webh')).pages.slice(0, 2)).toContain('/docs/webhooks')
  })

  test('has each page once, with further parts beside it', async () => {
    const { pages, body } = await found('webhook')
    expect(new Set(pages).size).toBe(pages.length)
    expect(body).toMatch(/<p>Also: <a href="\/docs\//)
  })

  test('knows all parts of the pages, and their anchors', async () => {
    const sections = await readSections({ tags: [], load: async () => API })
    const ofTrpc = sections.filter(({ address }) => address.startsWith('/docs/trpc'))
    expect(ofTrpc.map(({ address }) => address)).toEqual(['/docs/trpc'])
    for (const page of DOCS_PAGES.filter(({ file }) => file !== 'trpc.md')) {
      const { body } = await get(page.path)
      const ids = [...(body as string).matchAll(/<h[1-6] id="([^"]*)"/g)].map(([, id]) => id)
      const anchors = sections.filter(({ address }) => address.split('#')[0] === page.path)
      expect([page.path, ...anchors.map(({ address }) => address.split('#')[1]).slice(1)]).toEqual([
        page.path,
        ...ids.slice(1),
      ])
    }
  })

  test('finds nothing for words that are nowhere, and says what to do', async () => {
    const { body, links } = await found('zebra heron')
    expect(links).toEqual([])
    expect(body).toContain('No page contains “zebra heron”')
    expect((await found('')).body).toContain('Type what you look for')
  })

  test('shows what was typed as text, and takes any length', async () => {
    const { body } = await found('"><script>alert(1)</script>')
    expect(body).not.toContain('<script>')
    expect((await found('x'.repeat(5_000))).links).toEqual([])
    expect((await get('/docs/search?q=a&q=b')).status).toBe(200)
  })
})

describe('the API reference', () => {
  const paths = async () => {
    const { tags } = (await get('/openapi.json')).body
    return tags.map(({ name }: { name: string }) => `/docs/api/${name.toLowerCase().replaceAll(' ', '-')}`) as string[]
  }

  test('has every operation of the OpenAPI document, on the page of its section, and lists it', async () => {
    const { body: document } = await get('/openapi.json')
    const overview = (await get('/docs/api')).body
    const pages = (await Promise.all((await paths()).map(get))).map(({ body }) => body).join('')
    const operations = Object.entries<Record<string, { operationId: string; summary: string }>>(document.paths)
    expect(operations.length).toBeGreaterThan(100)
    for (const [path, item] of operations) {
      for (const [method, { operationId }] of Object.entries(item)) {
        expect(pages).toContain(`<h2 id="${operationId}">`)
        expect(pages).toContain(`<code>${method.toUpperCase()} ${path}</code>`)
        expect(overview).toContain(`#${operationId}">`)
      }
    }
  })

  test('says what an operation takes, returns and refuses', async () => {
    const { body } = await get('/docs/api/messages')
    expect(body).toContain('<code>destination.email</code>')
    expect(body).toContain('<code>payload.attachments[].filename</code>')
    expect(body).toContain('<code>idempotency_key</code><br><small>required</small>')
    expect(body).toContain('&quot;idempotency_key&quot;: &quot;first-mail&quot;')
    expect(body).toContain('Response 201: application/json')
    expect(body).toContain('<code>recipient_suppressed</code>')
    expect((await get('/docs/api/webhooks')).body).toContain('<code>POST to your endpoint</code>')
  })

  test('has only links and scripts of this server, and they exist', async () => {
    for (const path of ['/docs/api', ...(await paths())]) {
      const { status, headers, body } = await get(path)
      expect([path, status, headers.get('content-type')]).toEqual([path, 200, 'text/html; charset=utf-8'])
      expect(body).toContain('<a href="/docs/api" aria-current="page">API reference</a>')
      for (const [tag] of body.matchAll(/<(?:script|link|img)[^>]*>/g)) expect(tag).toMatch(/(?:src|href)="\/[a-z]/)
      for (const link of linksIn(body).filter((each) => each.startsWith('#'))) {
        expect([link, body.includes(` id="${link.slice(1)}"`)]).toEqual([link, true])
      }
    }
    const { status, headers } = await get('/docs/api/try.js')
    expect([status, headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8'])
  })

  test('has a content security policy without other hosts and inline scripts, and the pages have none', async () => {
    const { headers, body } = await get('/docs/api/messages')
    const policy = headers.get('content-security-policy')!
    expect(policy).toContain("default-src 'none'")
    expect(policy).toMatch(/script-src 'self'(;|$)/)
    expect(policy).not.toMatch(/https?:|\*|unsafe/)
    expect(body).not.toMatch(/<script(?![^>]*\bsrc=)|\son\w+=|<style|\sstyle=/)
  })

  test('is found by the search', async () => {
    const { body } = await get('/docs/search?q=new+secret+for+an+API+key')
    expect(body).toContain('<a href="/docs/api/api-keys#keysRotate">')
  })

  test("does not send again what is in the browser's cache", async () => {
    const first = await get('/docs/api/try.js')
    const again = await get('/docs/api/try.js', { 'if-none-match': first.headers.get('etag') })
    expect([again.status, again.body]).toEqual([304, ''])
  })
})

test('pages outside the console have its colors and sizes', () => {
  const console = readFileSync('console/src/styles/tokens.css', 'utf8')
  const declarations = TOKENS.split('\n').filter((line) => line.startsWith('  '))
  expect(declarations.length).toBeGreaterThan(10)
  expect(declarations.filter((line) => !console.includes(line))).toEqual([])
})
