import { execFile } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  hasBrowser,
  holdAnswer,
  loseAnswer,
  type OpenOptions,
  openBrowser,
  openConsole,
  type WatchedPage,
} from '../support/browser.js'
import { builtConsole } from '../support/built-console.js'
import { goByKeys } from '../support/go-by-keys.js'
import { aSend, eventually, startApp, type TestApp } from '../support/start-app.js'
import { startTracker } from '../support/tracker.js'
import { useBrowser } from '../support/use-browser.js'
import { startWebhookReceiver } from '../support/webhook-receiver.js'

const run = promisify(execFile)

/* The console in a real browser, against the real service. */

let app: TestApp

describe.skipIf(!hasBrowser)('the console', () => {
  beforeAll(async () => {
    app = await startApp({}, { consoleFolder: await builtConsole() })
  })
  afterAll(() => app?.close())

  const openPage = useBrowser()
  function open(path: string, options: OpenOptions = {}): Promise<WatchedPage> {
    return openPage(app, { path, ...options })
  }

  describe('signing in', () => {
    test('asks for a key, names what is wrong with it, and returns to where the reader wanted to go', async () => {
      const { page, expectClean } = await open('/messages?status=bounced', { key: null })
      await page.waitForURL('**/sign-in?next=*')
      await expectClean()
      await page.getByLabel('API key').fill(`sk_live_${'x'.repeat(43)}`)
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page.getByText('This key does not work. It may be mistyped or cut off').waitFor()
      await page.getByLabel('API key').fill(app.adminKey)
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page.waitForURL('**/messages?status=bounced')
      await page.getByRole('heading', { name: 'Messages' }).waitFor()
      expect(
        await page.evaluate<string>('JSON.stringify([localStorage, sessionStorage, document.cookie])'),
      ).not.toContain('sk_live')

      await page.getByRole('button', { name: 'Sign out' }).click()
      await page.waitForURL('**/sign-in')
      await page.goto(`${app.url}/messages`)
      await page.waitForURL('**/sign-in?next=*')
    })

    test.each([
      'https://evil.example/',
      '//evil.example/',
      '/.//evil.example/',
      '/%5Cevil.example/',
      'javascript:alert(1)',
    ])('leads nowhere else, also with next=%s in the address', async (next) => {
      const { page } = await open(`/sign-in?next=${next}`, { key: null })
      await page.getByLabel('API key').fill(app.adminKey)
      await page.getByRole('button', { name: 'Sign in' }).click()
      // Home, or an address of this server that is nothing.
      await page.waitForURL((url) => url.pathname !== '/sign-in')
      expect(new URL(page.url()).origin).toBe(new URL(app.url).origin)
    })

    test('a link signs in once, and its token is in no address afterwards', async () => {
      const link = `/sign-in#${await app.app.services.signInLinks.create(app.adminKey)}`
      const { page } = await open(link, { key: null })
      await page.getByRole('heading', { name: 'Home' }).waitFor()
      expect(page.url()).toBe(`${app.url}/`)
      const second = await open(link, { key: null })
      await second.page.getByText('This link has been used already').waitFor()
      expect(second.page.url()).toBe(`${app.url}/sign-in`)
    })

    test('a link works in a tab that shows the page already', async () => {
      const { page } = await open('/sign-in', { key: null })
      await page.getByLabel('API key').waitFor()
      await page.goto(`${app.url}/sign-in#${await app.app.services.signInLinks.create(app.adminKey)}`)
      await page.getByRole('heading', { name: 'Home' }).waitFor()
      expect(page.url()).toBe(`${app.url}/`)
    })

    test('who loses a session is told why, and comes back to the same place', async () => {
      const { body: made } = await app.call('POST', '/v1/keys', { body: { scope: 'admin' } })
      const { page, expectClean } = await open('/messages?status=bounced', { key: made.key })
      await page.getByRole('heading', { name: 'Messages' }).waitFor()
      // The page's live stream ends with the key: no click is needed to notice, and one could come too late.
      await app.call('DELETE', `/v1/keys/${made.id}`)
      await page.waitForURL('**/sign-in?next=*')
      await page.getByText('Your session has ended.').waitFor()
      await expectClean()
      await page.getByLabel('API key').fill(app.adminKey)
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page.waitForURL('**/messages?status=bounced')
    })
  })

  test('a page is shown as soon as it is here, also behind a link', async () => {
    // An option gives the test a separate tab.
    const { page, faults } = await open('/', { colorScheme: 'light' })
    // From here on, no timer of the page fires.
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 60_000)
    await page.goto(`${app.url}/domains`)
    await page.getByRole('heading', { name: 'Domains' }).waitFor()
    await page.getByRole('link', { name: 'Webhooks' }).click()
    await page.getByRole('heading', { name: 'Webhooks' }).waitFor()
    await page.getByRole('button', { name: 'Create a webhook' }).first().click()
    await page.getByRole('dialog').waitFor()
    expect(faults).toEqual([])
  })

  describe('home', () => {
    test('says what needs attention, and shows what happens while it happens', async () => {
      await app.call('POST', '/v1/domains', { body: { domain: 'unfinished.example.com' } })
      await app.app.models.deadLetters.create({
        _id: app.app.newId('deadLetter'),
        kind: 'deliveries',
        row_id: app.app.newId('delivery'),
        account_id: app.accountId,
        error: 'Error: bang',
        crashes: 5,
        created_at: new Date(),
      })
      const { page, expectClean } = await open('/')
      await page.getByText('The domain unfinished.example.com is not verified').waitFor()
      await page.getByText('1 piece of work was given up').waitFor()
      await expectClean()
      const subject = 'Seen at home'
      const body = aSend({ payload: { subject, body_text: 't' } })
      await app.call('POST', '/v1/send', { key: await app.testKey(), body })
      const row = page.locator('.feed a.row', { hasText: subject })
      await row.filter({ hasText: 'delivered' }).first().waitFor()
      await row.first().click()
      await page.getByRole('heading', { name: subject }).waitFor()
    })
  })

  describe('messages', () => {
    test('are found by words and filters, which are in the address', async () => {
      const key = await app.testKey()
      const to = (email: string, subject: string) =>
        aSend({ destination: { email }, payload: { subject, body_text: 't' } })
      await app.call('POST', '/v1/send', { key, body: to('bounced@find.example', 'Quarterly zebra') })
      await app.call('POST', '/v1/send', { key, body: to('delivered@find.example', 'Quarterly heron') })
      const { page, expectClean } = await open('/messages')
      const rows = page.locator('.messages a.row')
      await page.getByLabel(/^Search/).fill('quart')
      await page.waitForURL('**/messages?search=quart')
      await eventually('both are found by a beginning', async () => (await rows.count()) === 2)
      await page.getByLabel(/^Search/).fill('quarterly')
      await page.waitForURL('**/messages?search=quarterly')
      await eventually('both are found', async () => (await rows.count()) === 2)
      await page.getByLabel('Status').selectOption('bounced')
      await page.waitForURL('**/messages?search=quarterly&status=bounced')
      await rows.filter({ hasText: 'bounced' }).waitFor()
      expect(await rows.allTextContents()).toEqual([expect.stringContaining('Quarterly zebra')])
      const href = await page.getByRole('link', { name: 'CSV' }).getAttribute('href')
      expect(href).toBe('/v1/messages/export.csv?search=quarterly&status=bounced')
      const csv = await page.request.get(`${app.url}${href}`)
      expect((await csv.text()).match(/Quarterly/g)).toHaveLength(1)
      await page.getByText('More filters').click()
      await page.getByLabel('Tag').fill('no-such')
      await page.getByText('No message matches').waitFor()
      await expectClean()
      await page.getByLabel('Tag').fill('')
      await page.getByLabel('First day').fill('2999-01-01')
      await page.getByText('No message matches').waitFor()
      await page.getByLabel('First day').fill('')
      await rows.filter({ hasText: 'zebra' }).waitFor()

      // The address alone brings the same view about.
      const { page: shared } = await open('/messages?search=quarterly&status=bounced')
      await shared.locator('.messages a.row', { hasText: 'zebra' }).waitFor()
      expect(await shared.getByLabel('Status').inputValue()).toBe('bounced')

      await page.getByLabel(/^Search/).fill('nothing-like-this')
      await page.getByRole('button', { name: 'Show all messages' }).click()
      await page.waitForURL('**/messages')
      await eventually('all are shown', async () => (await rows.count()) >= 2)
    })

    test('with a mark that turns text around leave what stands beside it in its order', async () => {
      const subject = 'Invoice \u202efdp.exe \u2067for you'
      await app.call('POST', '/v1/send', {
        key: await app.testKey(),
        body: aSend({ payload: { subject, body_text: 't' } }),
      })
      const { page } = await open('/messages')
      const row = page.locator('.messages a.row', { hasText: 'Invoice fdp.exe for you' })
      await row.waitFor()
      expect(await row.locator('bdi', { hasText: 'Invoice' }).count()).toBe(1)
      await row.click()
      await page.getByRole('heading', { name: 'Invoice fdp.exe for you' }).waitFor()
      expect(await page.title()).toBe('Invoice fdp.exe for you · Postline')
      await page.getByRole('tab', { name: 'Headers' }).click()
      await page.getByRole('tabpanel').getByText('Invoice fdp.exe for you').waitFor()
      await page.getByRole('button', { name: 'Send again' }).click()
      await page.getByRole('alertdialog').getByText('“Invoice fdp.exe for you” goes to').waitFor()
      expect(await page.evaluate<boolean>('/[\\u202a-\\u202e\\u2066-\\u2069]/.test(document.body.innerText)')).toBe(
        false,
      )
    })

    test('are walked by keyboard', async () => {
      const key = await app.testKey()
      for (const _ of [1, 2]) await app.call('POST', '/v1/send', { key, body: aSend() })
      const { page } = await open('/')
      await page.getByRole('heading', { name: 'Home' }).waitFor()
      await goByKeys(page, ['g', 'm'], '**/messages')
      await page.locator('.messages a.row').nth(1).waitFor()
      await page.keyboard.press('j')
      await page.keyboard.press('j')
      const second = await page.locator('.messages a.row').nth(1).getAttribute('href')
      await page.keyboard.press('Enter')
      await page.waitForURL(`**${second}`)
    })
  })

  test('a mail sent in one window appears in another, and its timeline grows to delivered in both', async () => {
    const key = await app.testKey()
    const [sender, watcher] = [await open('/send', { key }), await open('/messages', { key })]
    await watcher.page.getByRole('heading', { name: 'Messages' }).waitFor()
    await sender.page.getByLabel('To', { exact: true }).fill('delivered@live.example')
    await sender.page.getByLabel('Subject').fill('Seen by both')
    await sender.expectClean()
    await sender.page.getByRole('button', { name: 'Send', exact: true }).click()
    await sender.page.waitForURL('**/messages/msg_*')
    const row = watcher.page.locator('.messages a.row', { hasText: 'Seen by both' })
    await row.filter({ hasText: 'delivered' }).waitFor()
    await row.click()
    for (const { page, expectClean } of [sender, watcher]) {
      await page.locator('.timeline > li', { hasText: 'delivered' }).waitFor()
      await page.locator('.page-head .badge', { hasText: 'delivered' }).waitFor()
      await expectClean()
    }
  })

  test('what happens while a list is looked up is shown as well', async () => {
    const key = await app.testKey()
    const { page } = await open('/', { key })
    await page.getByRole('heading', { name: 'Home' }).waitFor()
    const { held, letGo } = await holdAnswer(page, 'Messages')
    await page.getByRole('link', { name: 'Messages' }).first().click()
    await held
    const { id } = (
      await app.call('POST', '/v1/send', { key, body: aSend({ payload: { subject: 'Meanwhile', body_text: 't' } }) })
    ).body
    await eventually(
      'it is delivered',
      async () => (await app.call('GET', `/v1/messages/${id}`, { key })).body.status === 'delivered',
    )
    // Long enough for the news of it.
    await delay(1_500)
    letGo()
    await page.locator('.messages a.row', { hasText: 'Meanwhile' }).filter({ hasText: 'delivered' }).waitFor()
  })

  test('a test whose answer is lost is sent once, however often the button is pressed', async () => {
    const key = await app.testKey()
    const { page } = await open('/send', { key })
    await loseAnswer(page, 'SendMessage')
    await page.getByLabel('To', { exact: true }).fill('delivered@lost.example')
    const send = page.getByRole('button', { name: 'Send', exact: true })
    const sent = async () =>
      (await app.call('GET', '/v1/messages?recipient=delivered%40lost.example')).body.messages.length
    await send.click()
    await page.getByText('The server cannot be reached.').waitFor()
    expect(await sent()).toBe(1)
    await send.click()
    await page.waitForURL('**/messages/msg_*')
    expect(await sent()).toBe(1)
  })

  test('a test that is changed after a lost answer is another one', async () => {
    const key = await app.testKey()
    const { page } = await open('/send', { key })
    await loseAnswer(page, 'SendMessage')
    await page.getByLabel('To', { exact: true }).fill('delivered@changed.example')
    const send = page.getByRole('button', { name: 'Send', exact: true })
    await send.click()
    await page.getByText('The server cannot be reached.').waitFor()
    await page.getByLabel('Subject').fill('Changed')
    await send.click()
    await page.waitForURL('**/messages/msg_*')
    const { messages } = (await app.call('GET', '/v1/messages?recipient=delivered%40changed.example')).body
    expect(messages.map(({ subject }: { subject: string }) => subject)).toEqual(['Changed', 'Hello from Postline'])
  })

  describe('a message', () => {
    test('is shown with its mail, its headers and what webhooks answered', async () => {
      const receiver = await startWebhookReceiver()
      receiver.next.push({ status: 500, body: 'out of order' })
      try {
        const webhook = await app.call('POST', '/v1/webhooks', { body: { endpoint_url: receiver.url } })
        const payload = {
          subject: 'With everything',
          body_html: '<p>Formatted</p>',
          body_text: 'Plain words',
          headers: { 'X-Order': '4711' },
        }
        const sent = await app.call('POST', '/v1/send', { key: await app.testKey(), body: aSend({ payload }) })
        await eventually('the endpoint was asked', () => receiver.hits.length > 0)
        const { page, expectClean } = await open(`/messages/${sent.body.id}`)
        await page.frameLocator('iframe').getByText('Formatted').waitFor()
        await expectClean()
        await page.getByRole('tab', { name: 'Text' }).click()
        await page.getByText('Plain words').waitFor()
        await page.getByRole('tab', { name: 'HTML source' }).click()
        await page.getByText('<p>Formatted</p>').waitFor()
        await page.getByRole('tab', { name: 'Headers' }).click()
        await page.getByText('4711').waitFor()
        const raw = await page.getByRole('link', { name: 'Save the raw mail' }).getAttribute('href')
        expect(await (await page.request.get(`${app.url}${raw}`)).text()).toMatch(/^X-\S+: 4711\r$/m)
        await page.getByRole('tab', { name: 'Webhooks' }).click()
        await page.waitForURL('**?view=webhooks')
        await page.locator('.delivery summary').first().click()
        await page.getByText('out of order').waitFor()
        await page.locator('summary', { hasText: 'Payload' }).first().click()
        await page.getByText(`"message_id": "${sent.body.id}"`).first().waitFor()
        await expectClean()
        const hits = receiver.hits.length
        await page.getByRole('button', { name: 'Deliver again' }).first().click()
        await eventually('it is delivered again', () => receiver.hits.length > hits)
        await app.call('DELETE', `/v1/webhooks/${webhook.body.id}`)
      } finally {
        await receiver.close()
      }
    })

    test('without HTML begins with its text', async () => {
      const payload = { subject: 'Plain', body_text: 'Plain words alone' }
      const sent = await app.call('POST', '/v1/send', { key: await app.testKey(), body: aSend({ payload }) })
      const { page, expectClean } = await open(`/messages/${sent.body.id}`)
      await page.getByText('Plain words alone').waitFor()
      await page.getByRole('tab', { name: 'Text', selected: true }).waitFor()
      await page.getByRole('tab', { name: 'Preview' }).click()
      await page.waitForURL('**?view=preview')
      await page.getByText('This mail has no HTML.').waitFor()
      await page.getByRole('tab', { name: 'Text' }).click()
      await page.waitForURL(`**/messages/${sent.body.id}`)
      await expectClean()
    })

    test('that is scheduled is canceled after a question', async () => {
      const { id } = await scheduled()
      const { page, expectClean } = await open(`/messages/${id}`)
      await page.getByRole('button', { name: 'Cancel' }).click()
      await page.getByRole('alertdialog').waitFor()
      await expectClean()
      await page.getByRole('button', { name: 'Keep it' }).click()
      await page.getByRole('button', { name: 'Cancel', exact: true }).click()
      await page.getByRole('button', { name: 'Cancel the message' }).click()
      await page.getByText('Canceled. It will not be sent.').waitFor()
      await page.locator('.page-head .badge', { hasText: 'canceled' }).waitFor()
      expect((await app.call('GET', `/v1/messages/${id}`)).body.status).toBe('canceled')
    })

    test('shows a refused write as refused: the status goes back', async () => {
      const { id } = await scheduled()
      const { page } = await open(`/messages/${id}`, { key: await app.key('read'), takenFor: 'admin' })
      await page.getByRole('button', { name: 'Cancel' }).click()
      await page.getByRole('button', { name: 'Cancel the message' }).click()
      await page.getByText(/^Not canceled: /).waitFor()
      await page.locator('.page-head .badge', { hasText: 'scheduled' }).waitFor()
      expect((await app.call('GET', `/v1/messages/${id}`)).body.status).toBe('scheduled')
    })

    test('is sent again as a new one, after a question that names recipient and subject', async () => {
      const key = await app.testKey()
      const body = aSend({
        destination: { email: 'delivered@once.example' },
        payload: { subject: 'Once', body_text: 't' },
      })
      const sent = await app.call('POST', '/v1/send', { key, body })
      const { page, expectClean } = await open(`/messages/${sent.body.id}`, { key })
      await page.getByRole('button', { name: 'Send again' }).click()
      const question = page.getByRole('alertdialog')
      await question.getByText('“Once” goes to delivered@once.example once more').waitFor()
      await expectClean()
      await question.getByRole('button', { name: 'Do not send' }).click()
      await question.waitFor({ state: 'detached' })
      const found = await app.call('GET', '/v1/messages?recipient=delivered%40once.example')
      expect(found.body.messages).toHaveLength(1)
      await page.getByRole('button', { name: 'Send again' }).click()
      await page.getByRole('button', { name: 'Send the test again' }).click()
      await page.waitForURL((url) => /\/msg_/.test(url.pathname) && !url.pathname.endsWith(sent.body.id))
      await page.locator('.timeline > li', { hasText: 'delivered' }).waitFor()
    })

    test('is sent again once, if the answer is lost and the button pressed again', async () => {
      const key = await app.testKey()
      const body = aSend({ destination: { email: 'delivered@again.example' } })
      const sent = await app.call('POST', '/v1/send', { key, body })
      const { page } = await open(`/messages/${sent.body.id}`, { key })
      await loseAnswer(page, 'ResendMessage')
      for (const attempt of [1, 2]) {
        await page.getByRole('button', { name: 'Send again' }).click()
        await page.getByRole('button', { name: 'Send the test again' }).click()
        if (attempt === 1) await page.getByText(/^Not sent again: /).waitFor()
      }
      await page.waitForURL((url) => /\/msg_/.test(url.pathname) && !url.pathname.endsWith(sent.body.id))
      const { messages } = (await app.call('GET', '/v1/messages?recipient=delivered%40again.example')).body
      expect(messages).toHaveLength(2)
    })

    test('that does not exist is a page with a way on', async () => {
      const { page, expectClean } = await open('/messages/msg_01kajqw1y3h7g5d2s9p8n6m4q0')
      await page.getByRole('heading', { name: 'There is no such message' }).waitFor()
      await expectClean()
    })
  })

  describe('a hostile mail', () => {
    const HOSTILE = `<!doctype html><html><head>
      <link rel="preconnect" href="http://tracker.example"><link rel="stylesheet" href="http://tracker.example/s.css">
      <link rel="prefetch" href="http://tracker.example/prefetch"><link rel="dns-prefetch" href="//tracker.example">
      <meta http-equiv="refresh" content="0; url=http://tracker.example/moved">
      <script>parent.document.title = 'taken'; top.location = 'http://tracker.example/top'</script>
      <style>@import url(http://tracker.example/i.css); body { background: url(http://tracker.example/b.png) }</style>
      </head><body onload="top.location='http://tracker.example/onload'">
      <img src="http://tracker.example/pixel.gif"><img src=x onerror="top.document.title='taken'">
      <iframe src="http://tracker.example/frame"></iframe><object data="http://tracker.example/object"></object>
      <svg onload="alert(1)"></svg><video autoplay src="http://tracker.example/v.mp4"></video>
      <form action="http://tracker.example/form" method="post"><input name="password"><button>Sign in</button></form>
      <a href="http://tracker.example/link" target="_top">A link</a></body></html>`

    test('is shown harmless, and connects to no other host until told', async () => {
      const tracker = await startTracker()
      const exposed = await openBrowser({ 'tracker.example': tracker.port })
      try {
        const payload = { subject: 'Hostile', body_html: HOSTILE }
        const sent = await app.call('POST', '/v1/send', { key: await app.testKey(), body: aSend({ payload }) })
        const address = `/messages/${sent.body.id}`
        const { page, context } = await openConsole(exposed, app, { path: address })
        const frame = page.frameLocator('iframe')
        await frame.getByText('A link').waitFor()
        await frame.getByRole('button', { name: 'Sign in' }).click()
        await page.locator('.timeline > li', { hasText: 'delivered' }).waitFor()
        expect([tracker.connections(), tracker.paths]).toEqual([0, []])
        expect([page.url(), await page.title()]).toEqual([app.url + address, 'Hostile · Postline'])

        await page.getByRole('button', { name: 'Show remote images' }).click()
        await eventually('the pictures are loaded', () => tracker.paths.length >= 2)
        await frame.getByText('A link').waitFor()
        expect(tracker.paths.toSorted()).toEqual(['/b.png', '/pixel.gif'])

        // A link opens a tab of its own, which cannot reach the console.
        const [tab] = await Promise.all([context.waitForEvent('page'), frame.getByText('A link').click()])
        await eventually('it is followed', () => tracker.paths.includes('/link'))
        expect(await tab.evaluate<boolean>('window.opener === null')).toBe(true)
        expect(page.url()).toBe(app.url + address)
      } finally {
        await exposed.close()
        await tracker.close()
      }
    })
  })

  describe('sending a test', () => {
    test('to somebody who has not agreed says why not', async () => {
      const { page, expectClean } = await open('/send')
      const to = page.getByLabel('To', { exact: true })
      await eventually('the address of the owner is filled in', async () => (await to.inputValue()) === app.ownerEmail)
      await to.fill('stranger@example.com')
      await page.getByRole('button', { name: 'Send', exact: true }).click()
      await page.getByRole('alert').getByText('Without a verified domain').waitFor()
      await expectClean()
    })

    test('the snippets beside it send the same', async () => {
      const key = await app.testKey()
      const { page } = await open('/send', { key })
      await page.getByLabel('To', { exact: true }).fill('delivered@snippet.example')
      await page.getByLabel('Subject').fill("It's a snippet")
      const snippet = async (name: string) =>
        (await page.getByRole('figure', { name }).locator('pre').textContent()) ?? ''
      const { stdout } = await run('bash', ['-c', await snippet('curl')], {
        env: { ...process.env, POSTLINE_KEY: key },
      })
      const accepted = JSON.parse(stdout)
      expect(accepted).toMatchObject({ id: expect.any(String) })
      const { id } = accepted
      expect((await app.call('GET', `/v1/messages/${id}`)).body).toMatchObject({ subject: "It's a snippet" })

      await page.getByRole('tab', { name: 'GraphQL' }).click()
      const [query, variables] = (await snippet('GraphQL')).split('# Variables')
      const body = { query, variables: JSON.parse(variables!) }
      const answer = await app.call('POST', '/graphql', { key, body })
      expect(answer.body).toEqual({ data: { sendMessage: expect.objectContaining({ id }) } })
      await page.getByRole('tab', { name: 'tRPC' }).click()
      expect(await snippet('tRPC')).toContain('postline.messages.send.mutate({')
      await page.getByRole('tab', { name: 'TypeScript' }).click()
      expect(await snippet('TypeScript')).toContain("postline.POST('/v1/send', {")
    })
  })

  test('on a phone, the navigation shows the section of the page', async () => {
    const { page } = await open('/webhooks', { viewport: { width: 360, height: 700 } })
    const current = page.locator('.nav a[aria-current]')
    await eventually('it is in view', async () => {
      const box = await current.boundingBox()
      return box !== null && box.x >= 0 && box.x + box.width <= 360
    })
  })

  describe('by keyboard', () => {
    test('the palette goes to pages, ids and searches', async () => {
      const { page, expectClean } = await open('/')
      await page.getByRole('heading', { name: 'Home' }).waitFor()
      await page.keyboard.press('Control+k')
      const field = page.getByRole('combobox', { name: 'Command, id or search' })
      await field.waitFor()
      await expectClean()
      await field.fill('send')
      await page.keyboard.press('Enter')
      await page.waitForURL('**/send')
      await page.keyboard.press('Control+k')
      await field.fill('zebra crossing')
      await page.keyboard.press('Enter')
      await page.waitForURL('**/messages?search=zebra%20crossing')
      await page.keyboard.press('Control+k')
      await field.fill('msg_01kajqw1y3h7g5d2s9p8n6m4q0')
      await page.keyboard.press('Enter')
      await page.waitForURL('**/messages/msg_01kajqw1y3h7g5d2s9p8n6m4q0')
    })

    test('? lists the shortcuts, and Esc closes the list', async () => {
      const { page, expectClean } = await open('/')
      await page.getByRole('heading', { name: 'Home' }).waitFor()
      await page.keyboard.press('?')
      const dialog = page.getByRole('dialog')
      await dialog.getByText('Command palette').waitFor()
      await expectClean()
      const ofDialog = (what: string) =>
        page.evaluate<number>(
          `(({ scrollHeight, scrollTop, clientHeight }) => ${what})(document.querySelector('.dialog'))`,
        )
      const hidden = () => ofDialog('scrollHeight - clientHeight')
      expect(await hidden()).toBe(0)
      // In a small window it scrolls, also by keyboard.
      await page.setViewportSize({ width: 400, height: 400 })
      expect(await hidden()).toBeGreaterThan(0)
      await dialog.locator('.shortcuts').focus()
      await page.keyboard.press('End')
      await dialog.locator('.shortcuts kbd').last().waitFor()
      await eventually('its end is shown', async () => (await ofDialog('scrollHeight - clientHeight - scrollTop')) <= 1)
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    })
  })

  test.each(['light', 'dark'] as const)('every page fits a phone and is readable in %s colors', async (colorScheme) => {
    const key = await app.testKey()
    const sent = await app.call('POST', '/v1/send', {
      key,
      body: aSend({ destination: { email: 'bounced@x.example' } }),
    })
    const { page, expectClean } = await open('/', { colorScheme, viewport: { width: 375, height: 700 } })
    for (const [path, text] of [
      ['/', 'This month'],
      ['/messages', 'bounced@x.example'],
      [`/messages/${sent.body.id}`, 'Timeline'],
      ['/send', 'The mail'],
    ] as const) {
      await page.goto(app.url + path)
      await page.getByText(text).first().waitFor()
      await expectClean()
      expect(await widthOf(page), path).toBeLessThanOrEqual(375)
    }
  })

  test('after a lost connection, the page says so and then catches up', async () => {
    const key = await app.testKey()
    const { page, context } = await open('/messages', { key })
    await page.locator('.messages a.row').first().waitFor()
    const cut = new Set<string>(['**/graphql'])
    for (const path of cut) await context.route(path, (route) => route.abort())
    // A hidden and a shown tab: the stream is opened again, and cannot be.
    await page.evaluate(
      "Object.defineProperty(document, 'hidden', { value: true, configurable: true }); document.dispatchEvent(new Event('visibilitychange'))",
    )
    await page.evaluate(
      "Object.defineProperty(document, 'hidden', { value: false, configurable: true }); document.dispatchEvent(new Event('visibilitychange'))",
    )
    await page.getByText('The connection is lost').waitFor()
    const body = aSend({ payload: { subject: 'Sent meanwhile', body_text: 't' } })
    await app.call('POST', '/v1/send', { key, body })
    for (const path of cut) await context.unroute(path)
    await page.locator('.messages a.row', { hasText: 'Sent meanwhile' }).waitFor()
    await page.getByText('The connection is lost').waitFor({ state: 'detached' })
  })
})

/** A message that waits for tomorrow. */
async function scheduled(): Promise<{ id: string }> {
  const scheduled_at = new Date(Date.now() + 24 * 3_600_000).toISOString()
  return (await app.call('POST', '/v1/send', { key: await app.testKey(), body: aSend({ scheduled_at }) })).body
}

const widthOf = (page: Page) => page.evaluate<number>('document.documentElement.scrollWidth')
