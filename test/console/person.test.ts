import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser, type OpenOptions, type WatchedPage } from '../support/browser.js'
import { builtConsole } from '../support/built-console.js'
import { aSend, eventually, startApp, type TestApp } from '../support/start-app.js'
import { useBrowser } from '../support/use-browser.js'

/* Why somebody did not get a mail. */

let app: TestApp

describe.skipIf(!hasBrowser)('a person', () => {
  beforeAll(async () => {
    app = await startApp({}, { consoleFolder: await builtConsole() })
  })
  afterAll(() => app?.close())

  const openPage = useBrowser()
  function open(path: string, options: OpenOptions = {}): Promise<WatchedPage> {
    return openPage(app, { path, ...options })
  }
  const send = async (email: string, subject: string) =>
    (
      await app.call('POST', '/v1/send', {
        key: await app.testKey(),
        body: aSend({ destination: { email }, payload: { subject, body_text: 't' } }),
      })
    ).body
  const suppress = (recipient: string, reason: string) =>
    app.call('POST', '/v1/suppressions', { body: { channel: 'email', recipient, reason } })

  /** What the mail server of the recipient answered, as a provider reports it. */
  async function bounceAs(message_id: string, bounceType: string, diagnosticCode: string) {
    const { events, messages } = app.app.models
    await eventually('it has bounced', () => events.findOne({ message_id, type: 'bounced' }).lean())
    const bounce = { bounceType, bouncedRecipients: [{ diagnosticCode }] }
    await events.collection.updateOne({ message_id, type: 'bounced' }, { $set: { payload: { bounce } } })
    await messages.collection.updateOne({ _id: message_id }, { $set: { test_mode: false } })
  }

  test('shows every mail to an address with its story and advice, live', async () => {
    const { id: hard } = await send('bounced@story.example', 'Your order')
    const { id: soft } = await send('bounced@story.example', 'Your receipt')
    await bounceAs(hard, 'Permanent', '550 5.1.1 no such user')
    await bounceAs(soft, 'Transient', '452 4.2.2 mailbox full')
    await send('somebody@story.example', 'Not for this person')
    const { page, expectClean } = await open('/people?address=bounced%40story.example')
    const stories = page.locator('.story')
    await stories.filter({ hasText: 'Your order' }).getByText('Ask the person for another address').waitFor()
    await stories.filter({ hasText: 'Your order' }).getByText('550 5.1.1 no such user').waitFor()
    await stories.filter({ hasText: 'Your receipt' }).getByText('Send it again later').waitFor()
    expect(await stories.count()).toBe(2)
    await expectClean()
    await send('bounced@story.example', 'Your second order')
    await stories.filter({ hasText: 'Your second order' }).locator('.badge', { hasText: 'bounced' }).waitFor()
    await stories.getByText('Your second order').click()
    await page.waitForURL('**/messages/msg_*')
  })

  test('says that what a test key sent is simulated, and that nothing is to be done', async () => {
    await send('bounced@simulated.example', 'A trial')
    const { page } = await open('/people?address=bounced%40simulated.example')
    const story = page.locator('.story', { hasText: 'A trial' })
    await story.getByText('It is simulated, and there is nothing to do.').waitFor()
    await story.getByText('Simulated bounce: the test recipient asked for it.').waitFor()
    expect(await story.textContent()).not.toContain('another address')
  })

  test('says why an address is blocked, and allows mail again after a question', async () => {
    await suppress('gone@blocked.example', 'hard_bounce')
    const { page, expectClean } = await open('/people?address=Gone%40blocked.example')
    await page.getByText('All mail to it is stopped: mail bounced, the address does not work').waitFor()
    await page.getByText('No mail was sent to this address.').waitFor()
    await page.getByText('It is not one of your contacts.').waitFor()
    await expectClean()
    await page.getByRole('button', { name: 'Allow mail again' }).click()
    await page.getByRole('alertdialog').waitFor()
    await expectClean()
    await page.getByRole('button', { name: 'Allow mail', exact: true }).click()
    await page.getByText('The address is not on the suppression list.').waitFor()
    await eventually(
      'it is removed',
      async () => (await app.call('GET', '/v1/suppressions/gone@blocked.example')).status === 404,
    )
  })

  test('an address stays blocked if the API refuses, and the page says why', async () => {
    await suppress('kept@blocked.example', 'complaint')
    const { page } = await open('/people?address=kept%40blocked.example', {
      key: await app.key('read'),
      takenFor: 'admin',
    })
    await page.getByRole('button', { name: 'Allow mail again' }).click()
    await page.getByRole('button', { name: 'Allow mail', exact: true }).click()
    await page.getByText(/^Not removed: /).waitFor()
    await page.getByText('reported your mail as spam').waitFor()
  })

  test('names the contact, its lists, and the topics that it has left', async () => {
    const contact = await app.call('POST', '/v1/contacts', {
      body: { email: 'grace@lists.example', first_name: 'Grace' },
    })
    const filter = { match: 'all', conditions: [{ field: 'first_name', op: 'equals', value: 'Grace' }] }
    const other = { match: 'all', conditions: [{ field: 'first_name', op: 'equals', value: 'Ada' }] }
    await app.call('POST', '/v1/contact-lists', { body: { name: 'All called Grace', filter } })
    await app.call('POST', '/v1/contact-lists', { body: { name: 'All called Ada', filter: other } })
    const topic = await app.call('POST', '/v1/contact-lists', { body: { name: 'Monthly news', is_topic: true } })
    await app.call('POST', `/v1/contact-lists/${topic.body.id}/members`, { body: { contact_id: contact.body.id } })
    await app.call('PUT', `/v1/contacts/${contact.body.id}/topics`, {
      body: { topics: [{ list_id: topic.body.id, subscribed: false }] },
    })
    const { page } = await open('/people?address=grace%40lists.example')
    const facts = page.locator('.facts')
    await facts.waitFor()
    expect(await facts.locator('dd').allTextContents()).toEqual(['Monthly news, All called Grace', 'Monthly news'])
  })

  test('is found by the palette, by the search of messages, and from a message', async () => {
    const { id } = await send('found@person.example', 'Find me')
    const { page } = await open('/messages?search=found%40person.example')
    await page.getByRole('link', { name: 'Every mail to found@person.example' }).click()
    await page.waitForURL('**/people?address=found%40person.example')
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Command, id or search' }).fill('bounced@person.example')
    await page.getByText('Look up bounced@person.example').waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/people?address=bounced%40person.example')
    await page.goto(`${app.url}/messages/${id}`)
    await page.locator('.facts').getByRole('link', { name: 'found@person.example' }).click()
    await page.waitForURL('**/people?address=found%40person.example')
    await page.getByText('Find me').waitFor()
  })

  test('an address that is none is refused in words', async () => {
    const { page, expectClean } = await open('/people')
    await page.getByLabel('Address of the person').fill('nobody')
    await page.getByRole('button', { name: 'Look up' }).click()
    await page.getByText('“nobody” is no address.').waitFor()
    await expectClean()
  })

  test.each(['light', 'dark'] as const)('fits a phone in %s colors', async (colorScheme) => {
    const path = '/people?address=bounced%40story.example'
    const { page, expectClean } = await open(path, { colorScheme, viewport: { width: 360, height: 700 } })
    await page.locator('.story').first().waitFor()
    await expectClean()
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360)
  })
})
