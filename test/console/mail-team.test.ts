import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { snoozeTimes } from '../../console/src/pages/mail/snooze/snooze-times.js'
import { hasBrowser, holdAnswer, type OpenOptions, threadRow, type WatchedPage } from '../support/browser.js'
import { builtConsole } from '../support/built-console.js'
import { receiveMail } from '../support/file-mail.js'
import { eventually, startApp, type TestApp } from '../support/start-app.js'
import { useBrowser } from '../support/use-browser.js'

/* What a team does with threads: snoozes them, says who takes care of them, and undoes it. */

test.each([
  ['a Thursday morning', '2026-11-26T09:20', ['2026-11-26T12:00', '2026-11-27T08:00', '2026-11-30T08:00']],
  ['a Monday evening', '2026-11-30T20:00', ['2026-12-01T08:00', '2026-12-07T08:00']],
  ['shortly before midnight', '2026-12-31T23:30', ['2027-01-01T08:00', '2027-01-04T08:00']],
])('on %s, threads are snoozed to times that are still to come', (_when, now, expected) => {
  expect(snoozeTimes(new Date(now)).map(({ until }) => until)).toEqual(expected.map((time) => new Date(time)))
})

let app: TestApp

describe.skipIf(!hasBrowser)('a thread', () => {
  beforeAll(async () => {
    app = await startApp({}, { consoleFolder: await builtConsole() })
  })
  afterAll(() => app?.close())

  const openPage = useBrowser()
  function open(path: string, options: OpenOptions = {}): Promise<WatchedPage> {
    return openPage(app, { path, ...options })
  }

  test('is snoozed by keyboard, waits in a view of its own, and comes back when it is told to', async () => {
    const id = await aThread('Snoozed one')
    await aThread('Stays')
    const { page, expectClean } = await open('/mail')
    await threadRow(page, 'Snoozed one').locator('a.row').focus()
    await page.keyboard.press('b')
    const dialog = page.getByRole('dialog', { name: 'Snooze until' })
    await dialog.getByRole('button', { name: /^Tomorrow/ }).waitFor()
    await expectClean()
    await dialog.getByLabel('Another date and time').fill('2020-01-01T08:00')
    await dialog.getByRole('button', { name: 'Snooze', exact: true }).click()
    await dialog.getByText('must be in the future').waitFor()
    await dialog.getByRole('button', { name: /^Tomorrow/ }).press('Enter')
    await threadRow(page, 'Snoozed one').waitFor({ state: 'detached' })
    await page.getByText(/^Snoozed until/).waitFor()
    await threadRow(page, 'Stays').waitFor()
    await eventually('it is written', async () => (await threadOf(id)).snoozed_until !== null)

    await page.getByRole('link', { name: 'Snoozed', exact: true }).click()
    await threadRow(page, 'Snoozed one')
      .getByText(/^until/)
      .waitFor()
    await expectClean()
    await threadRow(page, 'Snoozed one').locator('a.row').click()
    await page.getByRole('button', { name: 'Snooze', exact: true }).click()
    await dialog.getByRole('button', { name: 'Back to the inbox now' }).click()
    await eventually('it is back', async () => (await threadOf(id)).snoozed_until === null)
    await page
      .locator('.thread-title')
      .getByText(/^until/)
      .waitFor({ state: 'detached' })
  })

  test('is assigned to the reader, whose name is remembered, and to somebody who has others', async () => {
    const [one, two] = [await aThread('Assigned one'), await aThread('Assigned two')]
    await app.call('PUT', `/v1/mail/threads/${two}/assignee`, { body: { assignee: 'Bo Ek' } })
    const { page, expectClean } = await open(`/mail/threads/${one}`)
    await page.getByRole('button', { name: 'Assign' }).click()
    const dialog = page.getByRole('dialog', { name: 'Who takes care of it?' })
    await expectClean()
    await eventually('those in use are suggested', async () => {
      return (await dialog.locator('datalist option[value="Bo Ek"]').count()) === 1
    })
    expect(await dialog.getByRole('button', { name: /Assign to me/ }).count()).toBe(0)
    expect(await dialog.getByLabel('Name', { exact: true }).evaluate((field) => field.matches(':focus'))).toBe(true)
    await dialog.getByLabel('Name', { exact: true }).fill('Ada Byron')
    await dialog.getByLabel('This is me.').check()
    await dialog.getByLabel('Name', { exact: true }).press('Enter')
    await page.locator('.thread-title').getByText('Ada Byron').waitFor()
    await eventually('it is written', async () => (await threadOf(one)).assignee === 'Ada Byron')

    await page.goto(`${app.url}/mail`)
    await threadRow(page, 'Assigned one').getByText('Assigned to Ada Byron').waitFor()
    await threadRow(page, 'Assigned two').getByRole('checkbox').check()
    await page.getByRole('toolbar').getByRole('button', { name: 'Assign' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Assign to me Ada Byron' }).click()
    await threadRow(page, 'Assigned two').getByText('Assigned to Ada Byron').waitFor()
    await expectClean()
    await page.keyboard.press('z')
    await threadRow(page, 'Assigned two').getByText('Assigned to Bo Ek').waitFor()
    await page.getByRole('toolbar').getByRole('button', { name: 'Clear' }).click()
    await threadRow(page, 'Assigned one').locator('a.row').focus()
    await page.keyboard.press('@')
    await page.getByRole('dialog').getByRole('button', { name: 'Assign to nobody' }).press('Enter')
    await threadRow(page, 'Assigned one').getByText('Assigned to').waitFor({ state: 'detached' })
    await eventually('it is written', async () => (await threadOf(two)).assignee === 'Bo Ek')
  })

  test('gets back what was done with it last, by z or by the button, also while it is being written', async () => {
    const id = await aThread('Undone')
    const { page, expectClean } = await open('/mail')
    await threadRow(page, 'Undone').locator('a.row').focus()
    await page.keyboard.press('z')
    await page.getByText('There is nothing to undo.').waitFor()
    await page.keyboard.press('s')
    await page.getByRole('button', { name: 'Star Undone', pressed: true }).waitFor()
    const { held, letGo } = await holdAnswer(page, 'MoveThread', 'mutation')
    await page.keyboard.press('e')
    await threadRow(page, 'Undone').waitFor({ state: 'detached' })
    await held
    await page.keyboard.press('z')
    letGo()
    await threadRow(page, 'Undone').waitFor()
    await page.getByText('Undone.', { exact: true }).waitFor()
    await eventually('it is back', async () => (await threadOf(id)).folder === 'inbox')
    expect((await threadOf(id)).is_starred).toBe(true)

    await threadRow(page, 'Undone').locator('a.row').focus()
    await page.keyboard.press('#')
    await threadRow(page, 'Undone').waitFor({ state: 'detached' })
    await expectClean()
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).click()
    await threadRow(page, 'Undone').waitFor()
    await eventually('it is back', async () => (await threadOf(id)).folder === 'inbox')
  })

  test('gets a label without losing what somebody else gives it at the same time', async () => {
    for (const name of ['Mine', 'Theirs']) await app.call('POST', '/v1/mail/labels', { body: { name } })
    const id = await aThread('Shared labels')
    const { page } = await open(`/mail/threads/${id}`)
    await page.getByRole('button', { name: 'Labels' }).click()
    const dialog = page.getByRole('dialog', { name: 'Labels' })
    const { held, letGo } = await holdAnswer(page, 'LabelThread', 'mutation')
    await dialog.getByLabel('Mine').click()
    await held
    await app.call('POST', `/v1/mail/threads/${id}/labels`, { body: { add: ['Theirs'] } })
    letGo()
    await eventually('both are there', async () => (await threadOf(id)).labels.length === 2)
    await dialog.getByLabel('Mine').click()
    await eventually('only one is taken off', async () => String((await threadOf(id)).labels) === 'Theirs')
  })
})

const aThread = async (subject: string): Promise<string> => (await receiveMail(app, { subject })).threadId

/** A thread in lists. To read it alone over REST would mark it read. */
async function threadOf(id: string) {
  for (const query of ['', '&q=is:snoozed']) {
    const { threads } = (await app.call('GET', `/v1/mail/threads?limit=100${query}`)).body
    const found = threads.find((thread: { id: string }) => thread.id === id)
    if (found) return found
  }
  throw new Error(`No thread ${id}`)
}
