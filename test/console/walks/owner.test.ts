import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser } from '../../support/browser.js'
import { builtConsole } from '../../support/built-console.js'
import { aSend, startApp, type TestApp } from '../../support/start-app.js'
import { useBrowser } from '../../support/use-browser.js'
import { goTo, walkIn } from '../../support/walk.js'

/* An owner gives out a key, limits what it may cost, and looks at who did what. */

let app: TestApp

describe.skipIf(!hasBrowser)('an owner', () => {
  beforeAll(async () => {
    app = await startApp({}, { consoleFolder: await builtConsole() })
  })
  afterAll(() => app?.close())

  const open = useBrowser()

  test('gives out a key, caps it, reads usage and the audit log, and takes the key back', async () => {
    const { page, expectClean } = await walkIn(open, app, app.adminKey)
    const form = page.getByRole('dialog')

    await goTo(page, 'Keys')
    await page.getByRole('button', { name: 'Create a key' }).click()
    await form.getByLabel('Name').fill('Web shop')
    await form.getByRole('button', { name: 'Create the key' }).click()
    const secret = (await page.getByRole('alertdialog').locator('pre').textContent())!
    await page.getByRole('button', { name: 'I have copied it' }).click()
    const body = aSend({ destination: { email: app.ownerEmail } })
    expect((await app.call('POST', '/v1/send', { key: secret, body })).status).toBe(201)

    await goTo(page, 'Usage')
    await page.locator('.figures > div', { hasText: 'Cost' }).getByText('$0.0004').waitFor()
    await page.getByRole('button', { name: 'Set a cap' }).first().click()
    const of = form.getByRole('combobox', { name: 'For' })
    await of.click()
    // Esc closes the list, and not the dialog around it.
    await form.getByRole('option', { name: 'Key “Web shop”' }).waitFor()
    await page.keyboard.press('Escape')
    await form.getByRole('option').first().waitFor({ state: 'detached' })
    await of.fill('web')
    await page.keyboard.press('Enter')
    await form.getByLabel('Stop at').fill('25')
    await form.getByRole('button', { name: 'Save' }).click()
    await page.getByText('sends stop at $25.00').waitFor()
    await expectClean()

    await goTo(page, 'Audit log')
    const did = (what: string) => page.locator('.audit-log .row strong', { hasText: what })
    await page.getByLabel('What').selectOption('Keys')
    await did('created a key').waitFor()
    await did('signed in').waitFor({ state: 'detached' })
    await page.getByLabel('Until').fill('2020-01-01')
    await page.getByText('Nothing of this kind').waitFor()
    await page.getByRole('button', { name: 'Show everything' }).click()
    await did('signed in').waitFor()
    await expectClean()

    await goTo(page, 'Keys')
    await page.locator('.keys .row', { hasText: 'Web shop' }).getByRole('button', { name: 'Revoke' }).click()
    await page.getByRole('button', { name: 'Revoke the key' }).click()
    await page.getByText('Revoked. It no longer works.').waitFor()
    expect((await app.call('POST', '/v1/send', { key: secret, body })).status).toBe(401)
  })
})
