import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser } from '../support/browser.js'
import { builtConsole } from '../support/built-console.js'
import { receiveMail } from '../support/file-mail.js'
import { inboundDomain } from '../support/inbound-domain.js'
import { aSend, eventually, startApp, type TestApp } from '../support/start-app.js'
import { useBrowser } from '../support/use-browser.js'

/* How much JavaScript a browser fetches for the first look at a page, compressed by Brotli. */

const KB = 1_000
const MOST_FOR_HOME = 90 * KB
const MOST_FOR_A_PAGE = 110 * KB

/** Each page of the console, by its file. */
const PAGES = {
  home: '/',
  messages: '/messages',
  message: '/messages/{message}',
  mail: '/mail',
  thread: '/mail/threads/{thread}',
  compose: '/mail/compose',
  domains: '/domains',
  domain: '/domains/{domain}',
  webhooks: '/webhooks',
  webhook: '/webhooks/{webhook}',
  broadcasts: '/broadcasts',
  broadcast: '/broadcasts/{broadcast}',
  'new-broadcast': '/broadcasts/new',
  contacts: '/contacts',
  contact: '/contacts/{contact}',
  'contact-import': '/contacts/import',
  'contact-list': '/contacts/lists/{list}',
  templates: '/templates',
  template: '/templates/{template}',
  suppressions: '/suppressions',
  'test-recipients': '/test-recipients',
  'inbound-routes': '/inbound-routes',
  uploads: '/images',
  keys: '/keys',
  approvals: '/approvals',
  'audit-log': '/audit-log',
  'dead-letters': '/dead-letters',
  usage: '/usage',
  person: '/people?address=ada@example.com',
  'move-here': '/move-here',
  send: '/send',
  'sign-in': '/sign-in',
}

let app: TestApp
let folder: string
let ids: Record<string, string>

describe.skipIf(!hasBrowser)('the first look', () => {
  beforeAll(async () => {
    folder = await builtConsole()
    app = await startApp({}, { consoleFolder: folder })
    ids = await fill()
  })
  afterAll(() => app?.close())

  const openPage = useBrowser()

  test.each(Object.entries(PAGES))('at %s', async (name, address) => {
    const path = address.replace(/\{(\w+)\}/, (_all, kind) => ids[kind]!)
    const { page } = await openPage(app, { path, viewport: { width: 1440, height: 2_000 } })
    const files = await eventually('everything is there', async () => {
      const before = await fetched(page)
      // Nothing is on its way, and two frames later still not.
      const isDone = await page.evaluate<boolean>(`new Promise((resolve) => {
        const isDone = () => document.querySelector('h1') !== null && !document.querySelector('.skeleton, [aria-busy="true"]')
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(isDone())))
      })`)
      return isDone && (await fetched(page)).length === before.length ? before : null
    })
    const sizes = await Promise.all(
      files.map(async (file) => [file, (await stat(join(folder, `${file}.br`))).size] as const),
    )
    const total = sizes.reduce((sum, [, size]) => sum + size, 0)
    const most = name === 'home' ? MOST_FOR_HOME : MOST_FOR_A_PAGE
    expect(files.length).toBeGreaterThan(1)
    expect(total, `too much for ${name}: ${JSON.stringify(sizes)}`).toBeLessThanOrEqual(most)
  })

  test('is measured at every page', async () => {
    const built = (await readdir(join(folder, 'assets'))).flatMap(
      (file) => /^(.+)-page-[\w-]+\.js$/.exec(file)?.[1] ?? [],
    )
    expect(Object.keys(PAGES)).toEqual(expect.arrayContaining(built))
  })
})

/** The scripts that a page has asked for, also those that are on their way. */
const fetched = (page: Page) =>
  page.evaluate<string[]>(`[...new Set([
    ...performance.getEntriesByType('resource').map(({ name }) => name),
    ...[...document.querySelectorAll('script[src], link[rel="modulepreload"]')].map((one) => one.src || one.href),
  ])].map((url) => new URL(url).pathname).filter((path) => path.endsWith('.js'))`)

/** Something to see on every page. Returns the ids of what has a page of its own. */
async function fill(): Promise<Record<string, string>> {
  const key = await app.testKey()
  const made = async (path: string, body: object) => {
    const answer = await app.call('POST', path, { key, body })
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
    return answer.body.id as string
  }
  await inboundDomain({ models: app.app.models, accountId: app.accountId }, 'shop.test')
  const [domain] = (await app.call('GET', '/v1/domains')).body.domains
  const list = await made('/v1/contact-lists', { name: 'Everybody' })
  const contact = await made('/v1/contacts', { email: 'ada@example.com', first_name: 'Ada' })
  await made(`/v1/contact-lists/${list}/members`, { contact_id: contact })
  const text = { subject: 'News', body_html: '<p>News</p>' }
  await app.call('POST', '/v1/mail/inboxes', { body: { address: 'help@shop.test' } })
  const { threadId: thread } = await receiveMail(app, { at: 'help@shop.test', html: '<p>Hello</p>' })
  return {
    ...{ domain: domain.id, list, contact, thread },
    webhook: await made('/v1/webhooks', { endpoint_url: 'http://127.0.0.1:1029/' }),
    template: await made('/v1/templates', { name: 'News', ...text }),
    broadcast: await made('/v1/broadcasts', { name: 'News', list_id: list, from_email: 'help@shop.test', ...text }),
    message: await made('/v1/send', aSend({ payload: text, metadata: { from_email: 'help@shop.test' } })),
  }
}
