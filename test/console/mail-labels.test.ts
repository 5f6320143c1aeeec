import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser, type OpenOptions, threadRow, type WatchedPage } from '../support/browser.js'
import { builtConsole } from '../support/built-console.js'
import { receiveMail } from '../support/file-mail.js'
import { eventually, startApp, type TestApp } from '../support/start-app.js'
import { useBrowser } from '../support/use-browser.js'

/* The labels of the mailbox: given to several threads at once, and counted. */

let app: TestApp

describe.skipIf(!hasBrowser)('labels', () => {
  beforeAll(async () => {
    app = await startApp({}, { consoleFolder: await builtConsole() })
  })
  afterAll(() => app?.close())

  const openPage = useBrowser()
  function open(path: string, options: OpenOptions = {}): Promise<WatchedPage> {
    return openPage(app, { path, ...options })
  }

  test('are given to all selected threads by keyboard; those that some have stay until chosen', async () => {
    await create('Orders', 'Urgent')
    const [one, two, three] = [await aThread('Chosen one'), await aThread('Chosen two'), await aThread('Not chosen')]
    await give(two, 'Orders')
    const { page, expectClean } = await open('/mail')
    await threadRow(page, 'Chosen one').waitFor()
    // The newest is the first row.
    await page.keyboard.press('j')
    for (let step = 0; step < 2; step += 1) {
      await page.keyboard.press('j')
      await page.keyboard.press('x')
    }
    await page.getByText('2 selected').waitFor()
    await page.keyboard.press('l')
    const dialog = page.getByRole('dialog', { name: 'Labels of 2 threads' })
    await dialog.getByText('on 1 of 2').waitFor()
    expect(await isMixed(dialog.getByLabel('Orders'))).toBe(true)
    expect(await isMixed(dialog.getByLabel('Urgent'))).toBe(false)
    await expectClean()
    await dialog.getByLabel('Urgent').focus()
    await page.keyboard.press('Space')
    for (const subject of ['Chosen one', 'Chosen two']) await threadRow(page, subject).getByText('Urgent').waitFor()
    await page.keyboard.press('Escape')
    await eventually('all are written', async () => (await labelsOf(one)).includes('Urgent'))
    await eventually('all are written', async () => (await labelsOf(two)).includes('Urgent'))
    expect(await labelsOf(one)).toEqual(['Urgent'])
    expect(await labelsOf(two)).toEqual(['Orders', 'Urgent'])
    expect(await labelsOf(three)).toEqual([])

    // Chosen, it is given to all, and then taken off all.
    await page.getByRole('toolbar').getByRole('button', { name: 'Labels' }).click()
    await dialog.getByLabel('Orders').click()
    await dialog.getByText('on 1 of 2').waitFor({ state: 'detached' })
    expect(await dialog.getByLabel('Orders').isChecked()).toBe(true)
    await eventually('it is given', async () => (await labelsOf(one)).includes('Orders'))
    await dialog.getByLabel('Orders').click()
    for (const id of [one, two]) {
      await eventually('it is taken off', async () => !(await labelsOf(id)).includes('Orders'))
      expect(await labelsOf(id)).toEqual(['Urgent'])
    }
  })

  test('that are chosen quickly one after the other are all written', async () => {
    const names = ['Quick a', 'Quick b', 'Quick c']
    await create(...names)
    const ids = [await aThread('Quick one'), await aThread('Quick two')]
    const { page } = await open('/mail')
    for (const subject of ['Quick one', 'Quick two']) await threadRow(page, subject).getByRole('checkbox').check()
    await page.keyboard.press('l')
    for (const name of names) await page.getByRole('dialog').getByLabel(name).check()
    for (const id of ids) await eventually('all are written', async () => (await labelsOf(id)).length === names.length)
  })

  test('are created and given on a phone, in the list and in a thread', async () => {
    const id = await aThread('On a phone')
    const { page, expectClean } = await open('/mail', { viewport: { width: 360, height: 700 } })
    await threadRow(page, 'On a phone').getByRole('checkbox').check()
    await page.getByRole('toolbar').getByRole('button', { name: 'Labels' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'New label' }).click()
    await page.getByLabel('Name').fill('Mobile')
    await page.getByRole('button', { name: 'Create the label' }).click()
    await page.getByRole('dialog', { name: 'Labels' }).getByLabel('Mobile').check()
    await expectClean()
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360)
    await page.getByRole('button', { name: 'Done' }).click()
    await threadRow(page, 'On a phone').getByText('Mobile').waitFor()
    await threadRow(page, 'On a phone').locator('a.row').click()
    await page.getByRole('button', { name: 'Labels' }).click()
    await page.getByRole('dialog').getByLabel('Mobile').uncheck()
    await eventually('it is taken off', async () => (await labelsOf(id)).length === 0)
  })

  test('say how many of their threads are unread, live', async () => {
    await create('Counted')
    const ids = [await aThread('Counted one'), await aThread('Counted two')]
    for (const id of ids) await give(id, 'Counted')
    const [one, two] = [await open('/mail'), await open('/mail')]
    const expectCount = async (count: string) => {
      for (const { page } of [one, two]) {
        const link = page.getByRole('navigation', { name: 'Mailbox' }).getByRole('link', { name: /^Counted/ })
        await eventually(`the count is “${count}”`, async () => (await link.textContent()) === `Counted${count}`)
      }
    }
    await expectCount('2 unread')
    await one.expectClean()
    await threadRow(one.page, 'Counted two').locator('a.row').click()
    await expectCount('1 unread')
    await app.call('POST', `/v1/mail/threads/${ids[0]}/read`)
    await expectCount('')
    await app.call('POST', `/v1/mail/threads/${ids[0]}/read`, { body: { read: false } })
    await expectCount('1 unread')
  })
})

async function create(...names: string[]): Promise<void> {
  for (const name of names) await app.call('POST', '/v1/mail/labels', { body: { name } })
}

const aThread = async (subject: string): Promise<string> => (await receiveMail(app, { subject })).threadId

const give = (id: string, ...labels: string[]) => app.call('PUT', `/v1/mail/threads/${id}/labels`, { body: { labels } })

/** The labels of a thread in the ledger. To read it over REST would mark it read. */
async function labelsOf(id: string): Promise<string[]> {
  const { threads } = (await app.call('GET', '/v1/mail/threads?limit=100')).body
  return threads.find((thread: { id: string }) => thread.id === id).labels
}

const isMixed = (checkbox: Locator) =>
  checkbox.evaluate((box) => (box as unknown as { indeterminate: boolean }).indeterminate)
