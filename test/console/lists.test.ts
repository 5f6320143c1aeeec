import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { MessageDoc } from '../../src/models/message.js'
import { hasBrowser } from '../support/browser.js'
import { builtConsole } from '../support/built-console.js'
import { aSend, startApp, type TestApp } from '../support/start-app.js'
import { useBrowser } from '../support/use-browser.js'

/* Lists whose pages are short, because hardly anything meets all that is asked. */

/** More than the API looks through for two pages. */
const OTHERS = 24_000

let app: TestApp

describe.skipIf(!hasBrowser)('a list with short pages', () => {
  beforeAll(async () => {
    app = await startApp({}, { consoleFolder: await builtConsole() })
  })
  afterAll(() => app?.close())
  const openPage = useBrowser()

  test('goes on by itself until it has found something or ends, and says so', async () => {
    const { body } = await app.call('POST', '/v1/send', {
      key: await app.testKey(),
      body: aSend({ payload: { subject: 'Left and right', body_text: 't' } }),
    })
    const { models, newId } = app.app
    const others = Array.from({ length: OTHERS }, (_none, index) => ({
      ...{ _id: newId('message'), account_id: app.accountId, idempotency_key: `other-${index}` },
      search: [index % 2 === 0 ? 'left' : 'right', index % 2 === 0 ? 'up' : 'down'],
    }))
    await models.messages.collection.insertMany(others as MessageDoc[])
    const first = await app.call('GET', '/v1/messages?search=left+right')
    expect(first.body.messages).toEqual([])
    expect(first.body.next_cursor).not.toBeNull()

    const { page, expectClean } = await openPage(app, { path: '/messages?search=left+right' })
    await page.getByText('Looking further back …').first().waitFor()
    await page.locator(`a[href$="/messages/${body.id}"]`).waitFor()
    await page.getByText('Looking further back …').waitFor({ state: 'detached' })
    expect(await page.getByRole('button', { name: 'Show more' }).count()).toBe(0)
    await expectClean()

    await page.goto(`${app.url}/messages?search=up+down`)
    await page.getByText('Looking further back …').first().waitFor()
    await page.getByRole('button', { name: 'Show all messages' }).waitFor()
    expect(await page.getByText('Looking further back …').count()).toBe(0)
  })
})
