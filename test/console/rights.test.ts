import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser, type OpenOptions, type WatchedPage } from '../support/browser.js'
import { builtConsole } from '../support/built-console.js'
import { aListOf, people } from '../support/contacts.js'
import { receiveMail } from '../support/file-mail.js'
import { inboundDomain } from '../support/inbound-domain.js'
import { aSend, eventually, startApp, type TestApp } from '../support/start-app.js'
import { useBrowser } from '../support/use-browser.js'

/* What a key may not do is not offered, and not asked for. */

let app: TestApp
/** Pages of things that are there. */
const pages: Record<string, string> = {}
const ONE_OF_EACH = ['message', 'domain', 'webhook', 'template', 'contact', 'list', 'broadcast']
let inboxId: string

describe.skipIf(!hasBrowser)('a session', () => {
  beforeAll(async () => {
    app = await startApp({}, { consoleFolder: await builtConsole() })
    const made = async (path: string, body: object, key = app.adminKey) =>
      (await app.call('POST', path, { key, body })).body.id
    const later = new Date(Date.now() + 3_600_000).toISOString()
    const list = await aListOf({ ...app.app, accountId: app.accountId }, people(2, 'rights.example'))
    const { body } = await app.call('GET', '/v1/contacts?limit=1')
    pages.message = `/messages/${await made('/v1/send', aSend({ scheduled_at: later }), await app.testKey())}`
    pages.domain = `/domains/${await made('/v1/domains', { domain: 'rights.acme.com' })}`
    pages.webhook = `/webhooks/${await made('/v1/webhooks', { endpoint_url: 'http://127.0.0.1:1029/' })}`
    pages.template = `/templates/${await made('/v1/templates', { name: 'T', channel: 'email', subject: 's', body_html: 'h' })}`
    pages.contact = `/contacts/${body.contacts[0].id}`
    pages.list = `/contacts/lists/${list}`
    await inboundDomain({ models: app.app.models, accountId: app.accountId }, 'shop.rights.example')
    inboxId = await made('/v1/mail/inboxes', { address: 'help@shop.rights.example' })
    const mail = await receiveMail(app, { subject: 'Asks', at: 'help@shop.rights.example' })
    pages.thread = `/mail/threads/${mail.threadId}`
    pages.broadcast = `/broadcasts/${await made('/v1/broadcasts', { name: 'B', list_id: list, subject: 's', body_text: 't' })}`
    await app.call('POST', '/v1/suppressions', { body: { recipient: 'gone@rights.example', reason: 'manual' } })
    await app.call('PUT', '/v1/spend-caps', { body: { hard_limit_micros: 5_000_000 } })
  })
  afterAll(() => app?.close())

  const openPage = useBrowser()
  /** A page, with the refusals of what it has asked for. */
  async function open(path: string, options: OpenOptions): Promise<WatchedPage & { refusals: string[] }> {
    const watched = await openPage(app, { ...options, path: '/sign-in' })
    const refusals: string[] = []
    watched.page.on('response', async (response) => {
      if (response.status() === 403 || (await response.text().catch(() => '')).match(/"(forbidden|bound_key)"/))
        refusals.push(response.request().postData() ?? response.url())
    })
    await watched.page.goto(app.url + path)
    return { ...watched, refusals }
  }
  const sectionsOf = ({ page }: WatchedPage) =>
    page.getByRole('navigation', { name: 'Sections' }).getByRole('link').allTextContents()

  /** Buttons and links that write, by their names, as every page of an admin key has some. */
  const WRITES =
    /^(Add (?!a variable)|Allow|Cancel$|Change|Check the records|Create|Delete|Deliver again|Edit|Erase|Import|New (?!label)|Pause|Receive|Remove|Resume|Save(?!d replies| the raw)|Send|Set a cap|Stop|Take off|Use it)/

  const LISTS = ['/', '/messages', '/mail', '/broadcasts', '/contacts', '/contacts?view=lists', '/templates']
  const OTHERS = [
    '/domains',
    '/webhooks',
    '/suppressions',
    '/usage',
    '/test-recipients',
    '/inbound-routes',
    '/images',
    '/move-here',
  ]
  const READ = [...LISTS, ...OTHERS, '/people?address=gone@rights.example', ...ONE_OF_EACH, 'thread']

  test.each(READ)(
    'of a read key sees %s without a button that is refused, and asks for nothing that is',
    async (path) => {
      const { page, refusals } = await open(pages[path] ?? path, { key: await app.key('read') })
      await page.locator('main h1').waitFor()
      await page.getByText('This session has a key that only reads.', { exact: true }).waitFor()
      await eventually('all of it is loaded', async () => (await page.locator('main [aria-busy]').count()) === 0)
      const main = page.locator('main')
      // Variables are tried out in the preview.
      const names = await main.getByRole('button', { disabled: false }).or(main.getByRole('link')).allTextContents()
      expect(names.filter((name) => WRITES.test(name.trim()))).toEqual([])
      expect(refusals).toEqual([])
    },
  )

  test('of a read key is told why it cannot change a page, and sees no page of keys', async () => {
    const watched = await open(pages.domain!, { key: await app.key('read') })
    await watched.page.locator('.page-head').getByText('it cannot write or change anything here').waitFor()
    await watched.expectClean()
    expect(await sectionsOf(watched)).toEqual([
      ...[
        'Home',
        'Messages',
        'Mail',
        'Broadcasts',
        'Contacts',
        'Templates',
        'Domains',
        'Webhooks',
        'Suppressions',
        'Test recipients',
        'Inbound routes',
        'Uploads',
        'Usage',
        'Move here',
      ],
    ])
  })

  test.each(ONE_OF_EACH)('of an admin key has such buttons on the page of a %s', async (name) => {
    const { page, refusals } = await open(pages[name]!, { key: app.adminKey })
    await page.locator('main').getByRole('button', { name: WRITES }).first().waitFor()
    expect(refusals).toEqual([])
  })

  test.each([
    '/keys',
    '/approvals',
    '/audit-log',
    '/dead-letters',
    '/contacts/import',
    '/templates/new',
    '/broadcasts/new',
    '/send',
  ])('of a read key is told why it does not see %s', async (path) => {
    const { page, refusals } = await open(path, { key: await app.key('read') })
    await page.getByText(/This session has a key that only reads\. This page needs one/).waitFor()
    expect(refusals).toEqual([])
  })

  test.each(['/mail', 'thread'])(
    'of a key that is bound to an inbox is offered the mail, and sees %s',
    async (path) => {
      const { key } = (await app.call('POST', '/v1/keys', { body: { scope: 'read', inbox_ids: [inboxId] } })).body
      const watched = await open(pages[path] ?? path, { key })
      const { page, refusals } = watched
      await page.getByText('Asks').first().waitFor()
      await eventually('all of it is loaded', async () => (await page.locator('main [aria-busy]').count()) === 0)
      expect(await sectionsOf(watched)).toEqual(['Home', 'Mail'])
      await page.goto(`${app.url}/domains`)
      await page.getByText('sees only the mail of some inboxes. This page needs one without this limit').waitFor()
      await page.goto(app.url)
      await page.getByRole('link', { name: 'Go to the mail' }).waitFor()
      expect(refusals).toEqual([])
    },
  )

  test('of a test key is not offered what needs a live one', async () => {
    const { page, refusals } = await open('/usage', { key: await app.key('admin', true) })
    await page.getByRole('heading', { name: 'Spend caps' }).waitFor()
    await eventually('all of it is loaded', async () => (await page.locator('main [aria-busy]').count()) === 0)
    expect(await page.getByRole('button', { name: 'Set a cap' }).count()).toBe(0)
    await page.goto(app.url + pages.contact!)
    await page.getByRole('button', { name: 'Delete' }).first().waitFor()
    expect(await page.getByRole('button', { name: 'Erase everywhere' }).count()).toBe(0)
    expect(refusals).toEqual([])
  })

  test('of a send key sends, and asks for nothing that it may not read', async () => {
    const key = await app.key('send', true)
    const watched = await open('/', { key })
    const { page, expectClean, refusals } = watched
    await page.getByText('it sees neither what was sent nor what became of it').waitFor()
    expect(await sectionsOf(watched)).toEqual(['Home', 'Send a test'])
    await expectClean()
    await page.locator('main').getByRole('link', { name: 'Send a test' }).click()
    await page.getByLabel('To', { exact: true }).fill('delivered@rights.example')
    await page.getByLabel(/^From/).fill('hello@shop.rights.example')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByText(/^Accepted as msg_/).waitFor()
    await page.goto(`${app.url}/messages`)
    await page.getByText('This session has a key that only sends. This page needs one that may read').waitFor()
    expect(refusals).toEqual([])
  })
})
