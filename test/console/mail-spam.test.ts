import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser } from '../support/browser.js'
import { builtConsole } from '../support/built-console.js'
import { receiveMail } from '../support/file-mail.js'
import { eventually, startApp, type TestApp } from '../support/start-app.js'
import { useBrowser } from '../support/use-browser.js'

/* Spam in the mailbox: whose mail it is, who is blocked, and what a search did not understand. */

let app: TestApp

describe.skipIf(!hasBrowser)('spam', () => {
  beforeAll(async () => {
    app = await startApp({}, { consoleFolder: await builtConsole() })
  })
  afterAll(() => app?.close())

  const openPage = useBrowser()
  const blocked = async () =>
    (await app.call('GET', '/v1/mail/blocked-senders')).body.blocked_senders.map(
      (each: { sender: string }) => each.sender,
    )
  const folderOf = async (from: string) => {
    const { threadId } = await receiveMail(app, { from })
    return (await app.call('GET', `/v1/mail/threads/${threadId}`)).body.folder
  }

  test('is blocked by moving it, and unblocked by “Not spam”', async () => {
    const from = 'offers@example.com'
    const { threadId } = await receiveMail(app, { from, subject: 'Great offer' })
    const { page } = await openPage(app, { path: `/mail/threads/${threadId}` })
    await page.getByRole('button', { name: 'Spam', exact: true }).click()
    await eventually('he is blocked', async () => (await blocked()).includes(from))
    expect(await folderOf(from)).toBe('spam')
    await page.getByRole('link', { name: /^Spam/ }).click()
    await page.getByRole('link', { name: /Great offer/ }).click()
    await page.getByRole('button', { name: 'Not spam' }).click()
    await eventually('he is not blocked any more', async () => (await blocked()).length === 0)
    expect(await folderOf(from)).toBe('inbox')
  })

  test('of blocked senders: they are listed, added and removed', async () => {
    await app.call('POST', '/v1/mail/blocked-senders', { body: { sender: 'first.example' } })
    const { page, expectClean } = await openPage(app, { path: '/mail' })
    await page.getByRole('button', { name: 'Blocked senders' }).click()
    const dialog = page.getByRole('dialog', { name: 'Blocked senders' })
    const row = (sender: string) => dialog.getByRole('button', { name: `Unblock ${sender}` })
    await row('first.example').waitFor()
    await expectClean()
    await dialog.getByLabel('Address or domain').fill('com')
    await dialog.getByRole('button', { name: 'Block', exact: true }).click()
    await dialog.getByText('Sender must be a domain name').waitFor()
    await dialog.getByLabel('Address or domain').fill('eve@example.org')
    await dialog.getByRole('button', { name: 'Block', exact: true }).click()
    await row('eve@example.org').waitFor()
    await row('first.example').click()
    await row('first.example').waitFor({ state: 'detached' })
    expect(await blocked()).toEqual(['eve@example.org'])
  })

  test('search says what is no operator', async () => {
    const { page } = await openPage(app, { path: '/mail?q=foo%3Abar' })
    await page.getByRole('list', { name: 'Hints' }).getByText('foo:bar is searched as words').waitFor()
  })
})
