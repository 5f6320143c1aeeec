import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { partsOf } from '../../console/src/pages/approvals/mail-parts.js'
import { hasBrowser } from '../support/browser.js'
import { builtConsole } from '../support/built-console.js'
import { callTool, mcpClient } from '../support/mcp-client.js'
import { startApp, type TestApp } from '../support/start-app.js'
import { useBrowser } from '../support/use-browser.js'

/* What language models want to send, and a person decides on. */

test('a mail that waits is shown whole: its usual parts first, and nothing left out', () => {
  const input = {
    payload: { headers: { 'X-Order': '7' }, body_text: 'Text', subject: 'Hi', attachments: [{ content: 'AAAA' }] },
    destination: { email: 'ada@example.com' },
    tags: ['a', 'b'],
    unsubscribe: false,
    nothing: null,
  }
  expect(partsOf(input)).toEqual([
    { name: 'To', text: 'ada@example.com' },
    { name: 'Subject', text: 'Hi' },
    { name: 'Text', text: 'Text' },
    { name: 'Headers: X-Order', text: '7' },
    { name: 'Attachments: 1 content', text: 'A file of about 3 bytes' },
    { name: 'Tags', text: 'a, b' },
    { name: 'Unsubscribe', text: 'false' },
  ])
})

let app: TestApp

describe.skipIf(!hasBrowser)('a mail of a model', () => {
  beforeAll(async () => {
    app = await startApp({ MCP_SEND_APPROVAL: 'true' }, { consoleFolder: await builtConsole() })
  })
  afterAll(() => app?.close())

  const openPage = useBrowser()

  /** A model asks to send a mail. */
  async function ask(subject: string): Promise<string> {
    const agent = await mcpClient(app.url, await app.key('send'))
    const payload = { subject, body_text: 'It <b>works</b>.', body_html: '<img src=x onerror="document.title = 1">' }
    const { json } = await callTool(agent, 'messages_send', { destination: { email: app.ownerEmail }, payload })
    return (json as { approval_id: string }).approval_id
  }
  const statusOf = async (id: string) => (await app.call('GET', `/v1/approvals/${id}`)).body.status

  test('is announced on Home, read as text, approved by keyboard, and sent', async () => {
    const id = await ask('Approve me')
    const { page, expectClean } = await openPage(app, { path: '/' })
    await page.getByRole('link', { name: 'A mail of a model waits for your approval' }).click()
    await page.locator('a.row', { hasText: 'Send a mail' }).press('Enter')
    await page.waitForURL(`**/approvals/${id}`)
    await page.getByText('It <b>works</b>.').waitFor()
    await page.getByText('<img src=x onerror=').waitFor()
    await page.getByText(app.ownerEmail).last().waitFor()
    await expectClean()
    await page.getByRole('button', { name: 'Approve and send' }).press('Enter')
    await page.getByText('Approved, and on its way.').waitFor()
    await page.getByText('Nothing waits.').waitFor()
    expect(await statusOf(id)).toBe('sent')
    await page.getByLabel('Show').selectOption({ label: 'All of the last 30 days' })
    await page.locator('a.row', { hasText: 'sent' }).click()
    await page.getByRole('link', { name: 'Show the message' }).waitFor()
    expect(await page.getByRole('button', { name: 'Approve and send' }).count()).toBe(0)
    await expectClean()
  })

  test('is refused, and one that somebody else has decided on says so', async () => {
    const [one, other] = [await ask('Refuse me'), await ask('Refused by another')]
    const { page, expectClean } = await openPage(app, {
      path: `/approvals/${one}`,
      viewport: { width: 360, height: 700 },
    })
    await page.getByRole('button', { name: 'Refuse' }).click()
    await page.getByText('Refused. The mail is deleted.').waitFor()
    expect(await statusOf(one)).toBe('refused')

    await page.goto(`${app.url}/approvals/${other}`)
    await page.getByRole('button', { name: 'Approve and send' }).waitFor()
    await expectClean()
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360)
    await app.call('POST', `/v1/approvals/${other}/refuse`)
    await page.getByRole('button', { name: 'Approve and send' }).click()
    await page.getByText(/^Not approved: /).waitFor()
    await page.locator('dl').getByText('refused', { exact: true }).waitFor()
    expect(await statusOf(other)).toBe('refused')
  })
})
